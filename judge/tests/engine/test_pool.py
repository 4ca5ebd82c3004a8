"""The pool of this machine: who goes first, and what may run at the same time. Nothing here runs a program."""

import errno
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import closing, contextmanager

import pytest

from judge.base.errors import JudgeError
from judge.base.priority import AGE_S, Priority
from judge.base.processes import Stop, Stopped
from judge.base.records import replace
from judge.base.submission_state import State
from judge.engine import pool as pools
from judge.engine.handle import Handle
from judge.engine.pool import MOST_LENT, LocalPool
from judge.judging.job import Job
from judge.judging.lanes import JobLanes, in_lanes
from judge.judging.results import Result
from judge.problems.device import Device
from judge.tests.engine.gated import Judge, finish
from judge.tests.watching import PATIENCE_S, soon


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
def judge() -> Iterator[Judge]:
    yield (judge := Judge())
    judge.let(*judge.begun)


def test_nobody_starves(judge: Judge, job: Callable[..., Job], clock: Clock) -> None:
    pool = LocalPool([0], judge)
    running = pool.submit(job("running"))
    measuring = pool.submit(job("measuring"), Priority.MEASURING)
    clock.now_s += AGE_S * (Priority.MEASURING - Priority.CONTEST) - 1
    before = pool.submit(job("before"), Priority.CONTEST)
    clock.now_s += 2
    after = pool.submit(job("after"), Priority.CONTEST)
    finish(judge, running, before, measuring, after)
    assert judge.begun == ["running", "before", "measuring", "after"]


def test_each_has_a_core_of_its_own(judge: Judge, job: Callable[..., Job]) -> None:
    pool = LocalPool([3, 5], judge)
    one, two, three = (pool.submit(job(name)) for name in ("one", "two", "three"))
    judge.wait_for("one", "two")
    assert {*judge.cores["one"], *judge.cores["two"]} == {3, 5}
    assert "three" not in judge.begun
    finish(judge, two, three)
    assert judge.cores["three"] == judge.cores["two"]
    finish(judge, one)


