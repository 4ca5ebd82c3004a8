"""Time limits by the ICPC rule: the slowest accepted solution times a factor, rounded up.

Source: "Problem timing" of the problem package format 2025-09.
"""

import math
from enum import StrEnum
from pathlib import Path

from msgspec import UNSET, Struct

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.problems.metadata import LimitKeys

WHOLE = 1e-6
"""A share of the resolution: smaller differences are rounding errors."""


class LimitSource(StrEnum):
    """Where a time limit comes from."""

    PACKAGE = "package"
    MEASURED = "measured"
    OPTION = "option"
    UNKNOWN = "unknown"
    """The package has none, and none has been measured yet."""


class TimeRule(Struct, frozen=True):
    """The settings about time in problem.yaml. The defaults are the format's."""

    time_limit_s: float | None = None
    """The explicit limit; None: the limit must be measured."""
    ac_to_time_limit: float = 2.0
    """The least factor between the slowest accepted solution and the limit."""
    time_limit_to_tle: float = 1.5
    """The least factor between the limit and the fastest solution that is expected to be too slow."""
    time_resolution_s: float = 1.0
    """A measured limit is a multiple of this."""
    chosen_factor: float | None = None
    """--time-factor; None: the problem's own factor applies."""

    @property
    def is_in_steps(self) -> bool:
        """Whether an explicit limit is a multiple of the resolution."""
        steps = (self.time_limit_s or 0) / self.time_resolution_s
        return abs(steps - round(steps)) <= WHOLE * max(steps, 1)

    def limit_s(self, slowest_ns: int) -> float:
        """The least limit that leaves a solution with this CPU time the factor."""
        steps = slowest_ns / 1e9 * self.ac_to_time_limit / self.time_resolution_s
        return round(max(1, math.ceil(steps - WHOLE)) * self.time_resolution_s, 6)


class TimeOptions(Struct, frozen=True):
    """A command's options about time."""

    limit_s: float | None = None
    """--time-limit: replaces any other."""
    factor: float | None = None
    """--time-factor: the limit is measured, with this factor, whatever the package says."""

    def __post_init__(self) -> None:
        if self.limit_s is not None and self.factor is not None:
            raise JudgeError("--time-limit and --time-factor cannot be combined, as each sets the limit.")

    def rule(self, rule: TimeRule) -> TimeRule:
        if self.limit_s is not None:
            return replace(rule, time_limit_s=self.limit_s)
        if self.factor is not None:
            return replace(rule, time_limit_s=None, ac_to_time_limit=self.factor, chosen_factor=self.factor)
        return rule


NO_TIME_OPTIONS = TimeOptions()


def time_rule(limits: LimitKeys, where: Path) -> TimeRule:
    """The rule from the map `limits` of problem.yaml. Raises JudgeError if its keys contradict each other."""
    multipliers = limits.time_multipliers
    given = {
        "time_limit_s": limits.time_limit,
        "ac_to_time_limit": multipliers.ac_to_time_limit,
        "time_limit_to_tle": multipliers.time_limit_to_tle,
        "time_resolution_s": limits.time_resolution,
    }
    rule = TimeRule(**{name: value for name, value in given.items() if value is not UNSET})
    if limits.time_resolution is not UNSET and not rule.is_in_steps:
        raise JudgeError(
            f"{where}: 'limits.time_limit' must be a multiple of 'limits.time_resolution' "
            f"{rule.time_resolution_s:g}, found {rule.time_limit_s:g}."
        )
    return rule
