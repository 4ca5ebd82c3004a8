"""What happens while the judge works, as data for the listener that the caller passes in.

Several threads call a listener, also at the same time. A listener must not raise: it would disturb the work.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from msgspec import Struct

from judge.base.next_steps import NextStep


class Note(Struct, frozen=True):
    """One line about current work, or about something found."""

    text: str
    takes_minutes: bool = False
    """Whether it is shown even to a user who asked for silence, as it explains a wait."""
    is_in_bar: bool = False
    """Whether a task's progress shows it as well."""


class Warned(Struct, frozen=True):
    """One line about what the work goes on without, or what should be corrected."""

    text: str


class LeftOut(Struct, frozen=True):
    """A problem that cannot be judged; the work goes on with the others."""

    problem: str
    reason: str
    next_step: NextStep | None = None


class Waiting(Struct, frozen=True):
    """The work is blocked until a resource is free."""

    awaited: str
    """ "core 3"."""
    reason: str = ""
    takes_minutes: bool = False
    """Whether it is shown even to a user who asked for silence."""


class GpuFailed(Struct, frozen=True):
    """A GPU that is no longer used; on a cluster, its whole node."""

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
    """The GPU of this machine that judges them; None: any place of a cluster."""


class Running(Struct, frozen=True):
    """The solutions that are judged at the moment, in the order in which they began; on a cluster, what it is
    doing."""

    solutions: tuple[str, ...]


class Judged(Struct, frozen=True):
    """A solution of a task whose result is known."""

    problem: str
    solution: str
    verdict: str
    """Its code: "AC"."""
    number: int
    """The number of results known by now."""
    total: int


class Replied(Struct, frozen=True):
    """A request to the pages whose answer has begun."""

    id: str
    method: str
    route: str
    """The template of its path: a path itself may contain a secret that lets somebody in."""
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
    """Work of several steps. A task equals only itself."""

    title: str
    total: int | None
    """The number of steps; None: not known."""
    takes_minutes: bool = False
    """Whether it is shown even to a user who asked for silence."""
    judges: bool = False
    """Whether its steps are solutions: then `Running` lists those that are judged."""


class Began(Struct, frozen=True):
    task: Task


class Advanced(Struct, frozen=True):
    """How far a task is. Its title and total may have changed."""

    task: Task
    done: int
    total: int | None
    title: str
    now: str = ""
    """The current step; empty: the title says it."""


class Ended(Struct, frozen=True):
    """A task is over, however it ended."""

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
    """A listener that ignores everything."""


class Progress:
    """The progress of a task, used by the one thread that works on it."""

    def __init__(self, tell: Listener, task: Task) -> None:
        self._tell, self._task = tell, task
        self._done, self._total, self._title = 0, task.total, task.title

    def advance(self, now: str = "") -> None:
        self.reach(self._done + 1, self._total, now)

    def reach(self, done: int, total: int | None, now: str = "") -> None:
        self._done, self._total = done, total
        self._tell(Advanced(self._task, done, total, self._title, now))

    def at(self, now: str) -> None:
        """Reports the current step, without further progress."""
        self.reach(self._done, self._total, now)

    def go_on_to(self, title: str) -> None:
        """Begins another part of the work."""
        if title != self._title:
            self._title = title
            self.at("")


@contextmanager
def task(
    tell: Listener, title: str, total: int | None = None, *, takes_minutes: bool = False, judges: bool = False
) -> Iterator[Progress]:
    """Reports the beginning and the end of a task, which is the `with` block."""
    begun = Task(title, total, takes_minutes, judges)
    tell(Began(begun))
    try:
        yield Progress(tell, begun)
    finally:
        tell(Ended(begun))
