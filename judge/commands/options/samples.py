"""`judge samples`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from judge.commands.options.common import ProblemName
from judge.commands.options.declare import Argument


@dataclass(frozen=True)
class SamplesOptions:
    problem: ProblemName
    folder: Annotated[Path, Argument(metavar="DIR", help="The folder to write to; created if missing.")]


def run(options: SamplesOptions) -> int:
    from judge.commands.options.here import host_here
    from judge.commands.samples import samples

    return samples(host_here(), options.problem, options.folder)
