"""The CPU time of a test that was run again near its limit: the range of its times, next to the limit.

Only measured times are shown. A run that was killed would have taken longer, so nothing is shown if one of the runs
was.
"""

import math
from collections.abc import Sequence

from judge.base.records import Count, Positive, Record
from judge.sandbox.facts import Facts

BY_ITSELF = ("exited", "signaled")
"""Outcomes of runs that no limit ended."""
LEAST_DECIMALS, MOST_DECIMALS = 2, 4


class RepeatedTime(Record, frozen=True):
    """The CPU times of all runs of a test, and the limit by which the last one was judged."""

    runs: Positive
    """The number of runs."""
    low_ns: Count
    """The least, in ns."""
    high_ns: Count
    """The most, in ns."""
    limit_ns: Count
    """The limit, in ns."""

    @property
    def is_too_close(self) -> bool:
        """Whether the limit is among the times, or no farther from them than they are from each other."""
        spread = self.high_ns - self.low_ns
        return self.low_ns - spread <= self.limit_ns <= self.high_ns + spread

    @property
    def figures(self) -> str:
        """The middle of the times, and the distance of the farthest from it: "0.98 ± 0.02"."""
        middle, half = (self.low_ns + self.high_ns) / 2e9, (self.high_ns - self.low_ns) / 2e9
        return f"{middle:.{self._decimals}f} ± {half:.{self._decimals}f}"

    @property
    def limit(self) -> str:
        """The limit in seconds, with as many decimals as the figures."""
        return f"{self.limit_ns / 1e9:.{self._decimals}f}"

    @property
    def _decimals(self) -> int:
        """The number of decimals that shows how far they are apart."""
        half_s = (self.high_ns - self.low_ns) / 2e9
        wanted = -math.floor(math.log10(half_s)) if half_s else LEAST_DECIMALS
        return min(max(wanted, LEAST_DECIMALS), MOST_DECIMALS)

    @property
    def text(self) -> str:
        """ "0.98 ± 0.02 s of 1.00 s: too close, run 3 times"."""
        close = ": too close" if self.is_too_close else ""
        return f"{self.figures} s of {self.limit} s{close}, run {self.runs} times"


def repeated_time(
    over_limit: Sequence[Facts], counted: Sequence[Facts], limit_ns: int | None
) -> RepeatedTime | None:
    """`over_limit`: runs that exceeded the limit; `counted`: those that count. None: it was not run again near its
    limit, or a run was killed before its time was known."""
    runs = [*over_limit, *counted]
    if limit_ns is None or len(runs) < 2 or any(run.outcome not in BY_ITSELF for run in runs):
        return None
    times = [run.cpu_ns for run in runs]
    found = RepeatedTime(len(runs), min(times), max(times), limit_ns)
    return found if over_limit or found.is_too_close else None
