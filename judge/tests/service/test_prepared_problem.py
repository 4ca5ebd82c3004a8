"""A prepared problem is built, whoever asks for it: contest, submission or worker."""

from judge.problems.broken import load_one
from judge.project.build import SOLVERS
from judge.project.host import JudgeHost
from judge.service.prepared_problem import with_tests
from judge.tests.conftest import CMake


def test_a_problem_that_is_not_built_is_built_before_its_tests_are_made(
    tree: JudgeHost, cmake: CMake
) -> None:
    host = tree.with_installation(builds=True)
    assert [test.name for test in with_tests(host, load_one(host, "double")).tests]
    assert cmake.built == [f"{SOLVERS}-double"]
    with_tests(host, load_one(host, "double"))
    assert cmake.built == [f"{SOLVERS}-double"]  # once


def test_who_builds_nothing_takes_it_as_it_is(tree: JudgeHost, cmake: CMake) -> None:
    assert with_tests(tree, load_one(tree, "double")).tests
    assert cmake.built == []
