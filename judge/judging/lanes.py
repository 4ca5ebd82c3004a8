"""Judges several tests of one solution at once, each in a lane of its own, and yields their results in the order of
the tests."""

import queue
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from typing import TypeVar

from judge.base.processes import Stop, Stopped

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")
Lane = Sequence[int]


def in_lanes(
    work: Callable[[Item, Lane, Stop], Outcome],
    items: Sequence[Item],
    lanes: Sequence[Lane],
    stop: Stop | None = None,
) -> Generator[Outcome, None, None]:
    """Yields the outcome of each item in order. Closing it stops what is running.

    `stop` ends it from elsewhere, by the exception Stopped.
    """
    with nullcontext(stop) if stop else Stop() as stop:
        if len(lanes) == 1:
            for item in items:
                if stop.was_said:
                    raise Stopped
                yield work(item, lanes[0], stop)
        else:
            yield from _in_several(work, items, lanes, stop)


def _in_several(
    work: Callable[[Item, Lane, Stop], Outcome], items: Sequence[Item], lanes: Sequence[Lane], stop: Stop
) -> Generator[Outcome, None, None]:
    free: queue.SimpleQueue[Lane] = queue.SimpleQueue()
    for lane in lanes:
        free.put(lane)

    def in_a_lane(item: Item) -> Outcome:
        lane = free.get()
        try:
            return work(item, lane, stop)
        finally:
            free.put(lane)

    with ThreadPoolExecutor(len(lanes)) as workers:
        begun: deque[Future[Outcome]] = deque()
        try:
            for item in items:
                begun.append(workers.submit(in_a_lane, item))
                # As many wait as run, so that a lane need not wait until an outcome has been processed.
                if len(begun) == 2 * len(lanes):
                    yield begun.popleft().result()
            while begun:
                yield begun.popleft().result()
        finally:
            stop.say()
            for future in begun:
                future.cancel()
