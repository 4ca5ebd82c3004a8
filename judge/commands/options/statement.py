"""`judge statement`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from judge.commands.options.common import ProblemName
from judge.commands.options.declare import Option

StatementForm = Literal["markdown", "tex", "pdf"]


@dataclass(frozen=True)
class StatementOptions:
    problem: ProblemName
    language: Annotated[
        str | None,
        Option(
            "-l",
            show_default="that of LANG, else en, or the first that it has",
            help="Language of the statement: en or zh.",
        ),
    ] = None
    form: Annotated[
        StatementForm | None,
        Option("--format", help="Write it in this format; default: show it in the terminal."),
        Option("--markdown", flag_value="markdown", help="The same as --format markdown."),
    ] = None
    output: Annotated[
        Path | None,
        Option(help="With --format: write to this file; default: stdout, or PROBLEM.LANGUAGE.pdf."),
    ] = None


def run(options: StatementOptions) -> int:
    from judge.commands.options.here import host_here
    from judge.commands.statement import statement

    return statement(host_here(), options)
