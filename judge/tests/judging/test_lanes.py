"""Parallel tests: order, lanes, and an end that waits for none."""

import os
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from judge.base.processes import Stop, Stopped, call
from judge.base.records import replace
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.lanes import in_lanes
from judge.judging.solutions import submission
from judge.machine.cores import usable_cores
from judge.problems.formats.own import load_problem
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost
from judge.tests.watching import PATIENCE_S, processes_naming, soon

pytestmark = pytest.mark.built


@pytest.mark.parametrize("lanes", [[[0]], [[0], [1]], [[0], [1], [2]]], ids=len)
def test_order_is_kept_and_no_lane_has_two_at_once(lanes: Sequence[Sequence[int]]) -> None:
    busy: set[int] = set()
    lock = threading.Lock()

    def work(item: int, lane: Sequence[int], _: Stop) -> int:
        with lock:
            assert lane[0] not in busy
            busy.add(lane[0])
        time.sleep(0.001 * (item * 7 % 5))
        with lock:
            busy.remove(lane[0])
        return item

    with closing(in_lanes(work, range(40), lanes)) as outcomes:
        assert list(outcomes) == list(range(40))


def test_an_error_comes_out_in_its_turn() -> None:
    def work(item: int, _lane: Sequence[int], _stop: Stop) -> int:
        if item == 2:
            raise KeyError(item)
        return item

    outcomes = in_lanes(work, range(9), [[0], [1]])
    assert [next(outcomes), next(outcomes)] == [0, 1]
    with pytest.raises(KeyError):
        next(outcomes)


def test_closing_stops_a_program_that_runs(tmp_path: Path) -> None:
    """The second would take a quarter of an hour, and is not wanted after the first."""
    stopped = []
    runs = tmp_path / "runs"

    def work(item: int, _: Sequence[int], stop: Stop) -> int:
        # Closed before the second has begun, it would be called off, not stopped.
        if item == 0:
            assert soon(runs.exists)
            return 0
        try:
            return call(
                ["/bin/sh", "-c", f"touch '{runs}'; exec sleep 1000"],
                stdin=None,
                stderr=tmp_path / "err",
                timeout_s=1001,
                stop=stop,
            )
        except Stopped:
            stopped.append(item)
            raise

    start = time.monotonic()
    with closing(in_lanes(work, range(2), [[0], [1]])) as outcomes:
        assert next(outcomes) == 0
    assert stopped == [1]
    assert time.monotonic() - start < PATIENCE_S


SLOW_AFTER_WRONG = """
import time
if int(input()) == 3:
    print("wrong")
else:
    time.sleep(1000)
"""


def test_a_failed_test_does_not_wait_for_the_next(tree: JudgeHost, monkeypatch: pytest.MonkeyPatch) -> None:
    # Names of our own: a judge that has the one core might wait for the other, and so for the test that sleeps.
    monkeypatch.setattr("judge.machine.cores.PREFIX", f"\0test-{os.getpid()}-")
    problem = load_problem(tree.installation.problems / "double")
    problem = replace(problem, limits=replace(problem.limits, time_s=1000))
    solution = submission(tree, problem, SLOW_AFTER_WRONG, "slow.py")
    lanes = [[core] for core in (usable_cores() * 2)[:2]]
    start = time.monotonic()
    result = judge(tree, Job(solution, load_test_cases(tree.installation, problem)), lanes)
    assert result.verdict.code == "WA"
    assert len(result.tests) == 1
    assert time.monotonic() - start < PATIENCE_S
    assert soon(lambda: not processes_naming(tree.installation.data.compile_cache))
