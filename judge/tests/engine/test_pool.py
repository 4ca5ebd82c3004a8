"""The pool: who goes first, what may run at the same time, and what is cancelled. Nothing here runs a program."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager

import pytest

from judge.base.priority import AGE_S, Priority
from judge.base.processes import Stop, Stopped
from judge.base.records import replace
from judge.base.submission_state import State
from judge.engine import pool as pools
from judge.engine.handle import Handle
from judge.engine.pool import LocalPool
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.problems.device import Device
from judge.problems.formats.own import load_problem
from judge.project.host import JudgeHost

PATIENCE_S = 20.0


class Clock:
    def __init__(self) -> None:
        self.now_s = 1000.0

    def monotonic(self) -> float:
        return self.now_s


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(pools, "time", clock)
    return clock


@pytest.fixture
def job(tree: JudgeHost) -> Callable[..., Job]:
    problem = load_problem(tree.installation.problems / "double")

    def job_called(name: str, *, device: Device = Device.CPU, all_cores: bool = False) -> Job:
        return Job(
            replace(
                Solution(name=name, problem=problem, expected=Verdict.AC),
                device=device,
                uses_all_cores=all_cores,
            ),
            (),
        )

    return job_called


class Judge:
    """Each job is judged until it is let go."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.cores: dict[str, Sequence[int]] = {}
        self._gates: dict[str, threading.Event] = {}
        self._changed = threading.Condition()

    def __call__(self, job: Job, cores: Sequence[int], stop: Stop) -> Result:
        name = job.solution.name
        with self._changed:
            self.begun.append(name)
            self.cores[name] = list(cores)
            gate = self._gates.setdefault(name, threading.Event())
            self._changed.notify_all()
        while not gate.wait(0.005):
            if stop.was_said:
                raise Stopped
        return Result(job.solution)

    def let(self, *names: str) -> None:
        """These end, each as soon as it has begun."""
        for name in names:
            with self._changed:
                self._gates.setdefault(name, threading.Event()).set()

    def wait_for(self, *names: str) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: {*names} <= {*self.begun}, PATIENCE_S), self.begun


@pytest.fixture
def judge() -> Iterator[Judge]:
    yield (judge := Judge())
    judge.let(*judge.begun)


def finish(judge: Judge, *handles: Handle) -> None:
    for handle in handles:
        judge.let(handle.job.solution.name)
        assert handle.result(PATIENCE_S).solution is handle.job.solution
        assert handle.state is State.DONE


def test_the_higher_priority_goes_first_and_equals_in_the_order_of_submission(
    judge: Judge, job: Callable[..., Job], clock: Clock
) -> None:
    pool = LocalPool([0])
    first = pool.submit(job("first"), judge)
    order = [Priority.MEASURING, Priority.CLASS, Priority.CONTEST, Priority.CLASS, Priority.REJUDGING]
    others = [pool.submit(job(f"{number}"), judge, priority) for number, priority in enumerate(order)]
    finish(
        judge,
        first,
        *sorted(others, key=lambda one: (order[int(one.job.solution.name)], one.job.solution.name)),
    )
    assert judge.begun == ["first", "2", "1", "3", "4", "0"]


def test_nobody_starves(judge: Judge, job: Callable[..., Job], clock: Clock) -> None:
    pool = LocalPool([0])
    running = pool.submit(job("running"), judge)
    measuring = pool.submit(job("measuring"), judge, Priority.MEASURING)
    clock.now_s += AGE_S * (Priority.MEASURING - Priority.CONTEST) - 1
    before = pool.submit(job("before"), judge, Priority.CONTEST)
    clock.now_s += 2
    after = pool.submit(job("after"), judge, Priority.CONTEST)
    finish(judge, running, before, measuring, after)
    assert judge.begun == ["running", "before", "measuring", "after"]


def test_each_has_a_core_of_its_own(judge: Judge, job: Callable[..., Job]) -> None:
    pool = LocalPool([3, 5])
    one, two, three = (pool.submit(job(name), judge) for name in ("one", "two", "three"))
    judge.wait_for("one", "two")
    assert {*judge.cores["one"], *judge.cores["two"]} == {3, 5}
    assert "three" not in judge.begun
    finish(judge, two, three)
    assert judge.cores["three"] == judge.cores["two"]
    finish(judge, one)


