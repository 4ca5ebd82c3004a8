"""Tests chosen by name."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.problems.test_cases import TestCase as Case
from judge.problems.test_choice import chosen_test, chosen_tests

NAMES = [
    "sample/01-five",
    "secret/01-one",
    "secret/3-odd",
    "secret/34-million",
    "secret/35-more",
    "secret/3-odd-again",
]
TESTS = [Case(name, Path(), Path()) for name in NAMES]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ([], NAMES),
        (["secret/34-million"], ["secret/34-million"]),
        (["34-million"], ["secret/34-million"]),
        (["34"], ["secret/34-million"]),
        (["secret/35", "sample"], ["sample/01-five", "secret/35-more"]),
        (["secret/"], NAMES[1:]),
        (["01"], ["sample/01-five", "secret/01-one"]),
        (["3-odd"], ["secret/3-odd"]),
        (["3"], ["secret/3-odd", "secret/34-million", "secret/35-more", "secret/3-odd-again"]),
        (["secret", "34", "secret"], NAMES[1:]),
    ],
)
def test_what_names_mean(wanted: list[str], found: list[str]) -> None:
    assert [test.name for test in chosen_tests(TESTS, wanted)] == found


@pytest.mark.parametrize("name", ["", "secret/34-milion", "million", "*"])
def test_a_name_that_means_nothing(name: str) -> None:
    with pytest.raises(JudgeError, match=r"unknown test .*Known: sample/01-five"):
        chosen_tests(TESTS, ["sample", name])


def test_one_test() -> None:
    assert chosen_test(TESTS, "34").name == "secret/34-million"
    with pytest.raises(JudgeError, match="'01' means 2 tests, expected one: sample/01-five, secret/01-one"):
        chosen_test(TESTS, "01")
