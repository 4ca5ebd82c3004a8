"""Cores, each for one run at a time: judges that run at once on one machine take turns on a core.

A core is taken by listening at its name in the kernel's abstract name space: that leaves no file, and the kernel frees
the name when the judge ends, however it ends. Before the core is a queue of places, which are names like it. A judge
takes the last place, and leaves each place once it has the one ahead, so that nobody overtakes it: a judge with many
runs, each right after the other, has to queue again for each. To wait for a name is to be connected to the judge that
listens there: the kernel ends the connection when the name becomes free.
"""

import errno
import os
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress

from judge.base.children import descendants
from judge.base.events import Listener, Waiting

PREFIX = "\0warp-judge-core-"
PLACES = 8
"""The length of the queue. Judges beyond that number wait for its last place, in no order."""
PATIENCE_S = 10.0
BACKLOG = 4096
NOT_LISTENING_YET_S = 0.001
"""The pause before asking again who has a name that is becoming free, or is just being taken."""


def usable_cores() -> list[int]:
    return sorted(os.sched_getaffinity(0))


def free_first(cores: Sequence[int]) -> list[int]:
    """Orders cores: first those that no run has at the moment. Judges that begin together get equally free ones in
    different orders, so that they do not all wait for the same core."""
    shift = os.getpid() % len(cores)
    return sorted([*cores[shift:], *cores[:shift]], key=is_taken)


def free_cores(most: int) -> list[int]:
    """Up to this many cores that are free at the moment; at least one, even if all are taken."""
    cores = free_first(usable_cores())
    return [core for core in cores if not is_taken(core)][:most] or cores[:1]


@contextmanager
def taken(cores: Sequence[int], tell: Listener) -> Iterator[None]:
    """Holds the cores for the `with` block, once no other run has them; a long wait is reported."""
    with ExitStack() as held:
        for core in sorted(cores):  # always in this order, so that two judges cannot deadlock
            held.enter_context(_one_taken(core, tell))
        yield


@contextmanager
def pinned(cores: Sequence[int]) -> Iterator[None]:
    """Restricts everything that this thread starts in the `with` block to these cores, if any are given."""
    if not cores:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def let_have(thread: int, cores: Sequence[int]) -> None:
    """Restricts a thread of this process, and all its descendants, to these cores, as far as they still exist."""
    widened: set[int] = set()
    with suppress(OSError):
        os.sched_setaffinity(thread, cores)
    while fresh := descendants() - widened:  # including processes started meanwhile
        for process in fresh:
            with suppress(OSError):
                os.sched_setaffinity(process, cores)
        widened |= fresh


@contextmanager
def _one_taken(core: int, tell: Listener) -> Iterator[None]:
    asked = time.monotonic()
    has_reported = False
    held: socket.socket | None = None
    try:
        for place in range(PLACES, -1, -1):
            while (ahead := try_to_take(core, place)) is None:
                if not has_reported and time.monotonic() - asked > PATIENCE_S:
                    has_reported = True
                    tell(Waiting(f"core {core}", "another run has it"))
                _wait_for(core, place)
            if held is not None:
                held.close()
            held = ahead
        yield
    finally:
        if held is not None:
            held.close()


def _wait_for(core: int, place: int) -> None:
    """Returns once the judge that has it has closed it, or PATIENCE_S later."""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE_S)
        try:
            line.connect(_name(core, place))
            line.recv(1)
        except (ConnectionRefusedError, BlockingIOError):  # the latter: more wait than BACKLOG
            time.sleep(NOT_LISTENING_YET_S)
        except (ConnectionResetError, TimeoutError):
            pass


def is_taken(core: int) -> bool:
    """Whether a run has it at the moment."""
    held = try_to_take(core)
    if held is not None:
        held.close()
    return held is None


def try_to_take(core: int, place: int = 0) -> socket.socket | None:
    """Holds the core, or a place in the queue before it, until it is closed; None if it is taken."""
    name = socket.socket(socket.AF_UNIX)
    try:
        name.bind(_name(core, place))
        name.listen(BACKLOG)
    except OSError as error:
        name.close()
        if error.errno == errno.EADDRINUSE:
            return None
        raise
    return name


def _name(core: int, place: int) -> str:
    return f"{PREFIX}{core}-{place}" if place else f"{PREFIX}{core}"
