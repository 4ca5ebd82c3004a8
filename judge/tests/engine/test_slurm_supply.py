"""How the engine of a cluster takes up jobs: as there is room for them, while results stream."""

import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.events import Event, GpuFailed, JudgedAgain, Running
from judge.base.priority import Priority
from judge.base.records import replace
from judge.engine.engine import Engine
from judge.engine.slurm import pool as slurm_pool
from judge.engine.slurm import queued_arrays, sending
from judge.engine.slurm.failed_gpus import FailedGpus
from judge.engine.slurm.sending import Sender
from judge.engine.slurm.settings import ClusterKeys, GpuKeys
from judge.judging.job import Job
from judge.judging.solutions import Solution
from judge.judging.stored import stored_submissions
from judge.problems.formats.own import load_problem
from judge.problems.model import Problem, TestCase
from judge.project.host import JudgeHost
from judge.tests.engine.slurm_stand_in import SlurmStandIn, slurm_stand_in
from judge.tests.watching import PATIENCE_S

MOST_OPEN = 10
PIECE = 5
TIME_TO_TAKE_TOO_MANY_S = 0.02


@pytest.fixture
def cluster(tree: JudgeHost, tmp_path: Path) -> JudgeHost:
    (tmp_path / "engine.yaml").write_text(f"shared: {tmp_path}\n")
    return tree.with_engine(file=tmp_path / "engine.yaml", session="mine")


@pytest.fixture
def slurm(cluster: JudgeHost) -> Iterator[SlurmStandIn]:
    with slurm_stand_in(cluster) as stand_in:
        yield stand_in


@pytest.fixture
def one(tree: JudgeHost) -> Solution:
    return stored_submissions(tree, load_problem(tree.installation.problems / "double"))[0]


@pytest.fixture
def few_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slurm_pool, "MOST_OPEN", MOST_OPEN)
    monkeypatch.setattr(slurm_pool, "PIECE", PIECE)
    monkeypatch.setattr(slurm_pool, "LOOK_FOR_RESULTS_S", 0.0)


class FullNode:
    """A node that works only when as many jobs are open as may be, or the last has come: then a piece at a time.

    A judge that takes up more has its chance, as the node first lets it look again.
    """

    def __init__(self, slurm: SlurmStandIn, jobs: int) -> None:
        self._slurm, self._still_to_come = slurm, jobs
        self._was_full = False
        self.open_at_once: list[int] = []

    def begin(self, _: Job) -> None:
        self._still_to_come -= 1

    def look(self) -> None:
        waiting = len(self._slurm.waiting)
        self.open_at_once.append(waiting)
        is_full = waiting >= MOST_OPEN
        if is_full and not self._was_full:
            time.sleep(TIME_TO_TAKE_TOO_MANY_S)
        elif is_full or not self._still_to_come:
            self._slurm.do(PIECE)
        self._was_full = is_full


def jobs_of(one: Solution, names: Sequence[str]) -> list[Job]:
    return [Job(replace(one, name=name), []) for name in names]


def test_results_come_while_the_next_group_is_made(
    cluster: JudgeHost, slurm: SlurmStandIn, one: Solution
) -> None:
    is_being_made, has_come = threading.Event(), threading.Event()
    waited: list[bool] = []

    def groups() -> Iterator[list[Job]]:
        yield jobs_of(one, ["first"])
        is_being_made.set()
        waited.append(has_come.wait(PATIENCE_S))
        yield jobs_of(one, ["second"])

    def node() -> None:
        if is_being_made.is_set():
            slurm.do()

    slurm.on_look = node
    came = []
    for result in Engine(cluster).judge(groups()):
        came.append(result.solution.name)
        has_come.set()
    assert came == ["first", "second"]
    assert waited == [True]


