"""`judge export`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from judge.commands.options.common import ProblemName
from judge.commands.options.declare import Option

PackageForm = Literal["legacy", "2025-09", "domjudge", "polygon"]


@dataclass(frozen=True)
class ExportOptions:
    """What `export` is called with."""

    problem: ProblemName
    form: Annotated[
        PackageForm,
        Option("--format", show_default=True, help="Of the package."),
    ] = "legacy"
    output: Annotated[
        Path | None,
        Option("--output", help="A zip file, or a folder that is new or empty; default: PROBLEM.zip here."),
    ] = None
    strict: Annotated[
        bool, Option("--strict", help="Exit with 1 if the format cannot say all of the problem.")
    ] = False


def run(options: ExportOptions) -> int:
    """What the format cannot say is named, a line each."""
    from judge.commands.export import export
    from judge.commands.options.here import host_here

    return export(host_here(), options)
