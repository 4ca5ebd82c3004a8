"""Judging what is ready while the rest is made: nothing is judged too early, nothing is left out, no core is shared."""

import os
import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.processes import Stop
from judge.base.records import replace
from judge.engine.preparation import GroupPreparation
from judge.engine.scheduling import judge_all
from judge.judging.job import Job
from judge.judging.lanes import JobLanes
from judge.judging.results import Result
from judge.judging.solutions import Solution, solvers
from judge.judging.verdicts import Verdict
from judge.machine.cores import usable_cores
from judge.problems.broken import BrokenProblems
from judge.problems.device import Device
from judge.problems.formats.own import load_problem
from judge.problems.test_cases import load_test_cases
from judge.project.build import PROGRAMS
from judge.project.host import JudgeHost
from judge.tests.conftest import CMake
from judge.tests.measured import result_of
from judge.tests.watching import PATIENCE_S, soon


@pytest.fixture
def some_solutions(tree: JudgeHost) -> list[Solution]:
    problem = load_problem(tree.installation.problems / "double")
    alike = Solution(name="", problem=problem, expected=Verdict.AC)
    return [replace(alike, name=str(number)) for number in range(4)]


@pytest.fixture
def some(some_solutions: list[Solution]) -> list[Job]:
    return [Job(solution, ()) for solution in some_solutions]


@pytest.mark.parametrize("cores", [1, 2, 4])
def test_what_is_made_later_is_judged_as_soon_as_it_is_there(some: list[Job], cores: int) -> None:
    made, judged_first = [], threading.Event()

    def later() -> Iterator[Sequence[Job]]:
        yield some[:2]
        if cores > 1:
            assert judged_first.wait(PATIENCE_S)  # or nothing is judged meanwhile
        made.append(True)
        yield some[2:]

    def judge_one(job: Job, lanes: JobLanes, _: Stop) -> Result:
        assert len(lanes[0]) == 1
        assert made or job in some[:2]
        judged_first.set()
        return Result(job.solution)

    results = judge_all(later(), judge_one, range(cores))
    assert sorted(result.solution.name for result in results) == ["0", "1", "2", "3"]


