"""The cores that are free at the moment, given out by how far they are from a GPU."""

import math
from collections.abc import Iterable, Mapping
from threading import Condition


class CorePool:
    def __init__(self, cores: Iterable[int] = ()) -> None:
        self._changed = Condition()
        self._free = list(cores)
        self._is_closed = False

    def take(self, distances: Mapping[int, int]) -> int | None:
        """The nearest free core, of equally near ones the one that has been free for the longest time; waits until
        there is one. None: nobody needs one any more."""
        with self._changed:
            self._changed.wait_for(lambda: self._free or self._is_closed)
            if self._is_closed:
                return None
            core = min(self._free, key=lambda each: distances.get(each, math.inf))
            self._free.remove(core)
            return core

    def give(self, core: int) -> None:
        with self._changed:
            self._free.append(core)
            self._changed.notify()

    def close(self) -> None:
        """Whoever waits for a core, or asks for one, gets none."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
