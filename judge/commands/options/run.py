"""`judge run`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from judge.commands.options.common import ProblemName, SourceLanguage, TimeLimit
from judge.commands.options.declare import Argument, Option
from judge.project.devices import SubmitDevice


@dataclass(frozen=True)
class RunOptions:
    problem: ProblemName
    file: Annotated[str, Argument(metavar="FILE", help="A source file, or a folder of them.")]
    language: SourceLanguage = None
    device: Annotated[
        SubmitDevice | None, Option("--device", help="Run CUDA on the emulated GPU, without timing.")
    ] = None
    test_name: Annotated[
        str | None,
        Option(
            "--test",
            metavar="NAME",
            help="Use the input of this test, and compare the output with its answer.",
        ),
    ] = None
    answer: Annotated[
        Path | None, Option(help="Compare the output with this file, with the problem's validator.")
    ] = None
    time_limit_s: TimeLimit = None


def run(options: RunOptions) -> int:
    """Its output goes to stdout, everything else to stderr."""
    from judge.base.records import replace
    from judge.commands.options.here import host_here
    from judge.commands.run import run as run_solution
    from judge.languages.table import emulated_language

    if options.device is SubmitDevice.EMULATED:
        options = replace(options, language=emulated_language(options.language).id)
    return run_solution(host_here(), options)
