"""A core is one run's at a time, whichever judge it belongs to."""

import os
import subprocess
import sys
from threading import Thread

import pytest

from judge.base.events import unheard
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


def test_another_judges_core_is_not_free(monkeypatch: pytest.MonkeyPatch) -> None:
    # Names of our own: judges that are at work on this machine must not matter.
    prefix = f"\0test-{os.getpid()}-"
    program = HOLD.replace(
        "with taken", f"import judge.machine.cores; judge.machine.cores.PREFIX = {prefix!r}\nwith taken"
    )
    monkeypatch.setattr(cores, "PREFIX", prefix)
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=this_installation().root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as holder:  # fmt: skip
        assert holder.stdout
        assert holder.stdin
        assert holder.stdout.readline() == "held\n"
        usable = cores.usable_cores()
        assert usable[0] not in cores.free_cores(1) or usable == usable[:1]
        assert sorted(cores.free_cores(99)) == (usable[1:] or usable)
        assert cores.free_first(usable)[-1] == usable[0]
        assert cores.try_to_take(usable[0]) is None
        holder.kill()  # no farewell: the kernel gives the core back
    with cores.taken(usable, unheard):
        assert cores.try_to_take(usable[0]) is None
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


@pytest.mark.parametrize("first", ["lives", "is killed"])
def test_who_waits_for_a_core_is_not_overtaken(monkeypatch: pytest.MonkeyPatch, first: str) -> None:
    """A judge that gives a core back, and needs it again at once, gets it after those who wait, who get it in the order
    in which they came. One that is killed in the queue stops nobody."""
    monkeypatch.setattr(cores, "PREFIX", f"\0test-{os.getpid()}-")
    core = cores.usable_cores()[0]
    in_turn: list[str] = []

    def have(name: str) -> None:
        with cores.taken([core], unheard):
            in_turn.append(name)

    def queued(place: int) -> bool:
        held = cores.try_to_take(core, place)
        if held is not None:
            held.close()
        return held is None

    def come(name: str, place: int) -> Thread:
        thread = Thread(target=have, args=(name,))
        thread.start()
        assert soon(lambda: queued(place))
        return thread

    with cores.taken([core], unheard):
        if first == "is killed":
            program = HOLD.replace(
                "with taken", f"import judge.machine.cores as c; c.PREFIX = {cores.PREFIX!r}\nwith taken"
            )
            with subprocess.Popen(
                [sys.executable, "-c", program], cwd=this_installation().root, stdin=subprocess.PIPE
            ) as killed:
                assert soon(lambda: queued(1))
                waiting = [come("second", 2), come("third", 3)]
                killed.kill()
        else:
            waiting = [come("first", 1), come("second", 2), come("third", 3)]
    have("again")
    for thread in waiting:
        thread.join()
    assert in_turn == [*(["first"] if first == "lives" else []), "second", "third", "again"]
