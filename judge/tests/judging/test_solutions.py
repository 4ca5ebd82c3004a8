"""A solution is plain data, so that it can be queued, kept and sent to another machine."""

import pickle

import pytest

from judge.judging.prepare import obstacle_of, prepared
from judge.judging.solutions import Solution, solvers
from judge.judging.stored import stored_submissions
from judge.problems.formats.own import load_problem
from judge.project.host import JudgeHost


@pytest.fixture
def solutions(tree: JudgeHost) -> list[Solution]:
    problem = load_problem(tree.installation.problems / "double")
    return [*solvers(tree, problem), *stored_submissions(tree, problem)]


def test_it_comes_back_as_it_was_sent(solutions: list[Solution]) -> None:
    assert {solution.is_solver for solution in solutions} == {True, False}
    for solution in solutions:
        assert pickle.loads(pickle.dumps(solution)) == solution


@pytest.mark.built
def test_what_came_back_compiles_and_tells_what_is_in_its_way(
    tree: JudgeHost, solutions: list[Solution]
) -> None:
    known = {solution.name: pickle.loads(pickle.dumps(solution)) for solution in solutions}
    submission = known["wrong_answer/overflow.cpp"]
    assert obstacle_of(tree, submission) is None
    assert prepared(tree, submission, ()).error is None
    solver = known["cpu-add"]
    assert prepared(tree, solver, ()).command == solver.command
    assert obstacle_of(tree, known["gpu-add"]) == known["gpu-add"].obstacle is not None
