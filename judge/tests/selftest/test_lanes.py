"""Lanes of units: the longest first, and spare ones only while cores idle."""

import threading
from collections.abc import Iterator

import pytest

from judge.selftest import idle_cores
from judge.selftest.lanes import Lanes


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle_cores, "LOOK_S", 0.005)


def at_once(lanes: Lanes, wanted: int) -> int:
    """How many of four threads held a lane at a time: each waits a while for so many."""
    running, most, lock, is_enough = 0, 0, threading.Lock(), threading.Event()

    def hold() -> None:
        nonlocal running, most
        with lanes.lane(lambda: 0.0):
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


def test_the_thread_that_expects_the_longest_unit_is_first() -> None:
    """A unit that another has taken meanwhile counts no longer."""
    began: list[str] = []
    expected_s = {"short": 1.0, "long": 3.0, "longest": 4.0}
    with Lanes(1) as lanes:

        def hold(name: str) -> None:
            with lanes.lane(lambda: expected_s[name]):
                began.append(name)

        with lanes.lane(lambda: 0.0):
            threads = [threading.Thread(target=hold, args=(name,)) for name in expected_s]
            for number, thread in enumerate(threads, 1):
                thread.start()
                while len(lanes._waiting) < number:
                    threading.Event().wait(0.001)
            expected_s["longest"] = 2.0
        for thread in threads:
            thread.join()
    assert began == ["long", "longest", "short"]
