"""`judge best`."""

from dataclasses import dataclass
from typing import Annotated

from judge.base.usage import Whole
from judge.commands.options.common import OptionalProblem
from judge.commands.options.declare import Option
from judge.commands.options.filters import FilterOptions


@dataclass(frozen=True)
class BestOptions(FilterOptions):
    problem: Annotated[str | None, OptionalProblem("Show only this problem; default: all.")] = None
    limit: Annotated[
        int, Option(type=Whole(min=1), help="Maximum number of solutions per problem and machine.")
    ] = 5


def run(options: BestOptions) -> int:
    from judge.commands.best import best

    return best(options)
