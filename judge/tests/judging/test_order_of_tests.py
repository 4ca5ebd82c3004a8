"""The order in which a solution meets the tests."""

from pathlib import Path

import pytest

from judge.base.records import replace
from judge.judging.evaluate import in_order
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.problems import model as testcases
from judge.problems.formats.legacy import OF_FOLDERS
from judge.tests.measured import result_of

SIZES = {
    "sample/1": 5,
    "sample/2": 900,
    "secret/1": 10,
    "secret/2-largest": 500,
    "secret/3": 10,
    "secret/4": 40,
}


@pytest.fixture
def tests(tmp_path: Path) -> list[testcases.TestCase]:
    found = []
    for name, size in SIZES.items():
        input_file = tmp_path / name.replace("/", "-")
        input_file.write_bytes(b"1" * size)
        found.append(testcases.TestCase(name, input_file, input_file, ()))
    return found


def solution(expected: Verdict) -> Solution:
    return replace(result_of("mine.cpp").solution, expected=expected)


def test_what_is_to_be_too_slow_meets_the_largest_right_after_the_samples(
    tests: list[testcases.TestCase],
) -> None:
    order = [test.name for test in in_order(solution(Verdict.TLE), tests, stop_at_failure=True)]
    assert order == ["sample/1", "sample/2", "secret/2-largest", "secret/4", "secret/3", "secret/1"]


@pytest.mark.parametrize(
    ("expected", "stops"), [(Verdict.AC, True), (Verdict.WA, True), (Verdict.TLE, False)]
)
def test_all_others_meet_them_as_they_are_given(
    tests: list[testcases.TestCase], expected: Verdict, stops: bool
) -> None:
    assert in_order(solution(expected), tests, stop_at_failure=stops) == tests


def test_in_a_package_the_order_of_its_tests_holds_for_all(tests: list[testcases.TestCase]) -> None:
    """The first failure decides there: run_frequency of DOMjudge's example hangman is too slow on an earlier test than
    the one on which it crashes."""
    too_slow = solution(Verdict.TLE)
    package = testcases.Package("legacy", tuple(tests), OF_FOLDERS)
    of_package = replace(too_slow, problem=replace(too_slow.problem, package=package))
    assert in_order(of_package, tests, stop_at_failure=True) == tests
