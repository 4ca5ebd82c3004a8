"""How the engine of a cluster takes up jobs: as there is room for them, while results stream."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.engine.slurm import engine as slurm_engine
from judge.engine.slurm import sending
from judge.engine.slurm.engine import SlurmEngine
from judge.engine.slurm.sending import Sender
from judge.judging.job import Job
from judge.judging.solutions import Solution
from judge.judging.stored import stored_submissions
from judge.problems.formats.own import load_problem
from judge.problems.model import Problem, TestCase
from judge.project.paths import Project
from judge.tests.engine.slurm_stand_in import SlurmStandIn, slurm_stand_in

PATIENCE_S = 30.0
"""Until a test fails; one that passes waits for nothing."""


@pytest.fixture
def cluster(tree: Project, tmp_path: Path) -> Project:
    (tmp_path / "engine.yaml").write_text(f"shared: {tmp_path}\n")
    return tree.with_settings(engine_file=tmp_path / "engine.yaml", session="mine")


@pytest.fixture
def slurm(cluster: Project) -> Iterator[SlurmStandIn]:
    with slurm_stand_in(cluster) as stand_in:
        yield stand_in


@pytest.fixture
def one(tree: Project) -> Solution:
    return stored_submissions(tree, load_problem(tree.problems / "double"))[0]


def jobs_of(one: Solution, names: Sequence[str]) -> list[Job]:
    return [Job(replace(one, name=name), []) for name in names]


def test_results_come_while_the_next_group_is_made(
    cluster: Project, slurm: SlurmStandIn, one: Solution
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
    for result in SlurmEngine(cluster).judge(groups()):
        came.append(result.solution.name)
        has_come.set()
    assert came == ["first", "second"]
    assert waited == [True]


def test_results_come_while_the_next_group_is_compiled(
    cluster: Project, slurm: SlurmStandIn, one: Solution, monkeypatch: pytest.MonkeyPatch
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
    for _ in SlurmEngine(cluster).judge([jobs_of(one, ["first"]), jobs_of(one, ["second"])]):
        has_come.set()
    assert waited == [True]


def test_jobs_are_taken_up_as_there_is_room(
    cluster: Project, slurm: SlurmStandIn, one: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slurm_engine, "MOST_OPEN", 10)
    monkeypatch.setattr(slurm_engine, "PIECE", 5)
    monkeypatch.setattr(slurm_engine, "LOOK_FOR_RESULTS_S", 0.0)
    made: list[Job] = []

    def groups() -> Iterator[list[Job]]:
        for group in range(20):
            made.extend(jobs_of(one, [f"{group}-{number}" for number in range(5)]))
            yield made[-5:]

    open_at_once, ahead = [], []
    came = 0

    def do_some() -> None:
        open_at_once.append(len(slurm.waiting))
        ahead.append(len(made) - came)
        slurm.do(3)

    slurm.on_look = do_some
    for _ in SlurmEngine(cluster).judge(groups()):
        came += 1
    assert came == 100
    assert max(open_at_once) == 10
    assert max(ahead) <= 10 + 2 * 5  # a piece is made ahead, and results may be on their way


def test_a_large_group_is_taken_up_in_pieces(
    cluster: Project, slurm: SlurmStandIn, one: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slurm_engine, "MOST_OPEN", 10)
    monkeypatch.setattr(slurm_engine, "PIECE", 5)
    monkeypatch.setattr(slurm_engine, "LOOK_FOR_RESULTS_S", 0.0)
    names = [str(number) for number in range(33)]
    open_at_once = []

    def do_some() -> None:
        open_at_once.append(len(slurm.waiting))
        slurm.do(4)

    slurm.on_look = do_some
    came = [result.solution.name for result in SlurmEngine(cluster).judge([jobs_of(one, names)])]
    assert sorted(came, key=int) == names
    assert max(open_at_once) == 10


def test_what_stops_the_making_of_a_group_stops_the_judge(
    cluster: Project, slurm: SlurmStandIn, one: Solution
) -> None:
    def groups() -> Iterator[list[Job]]:
        yield jobs_of(one, ["first"])
        raise JudgeError("no room to compile")

    slurm.on_look = slurm.do
    with pytest.raises(JudgeError, match="no room to compile"):
        list(SlurmEngine(cluster).judge(groups()))


def test_a_problem_is_read_once_however_many_jobs_are_of_it(
    cluster: Project, slurm: SlurmStandIn, one: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def sha256(_: Project, problem: Problem, __: object) -> str:
        read.append(problem.id)
        return "0" * 64

    monkeypatch.setattr(sending, "problem_sha256", sha256)
    slurm.on_look = slurm.do
    tests: list[TestCase] = []
    jobs = [Job(replace(one, name=name), tests, work={}) for name in "abc"]
    assert len(list(SlurmEngine(cluster).judge([jobs]))) == 3
    assert read == ["double"]
