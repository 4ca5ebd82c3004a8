"""A core is one run's at a time, whichever judge it belongs to."""

import errno
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from judge.base.events import Event, Waiting, unheard
from judge.base.processes import Stop, Stopped
from judge.machine import cores
from judge.project.installation import this_installation
from judge.tests.watching import soon

HOLD = """
import sys
from judge.base.events import unheard
from judge.machine.cores import taken, usable_cores
with taken(usable_cores()[:1], unheard):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def core(monkeypatch: pytest.MonkeyPatch) -> int:
    """A core's number, under names of our own."""
    monkeypatch.setattr(cores, "PREFIX", f"\0test-{os.getpid()}-")
    return cores.usable_cores()[0]


@contextmanager
def another_judge() -> Iterator[subprocess.Popen[str]]:
    """A process that takes the first core, and keeps it."""
    program = HOLD.replace(
        "with taken", f"import judge.machine.cores as c; c.PREFIX = {cores.PREFIX!r}\nwith taken"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=this_installation().root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        yield process
        process.kill()


def test_the_cores_of_the_process_are_more_than_a_threads(core: int) -> None:
    everything = cores.usable_cores()
    found: list[list[int]] = []

    def ask() -> None:
        os.sched_setaffinity(0, [core])
        found.extend([cores.usable_cores(), cores.cores_of_process()])

    thread = Thread(target=ask)
    thread.start()
    thread.join()
    assert found == [[core], everything]


def test_without_a_descriptor_a_core_counts_as_taken(core: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not cores.is_taken(core)

    def fails(*_: object) -> socket.socket:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(socket, "socket", fails)
    assert cores.is_taken(core)


def test_another_judges_core_is_not_free(core: int) -> None:
    usable = cores.usable_cores()
    with another_judge() as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        assert core not in cores.free_cores(1) or usable == [core]
        assert sorted(cores.free_cores(99)) == (usable[1:] or usable)
        assert cores.free_first(usable)[-1] == core
        assert cores.try_to_take(core) is None
    # It was killed: the kernel gives the core back.
    with cores.taken(usable, unheard):
        assert cores.try_to_take(core) is None
    with cores.taken(usable[:1], unheard):
        pass


def test_judges_that_begin_together_wait_for_different_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judges get different cores, even if all cores are taken."""
    monkeypatch.setattr(cores, "PREFIX", f"\0test-{os.getpid()}-")
    four = [3, 5, 8, 9]

    def first_of_each() -> list[int]:
        found = []
        for process in range(8):
            monkeypatch.setattr(os, "getpid", lambda process=process: process)
            found.append(cores.free_first(four)[0])
        return sorted(found)

    assert first_of_each() == sorted(four * 2)
    with cores.taken(four, unheard):
        assert first_of_each() == sorted(four * 2)


def waiting(core: int) -> int:
    """The connections to the core's name; one more line is that of the socket which listens."""
    name = f"@{cores.PREFIX[1:]}{core}"
    lines = Path("/proc/net/unix").read_text().splitlines()
    return sum(line.split()[-1] == name for line in lines) - 1


class Queue:
    """Threads that want a core once, each when those before it wait."""

    def __init__(self, core: int) -> None:
        self.in_turn: list[str] = []
        self._core, self._threads = core, list[Thread]()

    def have(self, name: str, stop: Stop | None = None) -> None:
        try:
            with cores.taken([self._core], unheard, stop):
                self.in_turn.append(name)
        except Stopped:
            self.in_turn.append(f"{name} stopped")

    def come(self, name: str, stop: Stop | None = None) -> None:
        before = waiting(self._core)
        self._threads.append(Thread(target=self.have, args=(name, stop)))
        self._threads[-1].start()
        assert soon(lambda: waiting(self._core) == before + 1)

    def end(self) -> list[str]:
        for thread in self._threads:
            thread.join()
        return self.in_turn


def test_who_waits_for_a_core_is_not_overtaken(core: int) -> None:
    """A judge that gives a core back, and needs it again at once, gets it after those who wait, who get it in the order
    in which they came."""
    queue = Queue(core)
    with cores.taken([core], unheard):
        for name in ("first", "second", "third"):
            queue.come(name)
    queue.have("again")
    assert queue.end() == ["first", "second", "third", "again"]


def test_who_is_stopped_waits_no_longer(core: int) -> None:
    queue = Queue(core)
    with Stop() as stop:
        with cores.taken([core], unheard):
            queue.come("first", stop)
            queue.come("second")
            stop.say()
            assert soon(lambda: queue.in_turn == ["first stopped"])
            queue.have("third", stop)
            assert queue.in_turn == ["first stopped", "third stopped"]
        assert queue.end() == ["first stopped", "third stopped", "second"]


def test_one_that_is_killed_while_it_waits_stops_nobody(core: int) -> None:
    queue = Queue(core)
    with cores.taken([core], unheard):
        with another_judge():
            assert soon(lambda: waiting(core) == 1)
            queue.come("second")
            queue.come("third")
        assert queue.in_turn == []
    assert queue.end() == ["second", "third"]


def test_one_that_is_stopped_while_it_waits_is_passed_over_and_queues_again(core: int) -> None:
    """A judge may be stopped by Ctrl-Z, for hours, for which others would wait."""
    queue = Queue(core)
    with another_judge() as stopped:
        with cores.taken([core], unheard):
            assert soon(lambda: waiting(core) == 1)
            stopped.send_signal(signal.SIGSTOP)
            assert soon(lambda: ") T " in stat_of(stopped))
            queue.come("second")
        assert queue.end() == ["second"]
        stopped.send_signal(signal.SIGCONT)
        assert stopped.stdout
        assert stopped.stdout.readline() == "held\n"


def stat_of(process: subprocess.Popen[str]) -> str:
    return Path(f"/proc/{process.pid}/stat").read_text()


def test_those_who_wait_go_on_if_the_judge_that_has_the_core_is_killed(core: int) -> None:
    queue = Queue(core)
    with another_judge() as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        for name in ("first", "second", "third"):
            queue.come(name)
        assert queue.in_turn == []
    assert sorted(queue.end()) == ["first", "second", "third"]


def test_judges_that_may_not_be_connected_take_turns_all_the_same(
    core: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """AppArmor keeps two apart that it confines in different ways: they ask again and again."""
    refused: list[str] = []

    def refuse(_: object, address: str) -> None:
        refused.append(address)
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(socket.socket, "connect", refuse)
    queue = Queue(core)
    waits = Thread(target=queue.have, args=("waits",))
    with cores.taken([core], unheard):
        waits.start()
        assert soon(lambda: len(refused) > 2)
        assert queue.in_turn == []
    waits.join()
    assert queue.in_turn == ["waits"]


def test_a_long_wait_is_told_and_keeps_its_place(core: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cores, "PATIENCE_S", 0.01)
    queue, told = Queue(core), list[Event]()

    def wait() -> None:
        with cores.taken([core], told.append):
            queue.in_turn.append("patient")

    with cores.taken([core], unheard):
        patient = Thread(target=wait)
        patient.start()
        assert soon(lambda: bool(told))
        queue.come("second")
    patient.join()
    assert queue.end() == ["patient", "second"]
    assert told == [Waiting(f"core {core}", "another run has it")]
