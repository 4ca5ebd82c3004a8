"""`judge list`."""

from dataclasses import dataclass
from typing import Annotated

from judge.commands.options.common import OptionalProblem


@dataclass(frozen=True)
class ListOptions:
    problem: Annotated[str | None, OptionalProblem("Show only this problem, in detail.")] = None


def run(options: ListOptions) -> int:
    from judge.commands.listing import list_all, list_problem
    from judge.commands.options.here import host_here

    host = host_here()
    return list_problem(host, options.problem) if options.problem else list_all(host)