@pytest.mark.parametrize("priority", [Priority.PRACTICE, Priority.CONTEST])
@pytest.mark.parametrize("has_turn", [True, False])
def test_what_takes_all_cores_has_its_turn_within_a_bounded_time(
    judge: Judge, job: Callable[..., Job], clock: Clock, has_turn: bool, priority: Priority
) -> None:
    """One that is not due yet lets others pass for as long as anything runs."""
    pool = LocalPool([0, 1], turn_after_s=30)
    small = [pool.submit(job(f"small-{number}"), judge) for number in range(2)]
    large = pool.submit(job("large", all_cores=True), judge)
    more = [pool.submit(job(f"more-{number}"), judge, priority) for number in range(2)]
    judge.wait_for("small-0", "small-1")
    clock.now_s += 31 if has_turn else 29
    finish(judge, small[0])
    if has_turn:
        assert "more-0" not in judge.begun  # a core is idle, and is kept so
        finish(judge, small[1])
        judge.wait_for("large")
        assert judge.cores["large"] == [0, 1]
        assert "more-0" not in judge.begun
        finish(judge, large, *more)
    else:
        judge.wait_for("more-0")
        finish(judge, small[1], *more, large)
        assert judge.begun[-1] == "large"


def test_few_are_on_the_gpu_and_others_pass_them(judge: Judge, job: Callable[..., Job]) -> None:
    pool = LocalPool([0, 1, 2], most_on_gpus=1)
    on_gpu = [pool.submit(job(f"gpu-{number}", device=Device.GPU), judge) for number in range(2)]
    others = [pool.submit(job(f"cpu-{number}"), judge) for number in range(2)]
    judge.wait_for("gpu-0", "cpu-0", "cpu-1")
    assert "gpu-1" not in judge.begun
    finish(judge, on_gpu[0], on_gpu[1], *others)


class OneOfThree:
    """GPUs, of which a job has the first."""

    count = 1

    @contextmanager
    def place(self) -> Iterator[int]:
        yield 0


def test_a_job_on_a_gpu_has_the_nearest_core(
    judge: Judge, job: Callable[..., Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A core of unknown distance comes last; without a GPU cores take turns."""
    monkeypatch.setattr(pools, "distances_from", lambda _: {1: 21, 2: 10, 3: 10})
    pool = LocalPool([0, 1, 2, 3], gpus=OneOfThree(), most_on_gpus=4)  # type: ignore[arg-type]
    handles = [pool.submit(job(f"gpu-{number}", device=Device.GPU), judge) for number in range(4)]
    judge.wait_for("gpu-0", "gpu-1", "gpu-2", "gpu-3")
    assert [judge.cores[f"gpu-{number}"] for number in range(4)] == [[2], [3], [1], [0]]
    finish(judge, *handles)


def test_what_waits_is_cancelled_at_once_and_what_runs_is_stopped(
    judge: Judge, job: Callable[..., Job]
) -> None:
    ended: list[str] = []
    pool = LocalPool([0])
    running, waiting, last = (
        pool.submit(job(name), judge, on_end=lambda one: ended.append(one.job.solution.name))
        for name in ("running", "waiting", "last")
    )
    judge.wait_for("running")
    assert pool.cancel(waiting)
    assert (waiting.state, ended) == (State.CANCELLED, ["waiting"])
    assert pool.cancel(running)
    with pytest.raises(CancelledError):
        running.result(PATIENCE_S)
    finish(judge, last)
    assert judge.begun == ["running", "last"]
    assert [pool.cancel(one) for one in (running, waiting, last)] == [False] * 3


def test_a_failure_of_the_judge_is_raised_where_the_result_is_asked_for(job: Callable[..., Job]) -> None:
    def fails(_: Job, __: Sequence[int], ___: Stop) -> Result:
        raise ValueError("broken")

    pool = LocalPool([0])
    handles = [pool.submit(job(name), fails) for name in ("one", "two")]
    for handle in handles:
        with pytest.raises(ValueError, match="broken"):
            handle.result(PATIENCE_S)
        assert handle.state is State.FAILED
    assert len(pool) == 0


def test_a_closed_pool_ends_what_it_has_and_takes_no_more(judge: Judge, job: Callable[..., Job]) -> None:
    pool = LocalPool([0])
    handles = [pool.submit(job(name), judge) for name in ("one", "two")]
    judge.let("one", "two")
    pool.close()
    assert [one.state for one in handles] == [State.DONE] * 2
    with pytest.raises(CancelledError):
        pool.submit(job("three"), judge)


def test_a_pool_is_closed_at_once_if_asked_to(judge: Judge, job: Callable[..., Job]) -> None:
    pool = LocalPool([0])
    handles = [pool.submit(job(name), judge) for name in ("one", "two")]
    judge.wait_for("one")
    pool.close(cancel=True)
    assert [one.state for one in handles] == [State.CANCELLED] * 2
    assert judge.begun == ["one"]
