"""Declarations that several commands share, each by a name."""

from pathlib import Path
from typing import Annotated

import click

from judge.base.usage import Decimal
from judge.commands.options.declare import Argument, Option

MOST_GPU = 255
"""The greatest number of a GPU that the runner takes."""


def to_file_or_stdout(_: click.Context, __: click.Parameter, file: Path | None) -> Path | None:
    """The named file; with "-", everything else that is printed goes to stderr, so that stdout has only the file."""
    if file == Path("-"):
        from judge.base.console import out

        out.stderr = True
    return file


def not_both(context: click.Context, _: click.Parameter, asked: bool) -> bool:
    """Refuses --quiet with --verbose; called for each, in the order in which they were typed."""
    if asked and context.meta.setdefault("told", 0):
        raise click.UsageError("expected one of --quiet and --verbose, found both")
    context.meta["told"] = context.meta.get("told", 0) + asked
    return asked


def problem_names(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """Completes a problem."""
    from judge.problems.formats.own import problem_ids
    from judge.project.installation import this_installation

    return [name for name in problem_ids(this_installation()) if name.startswith(typed)]


class Output(Option):
    """A file to write; - is stdout."""

    def __init__(self, name: str, what: str) -> None:
        super().__init__(name, help=f"{what}; - is stdout.", callback=to_file_or_stdout)


class OptionalProblem(Argument):
    """The problem that a command is limited to."""

    def __init__(self, what: str) -> None:
        super().__init__(help=what, shell_complete=problem_names)


class Told(Option):
    """One of --quiet and --verbose, each with its own help text."""

    def __init__(self, name: str, what: str) -> None:
        super().__init__(name, name[1:3], help=what, callback=not_both)


ProblemName = Annotated[
    str, Argument(help="A problem id, see `judge list`, or a package.", shell_complete=problem_names)
]
ProblemNames = Annotated[
    tuple[str, ...],
    Argument(
        help="Problem ids, or packages: folders or zip files; default: all of our own.",
        metavar="[PROBLEM]...",
        shell_complete=problem_names,
    ),
]
SourceLanguage = Annotated[
    str | None, Option("--language", "-l", help="Language id; default: chosen by the file's suffix.")
]
Quiet = Annotated[bool, Told("--quiet", "Show only the last line.")]
Strict = Annotated[
    bool, Option("--strict", help="Fail an accepted solution in which the emulated GPU found an error.")
]

Json = Annotated[Path | None, Output("--json", "Also write the complete result to this file, as JSON")]
Junit = Annotated[Path | None, Output("--junit", "Also write the result as JUnit XML, for CI systems")]
Html = Annotated[Path | None, Output("--html", "Also write the result as an HTML page")]
Csv = Annotated[
    Path | None,
    Output("--csv", "Also write a table, as CSV: a row for each solution, a column for each test"),
]

MOST_TIME_S, MOST_FACTOR = 10**5, 10**5
"""Bounds of a time limit: at most a day."""

TimeLimit = Annotated[
    float | None,
    Option(
        "--time-limit",
        type=Decimal(min=0.001, max=MOST_TIME_S),
        metavar="S",
        help="CPU seconds per test, overriding any other limit.",
    ),
]
TimeFactor = Annotated[
    float | None,
    Option(
        "--time-factor",
        type=Decimal(min=1, max=MOST_FACTOR),
        metavar="F",
        help="Set the time limit to F times the slowest accepted solution here.",
    ),
]
