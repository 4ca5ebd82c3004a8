"""Lanes of units: the longest first, and spare ones only while cores idle."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import suppress

import pytest

from judge.selftest import idle_cores
from judge.selftest.lanes import Lanes, LanesClosed


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle_cores, "LOOK_S", 0.005)


def at_once(lanes: Lanes, wanted: int) -> int:
    """How many of four threads held a lane at a time: each waits a while for so many."""
    running, most, lock, is_enough = 0, 0, threading.Lock(), threading.Event()

    def hold() -> None:
        nonlocal running, most
        with lanes.lane(deque([0.0]), float):
            with lock:
                running, most = running + 1, max(most, running + 1)
            if running == wanted:
                is_enough.set()
            is_enough.wait(0.2)
            with lock:
                running -= 1

    threads = [threading.Thread(target=hold) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return most


@pytest.mark.slow
def test_more_run_while_cores_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    def seconds() -> Iterator[float]:
        idled_s = 0.0
        while True:
            idled_s += 100
            yield idled_s

    idled = seconds()
    monkeypatch.setattr(idle_cores, "idle_s", lambda: next(idled))
    with Lanes(1, spare=1) as lanes:
        assert at_once(lanes, 2) == 2
        assert at_once(lanes, 3) == 2
    with Lanes(1) as lanes:
        assert at_once(lanes, 2) == 1


def test_none_more_while_all_cores_are_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle_cores, "idle_s", lambda: 1.0)
    with Lanes(1, spare=2) as lanes:
        assert at_once(lanes, 2) == 1


def test_what_idles_is_read_of_the_machine() -> None:
    assert 0 < idle_cores.idle_s() <= idle_cores.idle_s()


def test_the_longest_unit_of_all_queues_is_first() -> None:
    """A unit that another caller has taken meanwhile counts no longer; a queue without units waits for nothing."""
    began: list[float] = []
    long, short, none = deque([4.0, 2.0]), deque([3.0, 1.0]), deque[float]()
    with Lanes(1) as lanes:

        def hold(units: deque[float]) -> None:
            with suppress(LanesClosed), lanes.lane(units, float) as unit:
                began.append(unit)

        with lanes.lane(deque([0.0]), float):
            threads = [threading.Thread(target=hold, args=(units,)) for units in (short, short, long, long)]
            for number, thread in enumerate(threads, 1):
                thread.start()
                while len(lanes._waiting) < number:
                    threading.Event().wait(0.001)
            with pytest.raises(LanesClosed), lanes.lane(none, float):
                pass
        for thread in threads:
            thread.join()
    assert began == [4, 3, 2, 1]
