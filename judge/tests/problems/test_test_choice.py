"""Tests chosen by name."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.problems.model import TestCase as Case
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
    assert [test.name for test in chosen_tests("sums", TESTS, wanted)] == found


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [
        ("", ""),
        ("*", ""),
        ("secret/99", ""),
        ("secret/34-milion", " Did you mean secret/34-million or secret/35-more?"),
        ("million", " Did you mean secret/34-million?"),
        ("o", " Did you mean secret/01-one or secret/3-odd or secret/34-million?"),
    ],
)
def test_a_name_that_means_nothing(name: str, suggestion: str) -> None:
    """A few tests are named, however many there are."""
    with pytest.raises(JudgeError) as error:
        chosen_tests("sums", TESTS, ["sample", name])
    assert str(error.value) == (
        f"unknown test '{name}': expected the name of one of the 6 tests of sums, or what it begins with."
        f"{suggestion} All tests: ./judge/judge list sums"
    )


def test_one_test() -> None:
    assert chosen_test("sums", TESTS, "34").name == "secret/34-million"
    with pytest.raises(
        JudgeError, match=r"'01' means 2 tests of sums, expected one: sample/01-five, secret/01-one\."
    ):
        chosen_test("sums", TESTS, "01")
    with pytest.raises(
        JudgeError, match=r"means 5 tests of sums, expected one: secret/01-one, .*34-million, \.\.\."
    ):
        chosen_test("sums", TESTS, "secret")
