"""Tests that others failed go first, where their order decides nothing."""

from typing import cast

import pytest

from judge.base.records import replace
from judge.judging.failed_before import FailedBefore
from judge.judging.job import Job
from judge.problems.scoring import Group, Scoring
from judge.tests.measured import MS, case, failed, passed, result_of

NAMES = ["sample/1", "secret/1", "secret/2", "secret/3"]


def job(**changes: object) -> Job:
    tests = [case(name) for name in NAMES]
    return replace(Job(result_of("mine.cu", solver=False).solution, tests, shares_gpu=True), **changes)


def known(*names: str) -> FailedBefore:
    """The state after one submission for each name, which failed that test."""
    before = FailedBefore()
    for name in names:
        before.take_in(
            result_of("other.cu", passed(1, [MS], name="sample/1"), failed(passed(1, [MS], name=name)))
        )
    before.take_in(result_of("right.cu", passed(1, [MS], name="secret/1")))
    return before


def names_of(job: Job) -> list[str]:
    return [test.name for test in job.tests]


def test_after_the_samples_the_tests_that_most_failed_come_first() -> None:
    assert names_of(known("secret/3", "secret/2", "secret/3").ordered(job())) == [
        "sample/1",
        "secret/3",
        "secret/2",
        "secret/1",
    ]


def test_as_long_as_nobody_failed_they_stay_in_order() -> None:
    assert names_of(known().ordered(job())) == NAMES


def test_other_problems_do_not_matter() -> None:
    solution = job().solution
    elsewhere = replace(solution, problem=replace(solution.problem, id="another"))
    assert names_of(known("secret/3").ordered(job(solution=elsewhere))) == NAMES


@pytest.mark.parametrize("changes", [{"shares_gpu": False}, {"stop_at_failure": False}])
def test_they_stay_in_order_where_all_count_or_each_is_timed(changes: dict[str, object]) -> None:
    assert names_of(known("secret/3").ordered(job(**changes))) == NAMES


def test_they_stay_in_order_where_points_are_given() -> None:
    solution = job().solution
    a_group = cast(Group, None)  # it is never looked at
    scored = replace(solution, problem=replace(solution.problem, scoring=Scoring(a_group)))
    assert names_of(known("secret/3").ordered(job(solution=scored))) == NAMES
