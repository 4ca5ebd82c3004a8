"""A line for each test that was judged, in columns that fit the terminal."""

from collections.abc import Sequence

from rich.text import Text

from judge.base.plain import is_plain
from judge.base.units import mebibytes, seconds
from judge.judging.results import TestResult
from judge.measure.best_solver import walls
from judge.problems.model import TestCase
from judge.reports.terminal.verdict_text import verdict_text

FIGURES_WIDTH = 46
"""The verdict of a test, its wall and CPU time and its memory, with their units."""


def name_width_of(tests: Sequence[TestCase], width: int) -> int:
    """Of the names' column: the longest name, unless it would push all figures out of the terminal."""
    longest = max((len(test.name) for test in tests), default=0)
    return min(longest, max(20, min(40, width - 20), width - FIGURES_WIDTH))


def test_line(test: TestResult, name_width: int, width: int, *, timed: bool) -> Text:
    """Name, verdict, and of its figures, the most important first, as many as the terminal has room for."""
    facts = test.facts
    line = Text.assemble(f"{test.test.name:<{name_width}} ", verdict_text(test.ruling.verdict))
    line.pad_right(max(0, name_width + 5 - len(line)))
    if is_plain():
        line = Text.assemble(f"{test.test.name}: ", verdict_text(test.ruling.verdict))
    if not timed:
        return line
    figures = [f"{seconds(facts.wall_ns):>9} wall"]
    if len(test.runs) > 1:
        spread = walls(test)
        runs = f"{len(test.runs)} runs, {seconds(spread.low)} to {seconds(spread.high)}"
        figures.append(f"{f'({runs})':>32}")
    figures += [f"{seconds(facts.cpu_ns):>10} CPU", f"{mebibytes(facts.peak_memory_bytes):>12}"]
    if is_plain():
        return line.append("".join(f", {figure.strip()}" for figure in figures))
    for figure in figures:
        if len(line) + len(figure) > width:
            break
        line.append(figure)
    return line