def test_a_job_has_a_core_that_no_other_judge_uses(
    judge: Judge, job: Callable[..., Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If all are used, it waits for one of them."""
    monkeypatch.setattr(pools, "is_taken", lambda core: core != 5)
    pool = LocalPool([3, 5, 7], judge)
    one = pool.submit(job("one"))
    judge.wait_for("one")
    assert judge.cores["one"] == [5]
    two = pool.submit(job("two"))
    finish(judge, two, one)
    assert judge.cores["two"] == [3]


@pytest.mark.parametrize("priority", [Priority.PRACTICE, Priority.CONTEST])
@pytest.mark.parametrize("has_turn", [True, False])
def test_what_takes_all_cores_has_its_turn_within_a_bounded_time(
    judge: Judge, job: Callable[..., Job], clock: Clock, has_turn: bool, priority: Priority
) -> None:
    """One that is not due yet lets others pass for as long as anything runs."""
    pool = LocalPool([0, 1], judge, turn_after_s=30)
    small = [pool.submit(job(f"small-{number}")) for number in range(2)]
    large = pool.submit(job("large", all_cores=True))
    more = [pool.submit(job(f"more-{number}"), priority) for number in range(2)]
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
    pool = LocalPool([0, 1, 2], judge, most_on_gpus=1)
    on_gpu = [pool.submit(job(f"gpu-{number}", device=Device.GPU)) for number in range(2)]
    others = [pool.submit(job(f"cpu-{number}")) for number in range(2)]
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
    monkeypatch.setattr(pools, "is_taken", lambda _: False)  # by a judge beside the tests
    pool = LocalPool([0, 1, 2, 3], judge, gpus=OneOfThree(), most_on_gpus=4)  # type: ignore[arg-type]
    handles = [pool.submit(job(f"gpu-{number}", device=Device.GPU)) for number in range(4)]
    judge.wait_for("gpu-0", "gpu-1", "gpu-2", "gpu-3")
    assert [judge.cores[f"gpu-{number}"] for number in range(4)] == [[2], [3], [1], [0]]
    finish(judge, *handles)


def test_a_pool_is_closed_once_each_end_is_told(judge: Judge, job: Callable[..., Job]) -> None:
    told: list[Handle] = []

    def tell(handle: Handle) -> None:
        time.sleep(0.2 if handle is handles[0] else 0.6)  # the first end that is told is not the last one
        told.append(handle)

    pool = LocalPool([0], judge)
    handles = [pool.submit(job(name), on_end=tell) for name in ("one", "two")]
    judge.let("one", "two")
    pool.close()
    assert {*told} == {*handles}


def test_a_failure_of_the_judge_is_raised_where_the_result_is_asked_for(job: Callable[..., Job]) -> None:
    def fails(_: Job, __: JobLanes, ___: Stop) -> Result:
        raise ValueError("broken")

    pool = LocalPool([0], fails)
    handles = [pool.submit(job(name)) for name in ("one", "two")]
    for handle in handles:
        with pytest.raises(ValueError, match="broken"):
            handle.result(PATIENCE_S)
        assert handle.state is State.FAILED
    assert len(pool) == 0


@pytest.mark.parametrize("lacking", ["thread", "descriptor", "memory"])
def test_a_job_that_cannot_be_started_fails_and_the_others_go_on(
    job: Callable[..., Job], judge: Judge, monkeypatch: pytest.MonkeyPatch, lacking: str
) -> None:
    """The second of four, with a core and with a GPU: what it had taken is given back."""
    pool = LocalPool([0], judge, most_on_gpus=1)
    first = pool.submit(job("first"))
    handles = [pool.submit(job(name)) for name in ("second", "third", "fourth")]
    failed = []

    def fails_once(*_: object) -> object:
        failed.append(1)
        monkeypatch.undo()
        if lacking == "thread":
            raise RuntimeError("can't start new thread")
        if lacking == "memory":
            raise MemoryError
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    if lacking == "thread":
        monkeypatch.setattr(threading.Thread, "start", fails_once)
    else:
        monkeypatch.setattr(pools, "Stop", fails_once)
    judge.let("first")
    assert first.result(PATIENCE_S).solution is first.job.solution
    with pytest.raises((JudgeError, MemoryError)) as error:
        handles[0].result(PATIENCE_S)
    limit = {"thread": "ulimit -u", "descriptor": "ulimit -n", "memory": ""}[lacking]
    assert limit in str(error.value)
    assert (handles[0].state, handles[0].stop) == (State.FAILED, None)
    finish(judge, *handles[1:])
    assert (failed, judge.begun) == ([1], ["first", "third", "fourth"])
    pool.close()
    assert len(pool) == 0


class Sharing:
    """Judges a GPU job of twelve tests, each of which goes on until it may end."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.may_end = threading.Event()
        self.in_use: Counter[int] = Counter()
        self.most: Counter[str] = Counter()
        self.at_once: Counter[str] = Counter()

    def __call__(self, job: Job, lanes: JobLanes, stop: Stop) -> Result:
        def work(item: int, lane: Sequence[int], _: Stop) -> int:
            [core] = lane
            name = job.solution.name
            with self.lock:
                self.in_use[core] += 1
                assert self.in_use[core] == 1
                self.at_once[name] += 1
                self.most[name] = max(self.most[name], self.at_once[name])
            assert self.may_end.wait(PATIENCE_S)
            with self.lock:
                self.in_use[core] -= 1
                self.at_once[name] -= 1
            return item

        with closing(in_lanes(work, range(12), lanes, stop)) as outcomes:
            assert list(outcomes) == list(range(12))
        return Result(job.solution)


@pytest.mark.parametrize(
    ("cores", "most_on_gpus", "expected"),
    [(8, 8, 1 + MOST_LENT), (3, 8, 3), (8, 2, 2), (1, 8, 1)],
)
def test_what_no_job_waits_for_is_lent_to_one_that_shares_a_gpu(
    job: Callable[..., Job], cores: int, most_on_gpus: int, expected: int
) -> None:
    sharing = Sharing()
    pool = LocalPool(range(cores), sharing, most_on_gpus=most_on_gpus)
    handle = pool.submit(replace(job("gpu", device=Device.GPU), shares_gpu=True))
    assert soon(lambda: sharing.at_once["gpu"] == expected)
    sharing.may_end.set()
    handle.result(PATIENCE_S)
    assert sharing.most["gpu"] == expected
    # All cores are there again: as many jobs run at once as before.
    sharing.may_end.clear()
    handles = [pool.submit(job(f"cpu-{number}")) for number in range(cores + 1)]
    assert soon(lambda: sharing.at_once.total() == cores)
    sharing.may_end.set()
    for one in handles:
        one.result(PATIENCE_S)
    pool.close()


def test_a_job_that_has_the_gpu_to_itself_is_lent_nothing(job: Callable[..., Job]) -> None:
    sharing = Sharing()
    sharing.may_end.set()
    LocalPool(range(4), sharing, most_on_gpus=4).submit(job("gpu", device=Device.GPU)).result(PATIENCE_S)
    assert sharing.most["gpu"] == 1


def test_nothing_is_lent_while_a_job_waits_and_a_new_one_waits_for_one_test_at_most(
    job: Callable[..., Job],
) -> None:
    sharing = Sharing()
    pool = LocalPool(range(2), sharing, most_on_gpus=2)
    handles = [pool.submit(replace(job("first", device=Device.GPU), shares_gpu=True))]
    assert soon(lambda: sharing.at_once["first"] == 2)
    handles += [
        pool.submit(replace(job(name, device=Device.GPU), shares_gpu=True)) for name in ("second", "third")
    ]
    sharing.may_end.set()
    for one in handles:
        one.result(PATIENCE_S)
    assert sharing.in_use.total() == 0
    pool.close()


def test_a_job_that_is_cancelled_gives_back_what_it_was_lent(job: Callable[..., Job]) -> None:
    begun = threading.Semaphore(0)

    def judge_one(job: Job, lanes: JobLanes, stop: Stop) -> Result:
        def work(_: int, __: Sequence[int], stop: Stop) -> None:
            begun.release()
            assert soon(lambda: stop.was_said)
            raise Stopped

        list(in_lanes(work, range(9), lanes, stop))
        return Result(job.solution)

    pool = LocalPool(range(3), judge_one, most_on_gpus=3)
    handle = pool.submit(replace(job("gpu", device=Device.GPU), shares_gpu=True))
    for _ in range(3):
        assert begun.acquire(timeout=PATIENCE_S)
    assert pool.cancel(handle)
    with pytest.raises(CancelledError):
        handle.result(PATIENCE_S)
    sharing = Sharing()
    handles = [pool.submit(job(f"cpu-{number}"), judge_one=sharing) for number in range(3)]
    assert soon(lambda: sharing.at_once.total() == 3)
    sharing.may_end.set()
    for one in handles:
        one.result(PATIENCE_S)


def test_one_that_takes_all_cores_has_its_turn_among_a_thousand(
    judge: Judge, job: Callable[..., Job], clock: Clock
) -> None:
    pool = LocalPool([0, 1], judge, turn_after_s=30)
    small = [pool.submit(job(f"small-{number}")) for number in range(1000)]
    large = pool.submit(job("large", all_cores=True), Priority.MEASURING)
    finish(judge, *small[:10])
    judge.wait_for("small-10", "small-11")
    clock.now_s += 31
    finish(judge, *small[10:12])
    judge.wait_for("large")
    assert sorted(judge.begun) == sorted(["large", *(f"small-{number}" for number in range(12))])
    finish(judge, large, *small[12:])
    assert len(judge.begun) == 1001
