"""`judge stress`."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from judge.base.usage import Decimal, Whole
from judge.commands.options.common import ProblemName, TimeLimit
from judge.commands.options.declare import Argument, Option

if TYPE_CHECKING:
    from judge.problems.time_rule import TimeOptions


@dataclass(frozen=True)
class StressOptions:
    """How long `stress` searches, and with which inputs."""

    generator: Annotated[
        Path | None,
        Option(
            help="A program that prints an input, called with a seed; default: change the small tests at random."
        ),
    ] = None
    seed: Annotated[
        int, Option(type=Whole(0), help="The seed of the first input; each further one has the next.")
    ] = 1
    seconds: Annotated[float, Option("--time", type=Decimal(min=0.1), help="How many seconds to search.")] = (
        60
    )
    cases: Annotated[
        int | None,
        Option(type=Whole(1), help="Maximum number of inputs; default: as many as the time allows."),
    ] = None
    save: Annotated[
        str | None,
        Option(metavar="NAME", help="Add the input that was found to the package as a secret test."),
    ] = None
    time_limit_s: TimeLimit = None

    @property
    def time_options(self) -> "TimeOptions":
        from judge.problems.time_rule import TimeOptions

        return TimeOptions(self.time_limit_s)


@dataclass(frozen=True, kw_only=True)
class StressArguments(StressOptions):
    problem: ProblemName
    right: Annotated[
        str,
        Argument(metavar="A", help="A source file, or a folder of them; its outputs are taken to be right."),
    ]
    other: Annotated[str, Argument(metavar="B", help="The solution to compare with it.")]


def run(options: StressArguments) -> int:
    """Shows the smallest input found."""
    from judge.commands.options.here import host_here
    from judge.commands.stress import stress

    return stress(host_here(), options.problem, options.right, options.other, options)
