"""A line for each test that was judged, in columns that fit the terminal."""

from collections.abc import Sequence

from rich.text import Text

from judge.base.plain import is_plain
from judge.base.units import mebibytes, seconds
from judge.judging.results import TestResult
from judge.judging.verdicts import Verdict
from judge.measure.best_solver import walls
from judge.problems.model import TestCase
from judge.reports.terminal.verdict_text import verdict_text

FIGURES_WIDTH = 46
"""The verdict of a test, its wall and CPU time and its memory, with their units."""


def name_width_of(tests: Sequence[TestCase], width: int) -> int:
    """The width of the names' column: the longest name, unless it would leave no room for figures."""
    longest = max((len(test.name) for test in tests), default=0)
    return min(longest, max(20, min(40, width - 20), width - FIGURES_WIDTH))


def test_line(test: TestResult, name_width: int, width: int, *, timed: bool) -> Text:
    """Name, verdict, and as many of its figures as the terminal has room for, the most important first."""
    facts = test.facts
    if not timed:
        return row(test.test.name, test.decision.verdict, name_width, width)
    spread = None
    if len(test.runs) > 1:
        over = walls(test)
        spread = f"({len(test.runs)} runs, {seconds(over.low)} to {seconds(over.high)})"
    figures = figures_of(facts.wall_ns, facts.cpu_ns, facts.peak_memory_bytes, spread)
    return row(test.test.name, test.decision.verdict, name_width, width, figures)


def figures_of(
    wall_ns: int | None, cpu_ns: int | None, peak_memory_bytes: int | None, spread: str | None = None
) -> list[str]:
    """Figures of a test, the most important first, each as wide as its column; None: unknown."""
    known = [
        None if wall_ns is None else f"{seconds(wall_ns):>9} wall",
        None if spread is None else f"{spread:>32}",
        None if cpu_ns is None else f"{seconds(cpu_ns):>10} CPU",
        None if peak_memory_bytes is None else f"{mebibytes(peak_memory_bytes):>12}",
    ]
    return [figure for figure in known if figure is not None]


def row(name: str, verdict: Verdict, name_width: int, width: int, figures: Sequence[str] = ()) -> Text:
    """The line itself, with as many of the figures as the terminal has room for."""
    if is_plain():
        line = Text.assemble(f"{name}: ", verdict_text(verdict))
        return line.append("".join(f", {figure.strip()}" for figure in figures))
    line = Text.assemble(f"{name:<{name_width}} ", verdict_text(verdict))
    line.pad_right(max(0, name_width + 5 - len(line)))
    for figure in figures:
        if len(line) + len(figure) > width:
            break
        line.append(figure)
    return line
