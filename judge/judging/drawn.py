"""The accesses of a program as a drawing shows them: what a warp's requests take, line by line."""

from collections.abc import Iterable
from typing import Literal

from judge.base.records import Count, Positive, Record
from judge.judging.counters import MEETINGS, LineCounts

LEAST_SHARE = 0.3
"""A line that is executed less often than this share of another line with the same memory is not drawn."""


class DrawnAccess(Record, frozen=True):
    """What one line of the source did to memory, by one kind of access."""

    counted: str
    """The kind of access: "load", "shared-store"."""
    line: Count
    """0: unknown."""
    requests: Positive
    lanes: Count
    """The lanes that took part, of all requests together."""
    takes: Count
    """Their total: sectors of global memory, passes through shared memory, turns at an address."""
    unit: Literal["sectors", "passes", "turns"]

    @property
    def lanes_a_request(self) -> float:
        return self.lanes / self.requests

    @property
    def takes_a_request(self) -> float:
        return self.takes / self.requests


def drawn(counters: Iterable[LineCounts]) -> tuple[DrawnAccess, ...]:
    """The lines that matter, in the order of the source."""
    accesses = [_drawn(one) for one in counters if one.requests and one.counted not in MEETINGS]
    most: dict[str, int] = {}
    for one in accesses:
        most[one.unit] = max(one.requests, most.get(one.unit, 0))
    chosen = (one for one in accesses if one.requests >= LEAST_SHARE * most[one.unit])
    return tuple(sorted(chosen, key=lambda one: (one.line, one.counted, one.requests)))


def _drawn(one: LineCounts) -> DrawnAccess:
    if one.counted == "atomic":  # a lane that collides waits for a turn of its own
        return DrawnAccess(
            one.counted, one.line or 0, one.requests, one.lanes, one.requests + one.collisions, "turns"
        )
    is_global = one.sectors is not None
    takes = one.sectors if is_global else one.wavefronts
    unit: Literal["sectors", "passes"] = "sectors" if is_global else "passes"
    return DrawnAccess(one.counted, one.line or 0, one.requests, one.lanes, takes or 0, unit)
