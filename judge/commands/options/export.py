"""`judge export`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from judge.commands.options.common import ProblemName
from judge.commands.options.declare import Option

PackageForm = Literal["legacy", "2025-09", "domjudge", "polygon"]


@dataclass(frozen=True)
class ExportOptions:
    problem: ProblemName
    form: Annotated[PackageForm, Option("--format", help="The package's format.")] = "legacy"
    output: Annotated[
        Path | None, Option(help="A zip file, or a new or empty folder; default: PROBLEM.zip here.")
    ] = None
    strict: Annotated[
        bool, Option(help="Exit with 1 if the format cannot express everything in the problem.")
    ] = False


def run(options: ExportOptions) -> int:
    """Lists what the format cannot express, one line each."""
    from judge.commands.export import export
    from judge.commands.options.here import host_here

    return export(host_here(), options)
