"""What happens while the judge works, as data, for the listener that the caller passes in.

A listener is called by whichever thread something happens in, and by several at once. It raises nothing: what happens
would be disturbed.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from msgspec import Struct

from judge.base.next_steps import NextStep


class Note(Struct, frozen=True):
    """What is being done, or was found, in one line."""

    text: str
    takes_minutes: bool = False
    """Whether the wait must be explained even to somebody who asked for silence."""
    is_in_bar: bool = False
    """Whether the progress of a task shows it as well."""


class Warned(Struct, frozen=True):
    """What the work goes on without, or should be mended, in one line."""

    text: str


class LeftOut(Struct, frozen=True):
    """A problem that cannot be judged; the work goes on with the others."""

    problem: str
    reason: str
    next_step: NextStep | None = None


class Waiting(Struct, frozen=True):
    """Nothing goes on until something comes."""

    awaited: str
    """ "core 3"."""
    reason: str = ""
    takes_minutes: bool = False
    """Tells as a Note does."""


class GpuFailed(Struct, frozen=True):
    """A GPU that is used no more; of a cluster its whole node."""

    gpu: str
    """ "GPU 0"."""
    reason: str
    node: str | None = None
    """None: this machine."""


class JudgedAgain(Struct, frozen=True):
    """Solutions whose judging was lost and is repeated."""

    solutions: tuple[str, ...]
    """Problem and name: "gcd mine.cu"."""
    reason: str
    gpu: int | None = None
    """The GPU of this machine that they go to; None: any place of a cluster."""


class Running(Struct, frozen=True):
    """The solutions that are judged at the moment, the one that began first in front; on a cluster what that does."""

    solutions: tuple[str, ...]


class Judged(Struct, frozen=True):
    """A solution of a task whose result is known."""

    problem: str
    solution: str
    verdict: str
    """Its code: "AC"."""
    number: int
    """How many are known by now."""
    total: int


class Replied(Struct, frozen=True):
    """A request of the pages whose answer has begun."""

    id: str
    method: str
    route: str
    """Its template: in a path may stand what lets somebody in."""
    status: int
    ms: float
    user_id: int | None


class Faulted(Struct, frozen=True):
    """An internal error that an answer reports by this id."""

    id: str
    at: str
    """ "GET /problems/gcd"."""
    error: Exception


class Task(Struct, frozen=True, eq=False):
    """Work of several steps, equal only to itself."""

    title: str
    total: int | None
    """Steps; None: not known."""
    takes_minutes: bool = False
    """Tells as a Note does."""
    judges: bool = False
    """Whether its steps are solutions: `Running` says which of them are judged."""


class Began(Struct, frozen=True):
    task: Task


class Advanced(Struct, frozen=True):
    """How far a task is. Its title and total may have become other ones."""

    task: Task
    done: int
    total: int | None
    title: str
    now: str = ""
    """What is being done at the moment; empty: what the title says."""


class Ended(Struct, frozen=True):
    """A task is over, in whatever way."""

    task: Task


Event = (
    Note
    | Warned
    | LeftOut
    | Waiting
    | GpuFailed
    | JudgedAgain
    | Running
    | Judged
    | Replied
    | Faulted
    | Began
    | Advanced
    | Ended
)
Listener = Callable[[Event], None]


def unheard(_: Event) -> None:
    """The listener of a caller who wants to know nothing."""


class Progress:
    """How far a task is, for the one thread that works on it."""

    def __init__(self, tell: Listener, task: Task) -> None:
        self._tell, self._task = tell, task
        self._done, self._total, self._title = 0, task.total, task.title

    def advance(self, now: str = "") -> None:
        self.reach(self._done + 1, self._total, now)

    def reach(self, done: int, total: int | None, now: str = "") -> None:
        self._done, self._total = done, total
        self._tell(Advanced(self._task, done, total, self._title, now))

    def at(self, now: str) -> None:
        """Tells that it is as far as before, and does this."""
        self.reach(self._done, self._total, now)

    def go_on_to(self, title: str) -> None:
        """What comes now is another part of the work."""
        if title != self._title:
            self._title = title
            self.at("")


@contextmanager
def task(
    tell: Listener, title: str, total: int | None = None, *, takes_minutes: bool = False, judges: bool = False
) -> Iterator[Progress]:
    """Tells the beginning and the end of a task, which is the `with` block."""
    begun = Task(title, total, takes_minutes, judges)
    tell(Began(begun))
    try:
        yield Progress(tell, begun)
    finally:
        tell(Ended(begun))
