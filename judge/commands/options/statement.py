"""`judge statement`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from judge.base.errors import JudgeError
from judge.commands.options.common import ProblemName
from judge.commands.options.declare import Option


@dataclass(frozen=True)
class StatementOptions:
    """What `statement` is called with."""

    problem: ProblemName
    language: Annotated[
        str | None,
        Option(
            "--language",
            "-l",
            show_default="that of LANG, else en, or the first that it has",
            help="Language of the statement: en or zh.",
        ),
    ] = None
    form: Annotated[
        Literal["markdown", "tex", "pdf"] | None,
        Option("--format", help="Write it in this form; default: it is shown in the terminal."),
        Option("--markdown", flag_value="markdown", help="The same as --format markdown."),
    ] = None
    output: Annotated[
        Path | None,
        Option(
            "--output", help="With --format: this file; default: standard output, or PROBLEM.LANGUAGE.pdf."
        ),
    ] = None


def run(options: StatementOptions) -> int:
    from judge.commands.options.here import host_here
    from judge.commands.statement import statement, statement_as

    if options.form:
        return statement_as(host_here(), options.problem, options.language, options.form, options.output)
    if options.output:
        raise JudgeError("--output needs --format: markdown, tex or pdf.")
    return statement(host_here(), options.problem, options.language)
