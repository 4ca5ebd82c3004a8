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
from judge.tests.watching import PATIENCE_S

PRIORITY = "import os; print(os.getpriority(os.PRIO_PROCESS, 0))"


def priority_of_a_child() -> int:
    return int(subprocess.run([sys.executable, "-c", PRIORITY], capture_output=True, check=True).stdout)


def noting(done: list[tuple[str, int]], step: str) -> Callable[[JudgeHost], None]:
    return lambda _: done.append((step, priority_of_a_child()))


def test_later_builds_are_done_in_order_at_the_lowest_priority(tree: JudgeHost) -> None:
    done: list[tuple[str, int]] = []
    own = os.getpriority(os.PRIO_PROCESS, 0)
    with BuildsAhead(tree, {step: noting(done, step) for step in ("first", "second", "third")}) as ahead:
        ahead.wait_for("third")
        ahead.wait_for("one that builds nothing")
    assert done == [("first", own), ("second", LOWEST_PRIORITY), ("third", LOWEST_PRIORITY)]
    assert priority_of_a_child() == own


def test_a_build_that_several_steps_share_is_done_once_and_first(tree: JudgeHost) -> None:
    done: list[tuple[str, int]] = []
    alone, shared = noting(done, "alone"), noting(done, "shared")
    with BuildsAhead(tree, {"unit": alone, "data": shared, "verify": shared}) as ahead:
        ahead.wait_for("verify")
        ahead.wait_for("unit")
    assert [build for build, _ in done] == ["shared", "alone"]


def test_what_a_build_raises_is_of_its_own_step(tree: JudgeHost) -> None:
    done: list[tuple[str, int]] = []

    def fail(_: JudgeHost) -> None:
        raise JudgeError("does not compile")

    with BuildsAhead(tree, {"bad": fail, "good": noting(done, "good")}) as ahead:
        ahead.wait_for("good")
        with pytest.raises(JudgeError, match="does not compile"):
            ahead.wait_for("bad")
    assert [step for step, _ in done] == ["good"]


def test_a_step_does_not_wait_for_the_builds_of_later_ones(tree: JudgeHost) -> None:
    done: list[tuple[str, int]] = []
    may_end = threading.Event()

    def wait(_: JudgeHost) -> None:
        assert may_end.wait(PATIENCE_S)

    with BuildsAhead(tree, {"first": noting(done, "first"), "second": wait}) as ahead:
        ahead.wait_for("first")
        may_end.set()
        ahead.wait_for("second")
    assert [step for step, _ in done] == ["first"]


def test_the_first_build_alone_tells_how_far_it_is(tree: JudgeHost) -> None:
    told: list[Event] = []
    host = replace(tree, tell=told.append)

    def build(step: str) -> Callable[[JudgeHost], None]:
        return lambda host: host.tell(Note(step))

    with BuildsAhead(host, {step: build(step) for step in ("first", "second")}) as ahead:
        ahead.wait_for("second")
    assert told == [Note("first")]


def test_a_build_of_tests_puts_nothing_where_commands_look_for_changes() -> None:
    """Each command that a test starts would otherwise wait until the other build is done."""
    made = {path.name for path in this_installation().build.glob("*.a")}
    assert made == set()
