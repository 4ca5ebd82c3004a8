"""`judge best`."""

from dataclasses import dataclass
from typing import Annotated

from judge.base.usage import Whole
from judge.commands.options.common import Authors, Json, NamePatterns, OptionalProblem, Since, Until
from judge.commands.options.declare import Option


@dataclass(frozen=True)
class BestOptions:
    """What `best` is called with."""

    problem: Annotated[str | None, OptionalProblem("Show only this problem; default: all.")] = None
    name: NamePatterns = ()
    author: Authors = ()
    since: Since = None
    until: Until = None
    limit: Annotated[
        int,
        Option(
            "--limit",
            type=Whole(min=1),
            show_default=True,
            help="Maximum number of solutions per problem and machine.",
        ),
    ] = 5
    json: Json = None


def run(options: BestOptions) -> int:
    from judge.commands.best import best
    from judge.commands.history_content import filter_of

    chosen = filter_of(options.problem, (), options.name, options.author, options.since, options.until)
    return best(chosen, options.limit, options.json)
