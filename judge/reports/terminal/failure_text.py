"""Why a test failed: the reason, the input, and what the program said, next to what was expected of it."""

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console, RenderableType
from rich.panel import Panel
from rich.text import Text

from judge.base.tables import excerpt
from judge.judging.results import TestResult
from judge.judging.verdicts import Verdict
from judge.problems.model import Problem
from judge.reports.terminal.difference_text import difference_text

EXCERPT_LINES, LONG_EXCERPT_LINES = 12, 60
READ_BYTES = 2000


def print_failure(console: Console, problem: Problem, failure: TestResult, *, verbose: bool = False) -> None:
    """The first failing test, and its files, whose paths are never cut: they are there to be copied."""
    for part in _parts(failure, verbose):
        console.print(part)
    for title, file in (("Whole input: ", failure.test.input), ("Whole answer:", failure.test.answer)):
        console.print(f"{title} {problem.lasting_place(file)}", soft_wrap=True)


def _parts(failure: TestResult, verbose: bool) -> Iterator[RenderableType]:
    """An expected output stands only next to a whole output: that of a wrong answer."""
    most = LONG_EXCERPT_LINES if verbose else EXCERPT_LINES
    yield Text(f"First failure: {failure.test.name}: {failure.ruling.reason}", style="bold")
    yield _panel("input", _beginning(failure.test.input), most)
    if failure.transcript:
        yield _panel("< the validator, > the solution", failure.transcript, most, both_ends=True)
    elif failure.ruling.verdict is Verdict.WA and failure.difference:
        yield from difference_text(failure.difference)
    elif failure.ruling.verdict is Verdict.WA:
        yield _panel("expected output", _beginning(failure.test.answer), most)
        yield _panel("output", failure.stdout_excerpt, most)
    elif failure.stdout_excerpt.strip():
        yield _panel("output until then", failure.stdout_excerpt, most)
    if failure.stderr_excerpt.strip():
        yield _panel("standard error", failure.stderr_excerpt, most, both_ends=True)


def _beginning(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.read(READ_BYTES)


def _panel(title: str, text: str, most: int, *, both_ends: bool = False) -> Panel:
    return excerpt(title, _excerpt(text, most, both_ends))


def _excerpt(text: str, most: int, both_ends: bool) -> str:
    """The first lines, or the first and the last, none longer than a screen's width allows."""
    lines = [line if len(line) <= 100 else line[:100] + " ..." for line in text.splitlines()]
    if len(lines) > most:
        half = most // 2
        lines = [*lines[:half], "...", *lines[-half:]] if both_ends else [*lines[:most], "..."]
    return "\n".join(lines)
