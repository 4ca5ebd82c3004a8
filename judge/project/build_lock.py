"""One build at a time: two judges started at once must not build into one folder at once. The one that builds writes
its progress into the lock's file, and the others show it."""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from judge.base.events import Listener, Waiting, task
from judge.base.interruption import park_if_interrupted

LOOK_EVERY_S = 0.5


class BuildLock:
    """Held by this process. The file has its process id, what it builds, and the finished steps and their total."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def tell(self, title: str, done: int = 0, total: int = 0) -> None:
        """Writes this build's progress."""
        self._file.seek(0)
        self._file.truncate()
        self._file.write(f"{os.getpid()}\n{title}\n{done}\n{total}\n")
        self._file.flush()


@contextmanager
def build_lock(path: Path, is_needed: Callable[[], bool], tell: Listener) -> Iterator[BuildLock | None]:
    """None: it is no longer needed, as another judge has built it."""
    with path.open("a+") as file:
        yield BuildLock(file) if _is_taken(file) or _is_free_at_last(file, is_needed, tell) else None


def _is_taken(file: TextIO) -> bool:
    """Whether it is taken by this process."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_free_at_last(file: TextIO, is_needed: Callable[[], bool], tell: Listener) -> bool:
    """Waits, and reports the other's progress; False as soon as the lock is no longer needed."""
    pid, *_ = _told(file)
    awaited = f"another judge's build{f' (pid {pid})' if pid else ''}"
    tell(Waiting(awaited, takes_minutes=True))
    with task(tell, f"waiting for {awaited}", takes_minutes=True) as progress:
        while not _is_taken(file):
            if not is_needed():
                return False
            pid, built, done, total = _told(file)
            progress.go_on_to(f"waiting for {f'pid {pid}: {built}' if built else awaited}")
            if total:
                progress.reach(done, total)
            time.sleep(LOOK_EVERY_S)
            park_if_interrupted()
    return True


def _told(file: TextIO) -> tuple[str, str, int, int]:
    """The other's report: its process id, what it builds, the finished steps and their total; empty before there is
    one."""
    file.seek(0)
    pid, built, done, total, *_ = [*file.read().split("\n"), "", "", "", ""]
    return pid if pid.isdecimal() else "", built, _number(done), _number(total)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0
