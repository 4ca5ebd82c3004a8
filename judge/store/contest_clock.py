"""The clock of a contest: time on the wall to time in the contest, which stands still in removed intervals.

By the ICPC's requirements for contest control systems (ccs-specs.icpc.io, "Removing time intervals"): what happens in
a removed interval has the contest time of its start, everything after it is earlier by its length, and the contest
ends later by it.
"""

from collections.abc import Sequence

from msgspec import Struct

from judge.base.records import Count, Record


class RemovedInterval(Record, frozen=True):
    """An interval on the wall's clock that does not count."""

    start_utc_ms: Count
    end_utc_ms: Count | None = None
    """Null: it lasts still, so the contest's clock stands."""
    frozen_utc_ms: Count | None = None
    """The moment of the freeze when it was removed; null: the scoreboard was not frozen then."""


class ContestClock(Struct, frozen=True):
    start_utc_ms: int
    removed: Sequence[RemovedInterval] = ()
    """Intervals in their order, which do not overlap; only the last one may last still."""

    def contest_ms(self, utc_ms: int) -> int:
        """The time in the contest; below 0: before its start."""
        removed_ms = 0
        for one in self.removed:
            until = utc_ms if one.end_utc_ms is None else min(utc_ms, one.end_utc_ms)
            removed_ms += max(0, until - one.start_utc_ms)
        return utc_ms - self.start_utc_ms - removed_ms

    def utc_ms(self, contest_ms: int) -> int | None:
        """The first moment with this time in the contest; None: unknown, as the clock stands before it."""
        at = self.start_utc_ms + contest_ms
        for one in self.removed:
            if at <= one.start_utc_ms:
                break
            if one.end_utc_ms is None:
                return None
            at += one.end_utc_ms - one.start_utc_ms
        return at

    def last_utc_ms(self, contest_ms: int) -> int | None:
        """The last moment with this time in the contest; None: the clock stands at it, or before it."""
        following = self.utc_ms(contest_ms + 1)
        return None if following is None else following - 1

    def interval_at(self, utc_ms: int) -> RemovedInterval | None:
        """The removed interval of this moment; None: the clock runs."""
        for one in self.removed:
            if one.start_utc_ms <= utc_ms and (one.end_utc_ms is None or utc_ms < one.end_utc_ms):
                return one
        return None
