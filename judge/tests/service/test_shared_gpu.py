"""A worker whose GPU is shared: verdicts in company, several submissions at a time, then times alone. The GPU here is a
stand-in."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from judge.base.records import replace
from judge.base.submission_state import State
from judge.commands.options.serve import ServeOptions, engine_words
from judge.commands.serve import shared_gpus
from judge.judging import verdicts_first
from judge.judging.results import TestResult
from judge.judging.solutions import Solution
from judge.judging.ways import Plain
from judge.problems.device import Device
from judge.problems.model import TestCase
from judge.project.host import JudgeHost
from judge.service.gpu_queue import gpu_queue
from judge.service.online import OnlineJudge
from judge.service.shelf import Shelf
from judge.service.work_places import WorkPlace
from judge.service.worker import Worker
from judge.store.queue_records import Resource
from judge.store.records import FileRecord, Run, Submission
from judge.store.store import Store
from judge.tests.gpu_stand_in import ANYWHERE, NOWHERE, with_gpu_stand_in
from judge.tests.measured import OUT_OF_MEMORY, TRACE, failed
from judge.tests.opened import open_problem
from judge.tests.store.stores import cancel
from judge.tests.watching import PATIENCE_S, soon

pytestmark = pytest.mark.built

RIGHT, WRONG, ENDLESS = b"print(2 * int(input()))\n", b"print(6)\n", b"while True:\n    pass\n"


class OnGpu(Shelf):
    """A shelf on which every submission is for the GPU."""

    def _solution(self, *given: object) -> Solution:
        return replace(super()._solution(*given), device=Device.GPU)  # type: ignore[arg-type]


class SharedGpu:
    def __init__(self, host: JudgeHost, store: Store) -> None:
        self.host, self.store = host, store
        self.problem = open_problem(OnlineJudge(host, store), "double")

    def submit(self, source: bytes) -> int:
        given = Submission(self.problem.id, "mine.py", "python3")
        files = [FileRecord("mine.py", source)]
        return self.store.submissions.submit(given, files, resource=Resource.GPU).id

    def worker(self, cores: Sequence[int] = (0, 1)) -> Worker:
        place = WorkPlace((Resource.GPU,), cores, 0)
        return Worker(self.host, self.store, "w", OnGpu(self.host), place=place)

    def judged(self, source: bytes, cores: Sequence[int] = (0, 1)) -> tuple[str | None, list[Run]]:
        """The verdict, and its tests."""
        number = self.submit(source)
        self.worker(cores).run(until_empty=True)
        [judgement] = self.store.judgements.of(number)
        return judgement.verdict, self.store.judgements.runs(judgement.id)


@pytest.fixture
def gpu(tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SharedGpu]:
    """Its runs have traces, without which none counts that has shared it."""
    monkeypatch.setattr(verdicts_first, "trace_of", lambda _: TRACE)
    with Store.open(tmp_path / "store.sqlite") as store:
        yield SharedGpu(with_gpu_stand_in(tree), store)


def test_the_slowest_and_the_largest_test_are_timed_alone(gpu: SharedGpu) -> None:
    verdict, runs = gpu.judged(RIGHT)
    timed = [one for one in runs if one.is_timed]
    assert verdict == "AC"
    assert 1 <= len(timed) <= 2 < len(runs)
    assert {one.verdict for one in runs} == {"AC"}


def test_what_sharing_cannot_have_caused_is_not_run_again(gpu: SharedGpu) -> None:
    verdict, runs = gpu.judged(WRONG)
    assert verdict == "WA"
    assert [one.is_timed for one in runs if one.verdict == "WA"] == [False]


def test_what_failed_for_want_of_memory_counts_only_alone(
    gpu: SharedGpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = replace(TRACE, errors=(OUT_OF_MEMORY,))
    monkeypatch.setattr(verdicts_first, "trace_of", lambda _: trace)
    verdict, runs = gpu.judged(WRONG)
    assert verdict == "WA"
    assert [one.is_timed for one in runs if one.verdict == "WA"] == [True]


def test_one_that_fails_when_it_is_timed_is_not_accepted(
    gpu: SharedGpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = Plain.judged

    def wrong(self: Plain, test: TestCase, *others: object) -> TestResult:
        return failed(judged(self, test, *others))  # type: ignore[arg-type]

    monkeypatch.setattr(Plain, "judged", wrong)
    verdict, runs = gpu.judged(RIGHT)
    assert verdict == "WA"
    assert {one.verdict for one in runs if one.is_timed} == {"WA"}


def test_on_one_core_nothing_is_shared_and_all_is_timed(gpu: SharedGpu) -> None:
    verdict, runs = gpu.judged(RIGHT, cores=[0])
    assert verdict == "AC"
    assert all(one.is_timed for one in runs)


@pytest.mark.parametrize("at_once", [2, 1])
def test_as_many_are_judged_at_once_as_there_are_cores(gpu: SharedGpu, at_once: int) -> None:
    numbers = [gpu.submit(ENDLESS) for _ in range(3)]
    states = gpu.store.submissions
    worker = gpu.worker(range(at_once))
    running = threading.Thread(target=worker.run)
    running.start()
    assert soon(lambda: states.get(numbers[at_once - 1]).state is State.JUDGING)
    assert states.get(numbers[at_once]).state is State.QUEUED
    [shown] = gpu_queue(gpu.host, gpu.store).gpus
    assert shown.submissions == numbers[:at_once]
    for number in numbers:
        cancel(gpu.store, number, "enough")
    worker.stop()
    running.join(PATIENCE_S)
    assert not running.is_alive()


def test_whoever_starts_it_learns_what_sharing_weakens() -> None:
    assert "memory is not limited" in shared_gpus(ANYWHERE, 4)
    assert "changes nothing" in shared_gpus(NOWHERE, 4)
    assert shared_gpus(ANYWHERE, 1) == ""
    assert engine_words(ServeOptions(gpu_jobs=4)) == ["--gpu-jobs", "4"]
    assert engine_words(ServeOptions()) == []
