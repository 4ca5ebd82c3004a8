"""Judging what is ready while the rest is made: nothing is judged too early, nothing is left out, no core is shared."""

import os
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from judge import preparing
from judge.building import PROGRAMS
from judge.compiling import Compiled
from judge.contestants import Contestant
from judge.cores import usable_cores
from judge.errors import JudgeError
from judge.preparing import Preparation
from judge.problem import load_problem
from judge.project import Project
from judge.results import Result
from judge.scheduling import judge_all
from judge.testcases import load_test_cases
from judge.verdicts import Verdict


@pytest.fixture
def some(tree: Project) -> list[Contestant]:
    problem = load_problem(tree.problems / "double")
    alike = Contestant("", problem, Verdict.AC, prepare=lambda _: Compiled(()))
    return [replace(alike, name=str(number)) for number in range(4)]


@pytest.mark.parametrize("cores", [1, 2, 4])
def test_what_is_made_later_is_judged_as_soon_as_it_is_there(some: list[Contestant], cores: int) -> None:
    made, judged_first = [], threading.Event()

    def later() -> Iterator[Sequence[Contestant]]:
        yield some[:2]
        if cores > 1:
            assert judged_first.wait(20)  # or nothing is judged meanwhile
        made.append(True)
        yield some[2:]

    def judge_one(contestant: Contestant, lane: Sequence[int]) -> Result:
        assert len(lane) == 1
        assert made or contestant in some[:2]
        judged_first.set()
        return Result(contestant)

    results = judge_all([], judge_one, range(cores), later())
    assert sorted(result.contestant.name for result in results) == ["0", "1", "2", "3"]


def test_what_makes_the_rest_has_cores_of_its_own(some: list[Contestant]) -> None:
    cores = usable_cores()
    makers: list[set[int]] = []
    meanwhile: set[int] = set()
    judged = threading.Event()

    def later() -> Iterator[Sequence[Contestant]]:
        yield some
        makers.append(os.sched_getaffinity(0))
        assert len(cores) == 1 or judged.wait(20)

    def judge_one(contestant: Contestant, lane: Sequence[int]) -> Result:
        if not judged.is_set():
            meanwhile.update(lane)
        judged.set()
        return Result(contestant)

    assert len(list(judge_all([], judge_one, cores, later()))) == 4
    assert len(makers[0]) == max(1, len(cores) // 2)
    assert len(cores) == 1 or not makers[0] & meanwhile
    assert os.sched_getaffinity(0) == set(cores)


@pytest.mark.parametrize("cores", [1, 2])
def test_a_failure_ends_all(some: list[Contestant], cores: int) -> None:
    def later() -> Iterator[Sequence[Contestant]]:
        yield some
        raise JudgeError("cannot be built")

    with pytest.raises(JudgeError, match="cannot be built"):
        list(judge_all([], lambda one, _: Result(one), range(cores), later()))


def test_the_emulated_gpu_is_built_last_and_only_where_it_is_needed(
    tree: Project, some: list[Contestant], monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[str] = []
    monkeypatch.setattr(preparing, "build", lambda _, target: built.append(target))
    problem = some[0].problem
    tests = {problem.id: load_test_cases(tree, problem)}
    without = Preparation(tree, tests).in_order([problem], some)
    assert [list(group) for group in without] == [some]
    assert built == []
    some[0] = replace(some[0], emulated=True)
    groups = Preparation(tree, tests).in_order([problem], some)
    assert next(groups) == some[1:]
    assert built == []
    assert next(groups) == some[:1]
    assert built == [PROGRAMS]
