"""A worker's behaviour while a disk is full or its store is unavailable: it starts no jobs, and keeps its results
until there is space, or an answer."""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from judge.base.events import Listener, Note, Warned
from judge.store.errors import StoreFull, Unavailable

Answer = TypeVar("Answer")
LOOK_S = 1.0
"""The time between two looks at the disks, and between attempts to write."""


def enough() -> str:
    """Reports no lack, where nobody checks."""
    return ""


class FullDisk:
    """A guard against a full disk, for any number of threads."""

    def __init__(self, tell: Listener, stopping: threading.Event, lack: Callable[[], str] = enough) -> None:
        """`stopping`: set when nobody waits any more; `lack`: which disk has too little room, empty: none."""
        self._tell, self._stopping, self._look = tell, stopping, lack
        self._lock = threading.Lock()
        self._lack, self._looked_s = "", float("-inf")
        self.is_away = False
        """Whether the store failed to answer the last request."""

    def lack(self) -> str:
        """The lack in one line; empty: there is room. Reports changes."""
        with self._lock:
            if time.monotonic() - self._looked_s >= LOOK_S:
                self._looked_s = time.monotonic()
                self._found(self._look())
            return self._lack

    def keep(self, write: Callable[[], Answer]) -> Answer:
        """Calls it, repeatedly as long as the disk is full or the store unavailable. Raises Unavailable when nobody
        waits any more."""
        while True:
            try:
                answer = write()
            except Unavailable as error:
                self._missed(error)
                if self._stopping.wait(LOOK_S):
                    raise
            else:
                self._heard()
                return answer

    def tried(self, ask: Callable[[], Answer | None]) -> Answer | None:
        """Calls it once; None if the disk is full, or the store unavailable."""
        try:
            answer = ask()
        except Unavailable as error:
            self._missed(error)
            return None
        self._heard()
        return answer

    def _missed(self, error: Unavailable) -> None:
        if isinstance(error, StoreFull):
            self.found(error.message)
            return
        with self._lock:
            is_news, self.is_away = not self.is_away, True
        if is_news:
            self._tell(Warned(f"{error.message} Results are kept, and handed in once it answers."))

    def _heard(self) -> None:
        with self._lock:
            is_news, self.is_away = self.is_away, False
        if is_news:
            self._tell(Note("the store answers again: judging goes on"))

    def found(self, lack: str) -> None:
        """Records a failed write."""
        with self._lock:
            self._found(lack)

    def _found(self, lack: str) -> None:
        if bool(lack) != bool(self._lack):
            self._tell(Warned(lack) if lack else Note("there is room on the disk again: judging goes on"))
        self._lack = lack
