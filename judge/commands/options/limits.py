"""`judge limits`."""

from dataclasses import dataclass

from judge.commands.options.common import Json, ProblemNames, TimeFactor


@dataclass(frozen=True)
class LimitsOptions:
    problems: ProblemNames = ()
    time_factor: TimeFactor = None
    json: Json = None


def run(options: LimitsOptions) -> int:
    """Limits are derived from the accepted solutions. `verify` and `submit` measure them automatically, once."""
    from judge.commands.limits import limits
    from judge.commands.options.here import host_here

    return limits(host_here(), options)
