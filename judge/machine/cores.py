"""Cores, each for one run at a time: judges that run at once on one machine take turns on a core.

A core is taken by listening at its name in the kernel's abstract name space: that leaves no file, and the kernel frees
the name when the judge ends, however it ends. A judge that waits for the core connects to that name. The kernel queues
the connections, and the judge that has the core hands its listening socket, with all that wait there, on to the first:
so they get it in order, and a judge with many runs, each right after the other, has to queue again for each.
"""

import errno
import os
import select
import socket
import struct
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from judge.base.children import descendants, stat_fields
from judge.base.events import Listener, Waiting
from judge.base.processes import Stop, Stopped

PREFIX = "\0warp-judge-core-"
PATIENCE_S = 10.0
BACKLOG = 4096
CREDENTIALS = struct.Struct("3i")
"""The process, user and group at the other end of a socket."""
ASK_AGAIN_S = 0.001


def usable_cores() -> list[int]:
    """The cores that this thread may use."""
    return sorted(os.sched_getaffinity(0))


def cores_of_process() -> list[int]:
    """The cores that any thread of this process may use: some threads are restricted, and those that they start."""
    cores: set[int] = set()
    for thread in Path("/proc/self/task").iterdir():
        with suppress(OSError):  # ended in the meantime
            cores |= os.sched_getaffinity(int(thread.name))
    return sorted(cores)


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
def taken(cores: Sequence[int], tell: Listener, stop: Stop | None = None) -> Iterator[None]:
    """Holds the cores for the `with` block, once no other run has them; a long wait is reported. Raises Stopped if
    `stop` is set while it waits."""
    with ExitStack() as held:
        for core in sorted(cores):  # always in this order, so that two judges cannot deadlock
            held.enter_context(_one_taken(core, tell, stop))
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
def _one_taken(core: int, tell: Listener, stop: Stop | None) -> Iterator[None]:
    held = try_to_take(core)
    while held is None:
        if stop and stop.was_said:
            raise Stopped
        held = _handed_on(core, tell, stop)
    try:
        yield
    finally:
        _hand_on(held)


def _handed_on(core: int, tell: Listener, stop: Stop | None) -> socket.socket | None:
    """Queues, and returns the core once it is handed on; None if it may have become free in another way, or `stop` was
    set."""
    with socket.socket(socket.AF_UNIX) as line:
        try:
            line.connect(f"{PREFIX}{core}")
        except (
            OSError
        ):  # nobody listens yet; or the two may not be connected: then it is asked for again and again
            time.sleep(ASK_AGAIN_S)
            return try_to_take(core)
        answer = select.poll()
        answer.register(line, select.POLLIN)
        if stop:
            answer.register(stop.descriptor, select.POLLIN)
        if not answer.poll(1000 * PATIENCE_S):
            tell(Waiting(f"core {core}", "another run has it"))
            answer.poll()
        if stop and stop.was_said:
            return None
        with suppress(ConnectionResetError):  # the judge that had it was killed
            if handed := socket.recv_fds(line, 1, 1, socket.MSG_CMSG_CLOEXEC)[1]:
                return socket.socket(fileno=handed[0])
    return try_to_take(core)


def _hand_on(held: socket.socket) -> None:
    """Hands a core on to the first that waits for it, and lives and is not stopped; if there is none, it is free."""
    with held:
        held.setblocking(False)
        while True:
            try:
                line, _ = held.accept()
            except OSError:  # nobody waits; or no descriptor is left, then those who wait ask again
                return
            with line, suppress(OSError):
                if not _is_stopped(line):
                    socket.send_fds(line, [b"\0"], [held.fileno()])
                    return


def _is_stopped(line: socket.socket) -> bool:
    """Whether the process at the other end is stopped, as by Ctrl-Z: it could keep a core for hours. Where it cannot be
    seen, it is assumed to run."""
    pid, _, _ = CREDENTIALS.unpack(line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size))
    try:
        return stat_fields(pid)[0] in (b"T", b"t")
    except OSError:
        return False


def is_taken(core: int) -> bool:
    """Whether a run has it at the moment. One that cannot be asked for, as when no descriptor is left, counts as
    taken."""
    try:
        held = try_to_take(core)
    except OSError:
        return True
    if held is not None:
        held.close()
    return held is None


def try_to_take(core: int) -> socket.socket | None:
    """Holds the core until it is closed; None if it is taken."""
    name = socket.socket(socket.AF_UNIX)
    try:
        name.bind(f"{PREFIX}{core}")
        name.listen(BACKLOG)
    except OSError as error:
        name.close()
        if error.errno == errno.EADDRINUSE:
            return None
        raise
    return name
