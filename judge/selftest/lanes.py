"""Lanes in which units run, for all steps together: the longest unit first, and more lanes while cores are idle."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self, TypeVar

from judge.machine.cores import usable_cores
from judge.selftest.idle_cores import wait_for_idle_cores

Item = TypeVar("Item")


class LanesClosed(Exception):
    """No unit begins any more: none is left, or the command was interrupted."""


class Lanes:
    """A number of lanes, and spare ones, each opened for one unit when cores are idle although all others are
    taken."""

    def __init__(self, number: int, spare: int = 0) -> None:
        self.most = number + spare
        self._free, self._spare, self._opened = number, spare, 0
        self._waiting: list[Callable[[], float]] = []
        """The time that its next unit is expected to take, for each caller that waits."""
        self._changed = threading.Condition()
        self._is_closed = False
        self._watcher = threading.Thread(target=self._open_while_cores_idle, daemon=True)

    def __enter__(self) -> Self:
        self._watcher.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: BaseException | TracebackType | None) -> None:
        self.close()
        self._watcher.join()

    def close(self) -> None:
        """Releases threads that wait for a lane, with `LanesClosed`."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    @contextmanager
    def lane(self, units: deque[Item], expected_wall_s: Callable[[Item], float]) -> Iterator[Item]:
        """Waits for a lane, and holds it for the first of `units`, which it takes out. Of all queues that wait, the one
        whose first unit is expected to take longest is next. Raises LanesClosed if there is none left."""

        def of_first_s() -> float:
            return expected_wall_s(units[0]) if units else 0.0

        with self._changed:
            self._waiting.append(of_first_s)
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._is_closed or not units or self._is_next(of_first_s))
            self._waiting.remove(of_first_s)
            if self._is_closed or not units:
                raise LanesClosed
            unit = units.popleft()
            is_spare = self._free == 0
            if is_spare:
                self._opened -= 1
            else:
                self._free -= 1
            self._changed.notify_all()
        try:
            yield unit
        finally:
            with self._changed:
                if is_spare:
                    self._spare += 1
                else:
                    self._free += 1
                self._changed.notify_all()

    def _is_next(self, one: Callable[[], float]) -> bool:
        return self._free + self._opened > 0 and max(self._waiting, key=lambda each: each()) is one

    def _lacks_one(self) -> bool:
        """Whether a unit waits that a spare lane could run."""
        return not self._is_closed and bool(self._waiting) and self._spare > 0 and self._free == 0

    def _open_while_cores_idle(self) -> None:
        while not self._is_closed:
            with self._changed:
                self._changed.wait_for(lambda: self._is_closed or self._lacks_one())
            if wait_for_idle_cores(self._lacks_one):
                with self._changed:
                    self._spare -= 1
                    self._opened += 1
                    self._changed.notify_all()


def usual_lanes() -> Lanes:
    """Twice as many lanes as cores, as tests often wait and those that measure take turns on the cores; and spare
    ones: more, and some runs waited for a core for minutes."""
    cores = len(usable_cores())
    return Lanes(2 * cores, spare=cores)
