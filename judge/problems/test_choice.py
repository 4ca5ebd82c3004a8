"""Choosing some of a problem's tests by their names."""

from collections.abc import Iterable, Sequence

from judge.base.errors import JudgeError
from judge.base.suggestions import unknown_name
from judge.problems.test_cases import TestCase


def chosen_tests(tests: Sequence[TestCase], wanted: Iterable[str]) -> list[TestCase]:
    """Those that any of these names means, in their order: "secret/34-million", "secret", "34". All, if none is named.

    Raises JudgeError for a name that means no test.
    """
    names = list(wanted)
    if not names:
        return list(tests)
    found = [_meant(tests, name) for name in names]
    return [test for test in tests if any(test in part for part in found)]


def chosen_test(tests: Sequence[TestCase], wanted: str) -> TestCase:
    """The only one that the name means. Raises JudgeError where it means several."""
    found = _meant(tests, wanted)
    if len(found) > 1:
        raise JudgeError(
            f"'{wanted}' means {len(found)} tests, expected one: {', '.join(test.name for test in found)}."
        )
    return found[0]


def _meant(tests: Sequence[TestCase], name: str) -> list[TestCase]:
    """The test of this name, or else all whose name begins so, with or without the group."""
    if exact := [test for test in tests if name in (test.name, test.name.partition("/")[2])]:
        return exact
    found = [
        test
        for test in tests
        if name and (test.name.startswith(name) or test.name.partition("/")[2].startswith(name))
    ]
    if not found:
        raise unknown_name("test", name, [test.name for test in tests])
    return found
