"""What `verify` judges, and on how many cores."""

import pytest

from judge.judging.selection import Choice, choose
from judge.problems.broken import BrokenProblems
from judge.problems.formats.own import load_problem
from judge.problems.large import enlarged
from judge.project.host import JudgeHost


@pytest.mark.parametrize(
    ("choice", "with_all_cores"),
    [
        (Choice(), {"cpu-add"}),
        (Choice(all_cores=True), {"cpu-add", "cpu-shift", "gpu-add"}),
        (Choice(large=True), {"cpu-add", "cpu-shift", "gpu-add"}),
    ],
)
def test_solvers_have_all_cores_where_that_is_asked_for_and_on_large_tests(
    choice: Choice, with_all_cores: set[str], tree: JudgeHost
) -> None:
    """A submission never has: it is timed as in a contest."""
    (tree.installation.build / "cuda-emulator").unlink()
    problem = load_problem(tree.installation.problems / "double")
    problem = enlarged(problem) if choice.large else problem
    chosen = choose(tree, [problem], choice, BrokenProblems(tree, ()))
    assert {one.name for one in chosen if one.uses_all_cores} == with_all_cores
    assert any(not one.is_solver for one in chosen) == (not choice.large)
