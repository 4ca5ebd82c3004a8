"""`judge check`."""

from dataclasses import dataclass

from judge.commands.options.common import ProblemName, TimeLimit


@dataclass(frozen=True)
class CheckOptions:
    problem: ProblemName
    time_limit_s: TimeLimit = None


def run(options: CheckOptions) -> int:
    """The exit status is 1 if a wrong submission passes every test."""
    from judge.commands.check import check
    from judge.commands.options.here import host_here
    from judge.problems.time_rule import TimeOptions

    return check(host_here(), options.problem, TimeOptions(options.time_limit_s))