def test_what_makes_the_rest_has_cores_of_its_own(some: list[Job]) -> None:
    cores = usable_cores()
    makers: list[set[int]] = []
    first: list[set[int]] = []
    meanwhile: set[int] = set()
    judged, looked = threading.Event(), threading.Event()

    def later() -> Iterator[Sequence[Job]]:
        first.append(os.sched_getaffinity(0))
        yield some
        makers.append(os.sched_getaffinity(0))
        looked.set()
        assert len(cores) == 1 or judged.wait(PATIENCE_S)

    def judge_one(job: Job, lanes: JobLanes, _: Stop) -> Result:
        assert len(cores) == 1 or looked.wait(
            PATIENCE_S
        )  # once all are judged, the maker has all cores again
        if not judged.is_set():
            meanwhile.update(lanes[0])
        judged.set()
        return Result(job.solution)

    assert len(list(judge_all(later(), judge_one, cores))) == 4
    assert first == [set(cores)]  # nothing is judged yet
    assert len(makers[0]) == max(1, len(cores) // 2)
    assert len(cores) == 1 or not makers[0] & meanwhile
    assert os.sched_getaffinity(0) == set(cores)


@pytest.mark.parametrize("for_all_cores", [False, True])
def test_what_makes_the_rest_has_all_cores_while_nothing_is_judged(
    some: list[Job], for_all_cores: bool
) -> None:
    """What it has started before counts as well, as long as no other group is there. A solver for all cores waits
    anyway."""
    cores = usable_cores()
    if len(cores) == 1:
        pytest.skip("one core")
    looked, all_judged = threading.Event(), threading.Event()
    last = replace(some[1], solution=replace(some[1].solution, uses_all_cores=for_all_cores))

    def has(process: int, wanted: int) -> bool:
        return soon(lambda: len(os.sched_getaffinity(process)) == wanted)

    def later() -> Iterator[Sequence[Job]]:
        yield [some[0], last] if for_all_cores else [some[0]]
        with subprocess.Popen(["sh", "-c", "sleep 3600 & echo $!; wait"], stdout=subprocess.PIPE) as started:
            assert started.stdout
            child = int(started.stdout.readline())
            all_judged.set()
            assert has(0, len(cores))
            assert has(started.pid, len(cores))
            assert has(child, len(cores))
            os.kill(child, signal.SIGKILL)
        yield some[2:3]
        assert len(os.sched_getaffinity(0)) == max(1, len(cores) // 2)
        looked.set()

    def judge_one(job: Job, _: JobLanes, __: Stop) -> Result:
        if job is some[0]:
            assert all_judged.wait(PATIENCE_S)  # so that the maker has begun with the rest
        if job is some[2]:
            assert looked.wait(PATIENCE_S)
        return Result(job.solution)

    assert len(list(judge_all(later(), judge_one, cores))) == (3 if for_all_cores else 2)


def test_the_slowest_begin_first() -> None:
    names = [
        ("accepted/a.cu", Verdict.AC),
        ("gpu-add", Verdict.AC),
        ("wrong_answer/b.cu", Verdict.WA),
        ("time_limit_exceeded/c.cu", Verdict.TLE),
        ("accepted/d.cu", Verdict.AC),
    ]
    some = [
        Job(replace(result_of(name, solver=name.startswith("gpu")).solution, expected=expected), ())
        for name, expected in names
    ]
    begun: list[str] = []

    def judge_one(job: Job, _: JobLanes, __: Stop) -> Result:
        begun.append(job.solution.name)
        return Result(job.solution)

    list(judge_all([some], judge_one, [0]))
    assert begun == [
        "time_limit_exceeded/c.cu",
        "accepted/a.cu",
        "accepted/d.cu",
        "gpu-add",
        "wrong_answer/b.cu",
    ]


@pytest.mark.parametrize("cores", [1, 2])
def test_a_failure_ends_all(some: list[Job], cores: int) -> None:
    def later() -> Iterator[Sequence[Job]]:
        yield some
        raise JudgeError("cannot be built")

    with pytest.raises(JudgeError, match="cannot be built"):
        list(judge_all(later(), lambda job, _, __: Result(job.solution), range(cores)))


def test_a_solver_is_taken_as_its_program_tells_of_it_once_it_is_built(
    tree: JudgeHost, cmake: CMake, tmp_path: Path
) -> None:
    """Its row in the other program stands for it until then."""
    problem = load_problem(tree.installation.problems / "double")
    program = tree.installation.emulated_program("double")
    (tree.installation.build / "build.ninja").write_text("\nbuild emulated/double: link\n")
    chosen = [replace(one, may_skip=False) for one in solvers(tree, problem, emulate=True)]
    assert [(one.name, one.device.is_emulated) for one in chosen][-1] == ("gpu-add", True)

    text = (tree.installation.build / "double").read_text().replace('name != "gpu-add"', "True")
    (tmp_path / "double").write_text(text.replace('"largest_size": None', '"largest_size": 1000'))
    cmake.makes(f"mkdir '{program.parent}'; install -m 755 '{tmp_path}/double' '{program}'")
    tree = tree.with_installation(builds=True)
    assert chosen[-1].obstacle is not None
    groups = list(
        GroupPreparation(
            tree, {"double": load_test_cases(tree.installation, problem)}, BrokenProblems(tree)
        ).in_order([problem], chosen)
    )
    assert [one.name for one in groups[0]] == ["cpu-shift", "cpu-add"]
    (built,) = groups[1]
    assert (built.name, built.obstacle, built.largest_size, built.may_skip) == (
        "gpu-add", None, 1000, False,
    )  # fmt: skip


def test_the_emulated_gpu_is_built_last_and_only_where_it_is_needed(
    tree: JudgeHost, some_solutions: list[Solution], cmake: CMake
) -> None:
    tree = tree.with_installation(builds=True)
    problem = some_solutions[0].problem
    tests = {problem.id: load_test_cases(tree.installation, problem)}
    without = GroupPreparation(tree, tests, BrokenProblems(tree)).in_order([problem], some_solutions)
    assert [list(group) for group in without] == [some_solutions]
    assert cmake.built == []
    some_solutions[0] = replace(some_solutions[0], device=Device.EMULATED)
    groups = GroupPreparation(tree, tests, BrokenProblems(tree)).in_order([problem], some_solutions)
    assert next(groups) == some_solutions[1:]
    assert cmake.built == []
    assert next(groups) == some_solutions[:1]
    assert cmake.built == [f"{PROGRAMS}-double"]
