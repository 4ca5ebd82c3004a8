"""The end of a failed test run: a list of what failed, with causes, as the whole output may lie far above."""

import re
from collections.abc import Iterable, Iterator

from judge.selftest.units import UnitOutcome

PYTEST_CAUSE = "E  "
"""The first characters of pytest's lines that say what an assertion found."""
PYTEST_TEST = re.compile(r"_+ (?P<error>ERROR (?:at \w+ of|collecting) )?(?P<name>[^_\s].*) _+")
"""The line of pytest above what it tells of a failed test, or of one that could not be set up. A long name leaves room
for one underscore."""
MOST_TESTS, MOST_LINES, LINE_LENGTH = 5, 6, 300


def failures_text(units: Iterable[UnitOutcome]) -> Iterator[str]:
    """A line for each failed unit, and below it what its log gives as the cause."""
    for outcome in units:
        if not outcome.passed:
            yield f"FAILED: {outcome.unit.name}"
            yield from (f"  {line[:LINE_LENGTH]}" for line in causes_in(outcome.output))


def causes_in(log: str) -> list[str]:
    """The names of the tests that failed according to pytest, each with the first lines about what its assertion found;
    of other programs, the last lines."""
    lines = [line.rstrip() for line in log.splitlines() if line.strip()]
    failed = _failed_tests(lines)
    told = [line for causes in failed[:MOST_TESTS] for line in causes[: 1 + MOST_LINES]]
    if len(failed) > MOST_TESTS:
        told.append(f"and {len(failed) - MOST_TESTS} more")
    return told or lines[-MOST_LINES:]


def _failed_tests(lines: Iterable[str]) -> list[list[str]]:
    """The name of each failed test, followed by its causes. Those that could not be set up come last, although pytest
    lists them first: an earlier failure is often why."""
    failed: list[list[str]] = []
    not_set_up: list[list[str]] = []
    causes: list[str] = []
    for line in lines:
        if found := PYTEST_TEST.fullmatch(line):
            causes = [found["name"]]
            (not_set_up if found["error"] else failed).append(causes)
        elif line.startswith(PYTEST_CAUSE):
            if not causes:  # an error outside of any test
                failed.append(causes)
            causes.append(line[1:].strip())
    return [*failed, *not_set_up]
