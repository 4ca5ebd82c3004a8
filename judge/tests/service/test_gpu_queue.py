"""A queue for the GPUs beside that of the cores: neither waits behind the other, and each GPU does one job at a time.

There is no GPU here: nodes of a folder stand for some, and what is judged there needs none.
"""

import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from judge.base.events import Event, GpuFailed
from judge.base.records import replace
from judge.base.submission_state import State
from judge.machine.gpus import Gpus
from judge.project.host import JudgeHost
from judge.service.gpu_queue import gpu_queue
from judge.service.online import OnlineJudge
from judge.service.visibility import Viewer
from judge.service.work_places import OF_CORES, WorkPlace, whole_machine, work_places
from judge.service.worker import Worker
from judge.store.catalogue_records import Role, User
from judge.store.queue_records import Resource
from judge.store.records import FileRecord, Submission
from judge.store.store import Store
from judge.tests.opened import open_problem
from judge.tests.store.stores import cancel
from judge.tests.watching import PATIENCE_S, soon

pytestmark = pytest.mark.built

RIGHT, ENDLESS = b"print(2 * int(input()))\n", b"while True:\n    pass\n"
NEAR = {0: {1: 10, 2: 20, 3: 20}, 1: {1: 20, 2: 20, 3: 10}}


class Judge:
    """A judge with GPUs 0 and 1."""

    def __init__(self, tree: JudgeHost, store: Store, folder: Path) -> None:
        self.nodes = folder / "nodes"
        self.nodes.mkdir()
        for number in (0, 1):
            (self.nodes / f"nvidia{number}").touch()
        self.told: list[Event] = []
        self.host = replace(tree.with_policy(gpus=Gpus((0, 1), self.nodes)), tell=self.told.append)
        self.store, self.online = store, OnlineJudge(self.host, store)
        self.problem = open_problem(self.online, "double")
        self.titles = [self.place(number).title(self.host.hardware.gpu) for number in (0, 1)]
        self.anna = Viewer(store.catalogue.put(User("anna")).id, Role.TEAM)

    def submit(self, resource: Resource, source: bytes = RIGHT) -> int:
        given = Submission(self.problem.id, "mine.py", "python3", user_id=self.anna.user_id)
        files = [FileRecord("mine.py", source)]
        return self.store.submissions.submit(given, files, resource=resource).id

    def place(self, gpu: int | None) -> WorkPlace:
        return WorkPlace(OF_CORES, [0]) if gpu is None else WorkPlace((Resource.GPU,), [0], gpu)

    def worker(self, gpu: int | None = None) -> Worker:
        return Worker(self.host, self.store, "w", place=self.place(gpu))

    def state(self, number: int) -> State:
        return self.store.submissions.get(number).state


@pytest.fixture
def judge(tree: JudgeHost, tmp_path: Path) -> Iterator[Judge]:
    with Store.open(tmp_path / "store.sqlite") as store:
        yield Judge(tree, store, tmp_path)


def near(gpu: int) -> Mapping[int, int]:
    return NEAR[gpu]


@pytest.mark.parametrize(
    ("cores", "of_cores", "of_gpus"),
    [
        ([1, 2, 3], [2], {0: [1], 1: [3]}),
        ([2, 3], [2], {0: [3], 1: [2]}),
        ([3], [3], {0: [3], 1: [3]}),
    ],
)
def test_each_gpu_has_the_nearest_core_and_one_is_left(
    tmp_path: Path, cores: list[int], of_cores: list[int], of_gpus: dict[int, list[int]]
) -> None:
    (tmp_path / "nvidia0").touch()
    gpus = Gpus((0, 1), tmp_path)
    assert work_places(gpus, cores, near) == [WorkPlace(OF_CORES, cores)]  # GPU 1 is missing
    (tmp_path / "nvidia1").touch()
    first, *others = work_places(gpus, cores, near)
    assert (first.resources, first.cores, first.gpu) == (OF_CORES, of_cores, None)
    assert {one.gpu: one.cores for one in others} == of_gpus
    assert {one.resources for one in others} == {(Resource.GPU,)}


@pytest.mark.parametrize(
    ("gpu_jobs", "of_cores", "of_gpus"),
    [
        (2, [5, 6], {0: [1, 2], 1: [3, 4]}),
        (3, [6], {0: [1, 2, 5], 1: [3, 4]}),
        (16, [6], {0: [1, 2, 5], 1: [3, 4]}),
    ],
)
def test_a_gpu_that_is_shared_has_more_cores_once_each_has_one(
    tmp_path: Path, gpu_jobs: int, of_cores: list[int], of_gpus: dict[int, list[int]]
) -> None:
    for number in (0, 1):
        (tmp_path / f"nvidia{number}").touch()
    near = {0: {1: 1, 2: 2, 5: 3}, 1: {3: 1, 4: 2, 6: 3}}
    first, *others = work_places(Gpus((0, 1), tmp_path), range(1, 7), near.__getitem__, gpu_jobs)
    assert (first.cores, first.gpu_jobs) == (of_cores, 1)
    assert {one.gpu: one.cores for one in others} == of_gpus
    assert [one.gpu_jobs for one in others] == [len(one.cores) for one in others]


