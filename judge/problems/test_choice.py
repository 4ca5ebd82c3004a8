"""Selects some of a problem's tests by their names."""

import difflib
from collections.abc import Iterable, Sequence

from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.problems.model import TestCase

MOST_NAMED = 3
"""The most tests that an error names."""


def chosen_tests(problem_id: str, tests: Sequence[TestCase], wanted: Iterable[str]) -> list[TestCase]:
    """Tests that any of these names selects, in their order: "secret/34-million", "secret", "34". All, if none is
    named.

    Raises JudgeError for a name that selects no test.
    """
    names = list(wanted)
    if not names:
        return list(tests)
    found = [_matching_tests(problem_id, tests, name) for name in names]
    return [test for test in tests if any(test in part for part in found)]


def chosen_test(problem_id: str, tests: Sequence[TestCase], wanted: str) -> TestCase:
    """The only test that the name selects. Raises JudgeError if it selects several."""
    found = _matching_tests(problem_id, tests, wanted)
    if len(found) > 1:
        names = ", ".join(test.name for test in found[:MOST_NAMED])
        more = ", ..." if len(found) > MOST_NAMED else ""
        raise JudgeError(
            f"'{wanted}' means {len(found)} tests of {problem_id}, expected one: {names}{more}.",
            RunJudge(("list", problem_id), "All tests"),
        )
    return found[0]


def _matching_tests(problem_id: str, tests: Sequence[TestCase], name: str) -> list[TestCase]:
    """The test of this name, or else all tests whose names begin with it, with or without the group."""
    if exact := [test for test in tests if name in (test.name, test.name.partition("/")[2])]:
        return exact
    found = [
        test
        for test in tests
        if name and (test.name.startswith(name) or test.name.partition("/")[2].startswith(name))
    ]
    if not found:
        close = _similar_names(tests, name)
        suggestion = f" Did you mean {' or '.join(close)}?" if close else ""
        raise JudgeError(
            f"unknown test '{name}': expected the name of one of the {len(tests)} tests of {problem_id}, or what "
            f"it begins with.{suggestion}",
            RunJudge(("list", problem_id), "All tests"),
        )
    return found


def _similar_names(tests: Sequence[TestCase], name: str) -> list[str]:
    """The names that contain the text, or else the most similar ones, apart from a group that all share."""
    typed = name.rpartition("/")[2]
    by_file = {test.name.rpartition("/")[2]: test.name for test in tests}
    found = [file for file in by_file if typed and typed in file]
    found = found or difflib.get_close_matches(typed, by_file, n=MOST_NAMED, cutoff=0.5)
    return [by_file[file] for file in found[:MOST_NAMED]]
