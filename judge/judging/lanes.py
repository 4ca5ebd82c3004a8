"""Judges several tests of one solution at once, each in a lane of its own, and yields their results in the order of
the tests.

A job has at least one lane. A pool may lend it more while nobody else needs them, each for one test.
"""

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from judge.base.processes import Stop, Stopped

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")
Lane = Sequence[int]


class JobLanes(list[Lane]):
    """A job's own lanes, and those that it is lent. Thread-safe."""

    def __init__(
        self, own: Iterable[Lane], most_lent: int = 0, on_wanted: Callable[[], None] = lambda: None
    ) -> None:
        """`most_lent`: the most lanes that it is lent at a time. `on_wanted`: called when it could use one more."""
        super().__init__(own)
        self.most = len(self) + most_lent
        self._on_wanted = on_wanted
        self._changed = threading.Condition()
        self._free: deque[tuple[Lane, Callable[[], None] | None]] = deque((lane, None) for lane in self)
        """Each with what gives it back if it is lent."""
        self._lent = 0
        self._waiting = 0
        """The number of threads that wait for a lane."""
        self._is_closed = False

    @property
    def wants_more(self) -> bool:
        with self._changed:
            return self._waiting > len(self._free) and len(self) + self._lent < self.most

    def lend(self, lane: Lane, give_back: Callable[[], None]) -> bool:
        """Lends a lane, for one item. Returns whether it is used; `give_back` is called when it no longer is."""
        with self._changed:
            if self._is_closed:
                return False
            self._lent += 1
            self._free.append((lane, give_back))
            self._changed.notify()
            return True

    @contextmanager
    def taken(self) -> Iterator[Lane]:
        """A lane for the `with` block, once one is free. Raises Stopped if they are closed first."""
        with self._changed:
            self._waiting += 1
        self._on_wanted()
        with self._changed:
            self._changed.wait_for(lambda: self._free or self._is_closed)
            self._waiting -= 1
            if self._is_closed:
                raise Stopped
            lane, give_back = self._free.popleft()
        try:
            yield lane
        finally:
            with self._changed:
                if give_back:
                    self._lent -= 1
                else:
                    self._free.append((lane, None))
                    self._changed.notify()
            if give_back:
                give_back()

    def open(self) -> None:
        """Makes them usable again after close()."""
        with self._changed:
            self._is_closed = False

    def close(self) -> None:
        """Gives back what is lent and not in use; nobody gets a lane any more."""
        with self._changed:
            self._is_closed = True
            unused = [give_back for _, give_back in self._free if give_back]
            self._free = deque(each for each in self._free if each[1] is None)
            self._lent -= len(unused)
            self._changed.notify_all()
        for give_back in unused:
            give_back()


def in_lanes(
    work: Callable[[Item, Lane, Stop], Outcome],
    items: Sequence[Item],
    lanes: Sequence[Lane],
    stop: Stop | None = None,
) -> Generator[Outcome, None, None]:
    """Yields the outcome of each item in order. Closing it stops what is running.

    `stop` ends it from elsewhere, by the exception Stopped.
    """
    lanes = lanes if isinstance(lanes, JobLanes) else JobLanes(lanes)
    with Stop(stop) as stop:
        if lanes.most == 1:
            for item in items:
                if stop.was_said:
                    raise Stopped
                yield work(item, lanes[0], stop)
        else:
            yield from _in_several(work, items, lanes, stop)


def _in_several(
    work: Callable[[Item, Lane, Stop], Outcome], items: Sequence[Item], lanes: JobLanes, stop: Stop
) -> Generator[Outcome, None, None]:
    def in_a_lane(item: Item) -> Outcome:
        with lanes.taken() as lane:
            if stop.was_said:
                raise Stopped
            return work(item, lane, stop)

    lanes.open()
    with ThreadPoolExecutor(lanes.most) as workers:
        begun: deque[Future[Outcome]] = deque()
        try:
            for item in items:
                begun.append(workers.submit(in_a_lane, item))
                # As many wait as run, so that a lane need not wait until an outcome has been processed.
                if len(begun) == 2 * lanes.most:
                    yield begun.popleft().result()
            while begun:
                yield begun.popleft().result()
        finally:
            stop.say()
            lanes.close()
            for future in begun:
                future.cancel()
