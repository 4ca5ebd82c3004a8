"""Every fixture under tests/problems is named by its defect and holds the error that must name it."""

import shutil
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.problems.model import load_problem, load_problems
from judge.project.paths import this_project

FIXTURES = sorted((Path(__file__).parent / "packages").iterdir())


@pytest.mark.parametrize("folder", FIXTURES, ids=lambda folder: folder.name)
def test_a_defect_is_named(folder: Path) -> None:
    expected = (folder / "expected-error.txt").read_text(encoding="utf-8").strip()
    with pytest.raises(JudgeError) as caught:
        load_problem(folder)
    assert expected in str(caught.value)
    assert "problem.yaml" in str(caught.value)


def test_the_defects_are_all_that_is_wrong_with_them(tmp_path: Path) -> None:
    good = Path(__file__).parent.parent / "tree/problems/double/problem.yaml"
    (tmp_path / "double").mkdir()
    shutil.copy(good, tmp_path / "double")
    problem = load_problem(tmp_path / "double")
    assert (problem.id, problem.title, problem.limits.time_s) == ("double", "Double", 0.5)
    assert problem.limits.memory_bytes == 256 << 20


def test_all_seven_problems_load_in_two_languages() -> None:
    problems = load_problems(this_project())
    assert len(problems) == 7
    for problem in problems:
        assert set(problem.names) == {"en", "zh"} == set(problem.statements)


def test_an_unknown_problem_is_answered_with_the_nearest() -> None:
    with pytest.raises(JudgeError, match="Did you mean 'matmul'"):
        load_problems(this_project(), ["matmull"])
