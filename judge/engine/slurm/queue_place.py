"""The place of a task in Slurm's queue: the number of tasks before it, when it is expected to begin, and why it
waits."""

import time

from msgspec import Struct

from judge.base.units import duration, plural
from judge.engine.slurm.client import ask, in_ranges

FORMAT = "%F|%K|%P|%Q|%S|%r"
"""Number of the array, tasks, partition, priority, expected begin, reason."""


class QueuePlace(Struct, frozen=True):
    before: int
    """The number of tasks before it in its partition, of all users whose tasks this user may see."""
    expected_s: float | None
    """The time until it is expected to begin; None: Slurm does not say."""
    reason: str
    """The reason as Slurm words it, such as Priority or Resources."""

    def __str__(self) -> str:
        begins = "" if self.expected_s is None else f", expected to begin in {duration(self.expected_s)}"
        return f"{plural(self.before, 'task')} before it{begins} ({self.reason})"


def place_of(job: str, task: int) -> QueuePlace | None:
    """The place; None: it does not wait, or no longer does. Raises NoAnswer."""
    return place_in(
        ask("squeue", "--noheader", "--states=PENDING", f"--format={FORMAT}"), job, task, time.time()
    )


def place_in(listing: str, job: str, task: int, now_s: float) -> QueuePlace | None:
    """The place. `listing`: all waiting tasks, in any order, with times as seconds since 1970."""
    waiting = [line.split("|", 5) for line in listing.splitlines()]
    own = next((one for one in waiting if one[0] == job and task in in_ranges(one[1])), None)
    if own is None:
        return None
    _, _, partition, priority, begins, reason = own
    rank = -int(priority), int(job)
    before = 0
    for number, tasks, of, of_priority, *_ in waiting:
        if of != partition:
            continue
        if number == job:
            before += sum(other < task for other in in_ranges(tasks))
        elif (-int(of_priority), int(number)) < rank:
            before += len(in_ranges(tasks))
    expected_s = max(0.0, int(begins) - now_s) if begins.isdecimal() else None
    return QueuePlace(before, expected_s, reason)
