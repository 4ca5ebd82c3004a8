"""Builds for later steps beside an earlier one."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable

import pytest

from judge.base.errors import JudgeError
from judge.base.events import Event, Note
from judge.base.records import replace
from judge.project.host import JudgeHost
from judge.project.installation import this_installation
from judge.selftest.builds_ahead import LOWEST_PRIORITY, BuildsAhead

PRIORITY = "import os; print(os.getpriority(os.PRIO_PROCESS, 0))"


def priority_of_a_child() -> int:
    return int(subprocess.run([sys.executable, "-c", PRIORITY], capture_output=True, check=True).stdout)


def noting(done: list[tuple[str, int]], step: str) -> Callable[[JudgeHost], None]:
    return lambda _: done.append((step, priority_of_a_child()))


def test_later_builds_are_done_in_order_at_the_lowest_priority(tree: JudgeHost) -> None:
    done: list[tuple[str, int]] = []
    own = os.getpriority(os.PRIO_PROCESS, 0)
    with BuildsAhead(tree, {step: noting(done, step) for step in ("first", "second", "third")}) as ahead:
        ahead.wait_for("first")
        ahead.begin()
        ahead.wait_for("third")
        ahead.wait_for("one that builds nothing")
    assert done == [("first", own), ("second", LOWEST_PRIORITY), ("third", LOWEST_PRIORITY)]
    assert priority_of_a_child() == own


def test_what_a_build_raises_is_of_its_own_step(tree: JudgeHost) -> None:
    done: list[tuple[str, int]] = []

    def fail(_: JudgeHost) -> None:
        raise JudgeError("does not compile")

    with BuildsAhead(tree, {"bad": fail, "good": noting(done, "good")}) as ahead:
        ahead.begin()
        ahead.wait_for("good")
        with pytest.raises(JudgeError, match="does not compile"):
            ahead.wait_for("bad")
    assert [step for step, _ in done] == ["good"]


def test_no_build_goes_on_beside_a_step_that_waited_for_another(tree: JudgeHost) -> None:
    done: list[tuple[str, int]] = []
    with BuildsAhead(tree, {step: noting(done, step) for step in ("unit", "sanitizers")}) as ahead:
        ahead.begin()
        ahead.wait_for("unit")
        assert [step for step, _ in done] == ["unit", "sanitizers"]


def test_only_who_waits_is_told(tree: JudgeHost) -> None:
    told: list[Event] = []
    progress = Note("building")
    may_end = threading.Event()

    def build(host: JudgeHost) -> None:
        host.tell(progress)
        assert may_end.wait(60)

    def hear(event: Event) -> None:
        told.append(event)
        may_end.set()

    host = replace(tree, tell=hear)
    with BuildsAhead(host, {"unit": build}) as ahead:
        ahead.begin()
        assert told == []
        ahead.wait_for("unit")
    assert len(told) == 1
    assert progress not in told


def test_a_build_of_tests_puts_nothing_where_commands_look_for_changes() -> None:
    """Else each command that a test starts would wait until the build beside it is done."""
    made = {path.name for path in this_installation().build.glob("*.a")}
    assert made == set()