def test_neither_queue_waits_behind_the_other(judge: Judge) -> None:
    on_gpu = [judge.submit(Resource.GPU) for _ in range(2)]
    on_core = [judge.submit(Resource.CORE) for _ in range(2)]
    judge.worker().run(until_empty=True)
    assert {judge.state(one) for one in on_core} == {State.DONE}
    assert {judge.state(one) for one in on_gpu} == {State.QUEUED}
    more = judge.submit(Resource.CORE)
    judge.worker(gpu=1).run(until_empty=True)
    assert {judge.state(one) for one in on_gpu} == {State.DONE}
    assert judge.state(more) is State.QUEUED
    last = judge.submit(Resource.GPU)
    Worker(judge.host, judge.store, "all", place=whole_machine(judge.host)).run(until_empty=True)
    assert (judge.state(more), judge.state(last)) == (State.DONE, State.DONE)


def test_each_gpu_does_one_job_and_the_page_knows_which(judge: Judge) -> None:
    first, second = (judge.submit(Resource.GPU, ENDLESS) for _ in range(2))
    workers = [judge.worker(gpu=number) for number in (0, 1)]
    running = [threading.Thread(target=one.run) for one in workers]
    running[0].start()
    assert soon(lambda: judge.state(first) is State.JUDGING)
    assert judge.state(second) is State.QUEUED  # the other GPU is not at work yet
    found = gpu_queue(judge.host, judge.store)
    assert [(one.title, one.submissions) for one in found.gpus] == [(judge.titles[0], [first])]
    assert (found.waiting, found.is_emulated) == (1, False)
    running[1].start()
    assert soon(lambda: judge.state(second) is State.JUDGING)
    found = gpu_queue(judge.host, judge.store)
    assert [(one.title, one.submissions) for one in found.gpus] == [
        (judge.titles[0], [first]),
        (judge.titles[1], [second]),
    ]
    assert found.waiting == 0
    for number in (first, second):
        cancel(judge.store, number, "enough")
    for one in workers:
        one.stop()
    for thread in running:
        thread.join(PATIENCE_S)
    assert gpu_queue(judge.host, judge.store).gpus == []


@pytest.mark.parametrize("source", [ENDLESS, b"import sys\nsys.exit(1)\n"], ids=["ended", "crashed"])
def test_a_job_whose_gpu_fails_is_another_ones(
    judge: Judge, source: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = judge.submit(Resource.GPU, source)
    lost = judge.worker(gpu=0)
    monkeypatch.setattr(
        "judge.service.worker.failure_of", lambda _, __, gpu, ___: "it is gone" if gpu == 0 else None
    )
    lost.run(until_empty=True)
    assert judge.state(number) is State.QUEUED
    assert judge.store.judgements.of(number) == []
    assert judge.told[-1] == GpuFailed("GPU 0", "it is gone")
    judge.worker(gpu=1).run(until_empty=True)
    [judgement] = judge.store.judgements.of(number)
    assert judgement.verdict in ("TLE", "RTE")


def test_a_worker_whose_gpu_is_not_there_claims_nothing(judge: Judge) -> None:
    number = judge.submit(Resource.GPU)
    (judge.nodes / "nvidia0").unlink()
    judge.worker(gpu=0).run(until_empty=True)
    assert judge.state(number) is State.QUEUED
    assert isinstance(judge.told[-1], GpuFailed)
    judge.worker(gpu=1).run(until_empty=True)
    assert judge.state(number) is State.DONE


def test_who_waits_for_a_gpu_learns_that_none_is_at_work(judge: Judge) -> None:
    waiting = judge.submit(Resource.GPU)
    place = judge.store.submissions.place(waiting)
    assert place
    assert "no GPU" in judge.online.wait_of(place).reason
    judge.store.heartbeats.beat("w", "worker")
    assert "no GPU" in judge.online.wait_of(place).reason
    judge.store.heartbeats.beat("w-gpu0", "gpu", "GPU 0")
    assert "next" in judge.online.wait_of(place).reason


def test_without_a_gpu_what_waits_for_one_is_done_by_the_cores(judge: Judge) -> None:
    number = judge.submit(Resource.GPU)
    judge.worker().run(until_empty=True)
    assert judge.state(number) is State.QUEUED
    assert judge.store.queue.without_gpus() == 1
    judge.worker().run(until_empty=True)
    assert judge.state(number) is State.DONE
    assert judge.store.queue.without_gpus() == 0
