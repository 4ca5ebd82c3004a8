"""The end of a failed test run: a list of what failed, with causes, as the whole output may lie far above."""

from collections.abc import Iterable, Iterator

from judge.selftest.units import UnitOutcome

PYTEST_CAUSE = "E  "
"""The first characters of pytest's lines that say what an assertion found."""
MOST_LINES, LINE_LENGTH = 6, 300


def failures_text(units: Iterable[UnitOutcome]) -> Iterator[str]:
    """A line for each failed unit, and below it what its log gives as the cause."""
    for outcome in units:
        if not outcome.passed:
            yield f"FAILED: {outcome.unit.name}"
            yield from (f"  {line[:LINE_LENGTH]}" for line in causes_in(outcome.output))


def causes_in(log: str) -> list[str]:
    """The first lines of pytest that say what an assertion found; of other programs, the last lines."""
    lines = [line.rstrip() for line in log.splitlines() if line.strip()]
    told_by_pytest = [line[1:].strip() for line in lines if line.startswith(PYTEST_CAUSE)]
    return told_by_pytest[:MOST_LINES] or lines[-MOST_LINES:]