def test_what_making_a_group_judges_takes_no_result_of_another(
    cluster: JudgeHost, slurm: SlurmStandIn, one: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limits of a contest's next problem are measured in its session in this way."""
    monkeypatch.setattr(queued_arrays, "ASK_SLURM_S", 0.0)
    monkeypatch.setattr(slurm_pool, "LOOK_FOR_RESULTS_S", 0.0)
    measured: list[str] = []

    def groups() -> Iterator[list[Job]]:
        yield jobs_of(one, ["first"])
        for result in Engine(cluster).judge([jobs_of(one, ["measured"])]):
            measured.append(result.solution.name)
        yield jobs_of(one, ["second"])

    def node() -> None:
        if len(slurm.waiting) == 2 or measured:
            slurm.do(2)

    slurm.on_look = node
    came = [(result.solution.name, result.lost) for result in Engine(cluster).judge(groups())]
    assert measured == ["measured"]
    assert sorted(came) == [("first", None), ("second", None)]
    assert slurm.queued_jobs == 3, "none is judged twice"


def test_results_come_while_the_next_group_is_compiled(
    cluster: JudgeHost, slurm: SlurmStandIn, one: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What nodes cannot compile is compiled here."""
    is_compiled, has_come = threading.Event(), threading.Event()
    waited: list[bool] = []

    def compile_jobs(_: Sender, jobs: Sequence[Job]) -> None:
        if jobs[0].solution.name == "second":
            is_compiled.set()
            waited.append(has_come.wait(PATIENCE_S))

    def node() -> None:
        if is_compiled.is_set():
            slurm.do()

    monkeypatch.setattr(Sender, "compile", compile_jobs)
    slurm.on_look = node
    for _ in Engine(cluster).judge([jobs_of(one, ["first"]), jobs_of(one, ["second"])]):
        has_come.set()
    assert waited == [True]


def test_jobs_are_taken_up_as_there_is_room(
    cluster: JudgeHost, slurm: SlurmStandIn, one: Solution, few_open: None
) -> None:
    made: list[Job] = []

    def groups() -> Iterator[list[Job]]:
        for group in range(20):
            made.extend(jobs_of(one, [f"{group}-{number}" for number in range(PIECE)]))
            yield made[-PIECE:]

    node = FullNode(slurm, 20 * PIECE)
    ahead = []
    came = 0

    def look() -> None:
        ahead.append(len(made) - (slurm.queued_jobs - len(slurm.waiting)))
        node.look()

    slurm.on_look = look
    for _ in Engine(cluster, on_begin=node.begin).judge(groups()):
        came += 1
    assert came == 20 * PIECE
    assert max(node.open_at_once) == MOST_OPEN
    assert max(ahead) <= MOST_OPEN + 2 * PIECE  # a piece is made ahead, and results may be on their way


def test_a_large_group_is_taken_up_in_pieces(
    cluster: JudgeHost, slurm: SlurmStandIn, one: Solution, few_open: None
) -> None:
    names = [str(number) for number in range(33)]
    node = FullNode(slurm, len(names))
    slurm.on_look = node.look
    engine = Engine(cluster, on_begin=node.begin)
    came = [result.solution.name for result in engine.judge([jobs_of(one, names)])]
    assert sorted(came, key=int) == names
    assert max(node.open_at_once) == MOST_OPEN


@pytest.mark.parametrize(("priority", "nice"), [(Priority.CONTEST, 0), (Priority.MEASURING, 400)])
def test_all_that_a_command_judges_has_its_priority(
    cluster: JudgeHost, slurm: SlurmStandIn, one: Solution, priority: Priority, nice: int
) -> None:
    found: set[int] = set()

    def node() -> None:
        found.update(waiting.nice for waiting in slurm.waiting)
        slurm.do()

    slurm.on_look = node
    assert len(list(Engine(cluster.with_engine(priority=priority)).judge([jobs_of(one, ["a", "b"])]))) == 2
    assert found == {nice}


def test_whoever_takes_no_more_results_cancels_what_is_open(
    cluster: JudgeHost, slurm: SlurmStandIn, one: Solution
) -> None:
    came: list[str] = []
    first = iter([slurm.do])
    slurm.on_look = lambda: next(first, lambda: None)()
    results = Engine(cluster).judge([jobs_of(one, ["first", "second"])])
    came.append(next(iter(results)).solution.name)
    results.close()  # type: ignore[attr-defined]
    assert came == ["first"]
    assert slurm.cancelled == ["1"]
    assert "cluster" not in {thread.name for thread in threading.enumerate()}


@pytest.mark.parametrize("refusal", ["Invalid account", "invalid partition specified: standby"])
def test_what_slurm_refuses_stops_the_judge_though_jobs_wait_for_room(
    cluster: JudgeHost, slurm: SlurmStandIn, one: Solution, few_open: None, refusal: str
) -> None:
    slurm.refusal = refusal
    names = [str(number) for number in range(33)]
    with pytest.raises(JudgeError, match=f"Slurm refused the jobs: {refusal}"):
        list(Engine(cluster).judge([jobs_of(one, names)]))
    assert "cluster" not in {thread.name for thread in threading.enumerate()}


def test_what_stops_the_making_of_a_group_stops_the_judge(
    cluster: JudgeHost, slurm: SlurmStandIn, one: Solution
) -> None:
    def groups() -> Iterator[list[Job]]:
        yield jobs_of(one, ["first"])
        raise JudgeError("no room to compile")

    slurm.on_look = slurm.do
    with pytest.raises(JudgeError, match="no room to compile"):
        list(Engine(cluster).judge(groups()))


def test_a_problem_is_read_once_however_many_jobs_are_of_it(
    cluster: JudgeHost, slurm: SlurmStandIn, one: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def sha256(_: JudgeHost, problem: Problem, __: object) -> str:
        read.append(problem.id)
        return "0" * 64

    monkeypatch.setattr(sending, "problem_sha256", sha256)
    slurm.on_look = slurm.do
    tests: list[TestCase] = []
    jobs = [Job(replace(one, name=name), tests, work={}) for name in "abc"]
    assert len(list(Engine(cluster).judge([jobs]))) == 3
    assert read == ["double"]


def test_jobs_that_the_cluster_loses_are_queued_again_and_that_is_told(
    cluster: JudgeHost, slurm: SlurmStandIn, one: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queued_arrays, "ASK_SLURM_S", 0.0)
    monkeypatch.setattr(slurm_pool, "LOOK_FOR_RESULTS_S", 0.0)
    monkeypatch.setattr(slurm_pool, "why_it_ended", lambda *_: "node1 is down")
    told: list[Event] = []
    lost: list[str] = []

    def node() -> None:
        if not any(isinstance(event, Running) and event.solutions for event in told):
            return
        if not lost:
            lost.extend(slurm.lose())
        elif any(isinstance(event, JudgedAgain) for event in told):
            slurm.do(2)

    slurm.on_look = node
    host = replace(cluster, tell=told.append)
    jobs = jobs_of(one, ["first", "second"])
    assert {result.solution.name for result in Engine(host).judge([jobs])} == {"first", "second"}
    assert lost
    again = [event for event in told if isinstance(event, JudgedAgain)]
    assert [name for event in again for name in event.solutions] == ["double first", "double second"]
    assert {(event.reason, event.gpu) for event in again} == {("node1 is down", None)}


def test_a_gpu_that_fails_on_a_node_is_told_once() -> None:
    told: list[Event] = []
    failed = FailedGpus(ClusterKeys(gpu=GpuKeys(gres="gpu:1")), told.append)
    for _ in range(2):
        assert failed.take_out("node1", "GPU 0: it is gone: for ever") == "node1, GPU 0: it is gone: for ever"
    assert told == [GpuFailed("GPU 0", "it is gone: for ever", "node1")]
