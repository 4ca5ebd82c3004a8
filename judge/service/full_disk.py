"""What a worker does while a disk is full: it begins nothing, and keeps what it has found out until there is room."""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from judge.base.events import Listener, Note, Warned
from judge.store.errors import StoreFull

Answer = TypeVar("Answer")
LOOK_S = 1.0
"""Between looks at the disks, and between attempts to write."""


def enough() -> str:
    """Where nobody looks, there is no lack."""
    return ""


class FullDisk:
    """For any number of threads."""

    def __init__(self, tell: Listener, stopping: threading.Event, lack: Callable[[], str] = enough) -> None:
        """`stopping`: set when nobody waits any more; `lack`: which disk has too little room, empty: none."""
        self._tell, self._stopping, self._look = tell, stopping, lack
        self._lock = threading.Lock()
        self._lack, self._looked_s = "", float("-inf")

    def lack(self) -> str:
        """In one line; empty: there is room. A change is told."""
        with self._lock:
            if time.monotonic() - self._looked_s >= LOOK_S:
                self._looked_s = time.monotonic()
                self._found(self._look())
            return self._lack

    def keep(self, write: Callable[[], Answer]) -> Answer:
        """Calls it, again and again as long as the disk is full. Raises StoreFull where nobody waits any more."""
        while True:
            try:
                return write()
            except StoreFull as error:
                self.found(error.message)
                if self._stopping.wait(LOOK_S):
                    raise

    def found(self, lack: str) -> None:
        """A write came to nothing."""
        with self._lock:
            self._found(lack)

    def _found(self, lack: str) -> None:
        if bool(lack) != bool(self._lack):
            self._tell(Warned(lack) if lack else Note("there is room on the disk again: judging goes on"))
        self._lack = lack
