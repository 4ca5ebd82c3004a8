"""The wait of a submission in the queue: its expected length, and the reason."""

from collections.abc import Sequence

from msgspec import Struct

from judge.base.priority import Priority
from judge.base.units import plural
from judge.store.queue_records import Place, Resource

WORDS = {
    Priority.CONTEST: "of a contest",
    Priority.CLASS: "of a class",
    Priority.PRACTICE: "for practice",
    Priority.REJUDGING: "judged again",
    Priority.MEASURING: "that measure",
}


class Wait(Struct, frozen=True):
    expected_s: float | None
    """None: unknown."""
    reason: str


def expected_wait_s(place: Place, recent_ms: Sequence[int]) -> float | None:
    """The time until it is judged, by the last ones' times; None: unknown.

    If jobs are waiting, workers have as many as they can: that many are judged at a time.
    """
    if not recent_ms or not place.running_of_its_resource:
        return None
    mean_s = sum(recent_ms) / len(recent_ms) / 1000
    return mean_s * (place.before_of_its_resource + 1) / place.running_of_its_resource


def reason(place: Place, has_workers: bool) -> str:
    """The reason in one line: "3 before it: 1 of a contest, 2 for practice; 2 are being judged"."""
    if not has_workers and place.resource is Resource.GPU:
        return "no GPU is working at the moment: it is judged as soon as one is available"
    if not has_workers:
        return "no worker is judging at the moment: it is judged as soon as one is available"
    kinds = [
        f"{count} {WORDS[of]}" for of, count in zip(Priority, place.before_by_priority, strict=True) if count
    ]
    before = f"{place.before} before it: {', '.join(kinds)}" if kinds else "it is the next one"
    return f"{before}; {plural(place.running, 'submission')} being judged"
