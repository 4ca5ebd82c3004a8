"""Why a test failed: the reason, the input, and the program's output, next to what was expected."""

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console, RenderableType
from rich.panel import Panel
from rich.text import Text

from judge.base.tables import excerpt
from judge.judging.difference import Difference
from judge.judging.results import TestResult
from judge.judging.verdicts import Verdict
from judge.problems.model import Problem
from judge.reports.terminal.difference_text import difference_text

EXCERPT_LINES, LONG_EXCERPT_LINES = 12, 60
READ_BYTES = 2000


def print_failure(console: Console, problem: Problem, failure: TestResult, *, verbose: bool = False) -> None:
    """The first failing test, and its files, whose paths are never cut, so that they can be copied."""
    for part in _parts(failure, verbose):
        console.print(part)
    for title, file in (("Whole input: ", failure.test.input), ("Whole answer:", failure.test.answer)):
        console.print(f"{title} {problem.lasting_place(file)}", soft_wrap=True)


def _parts(failure: TestResult, verbose: bool) -> Iterator[RenderableType]:
    """An expected output is shown only next to a whole output: that of a wrong answer."""
    most = LONG_EXCERPT_LINES if verbose else EXCERPT_LINES
    yield Text(f"First failure: {failure.test.name}: {failure.decision.reason}", style="bold")
    yield panel("input", _beginning(failure.test.input), most)
    is_wrong = failure.decision.verdict is Verdict.WA
    answer = _beginning(failure.test.answer) if is_wrong and not failure.difference else None
    yield from said(
        most,
        transcript=failure.transcript,
        difference=failure.difference if is_wrong else None,
        answer=answer,
        stdout=failure.stdout_excerpt,
        stderr=failure.stderr_excerpt,
    )


def said(
    most: int, *, transcript: str, difference: Difference | None, answer: str | None, stdout: str, stderr: str
) -> Iterator[RenderableType]:
    """The program's output, next to what was expected. `answer`: of a wrong answer without a difference."""
    if transcript:
        yield panel("< the validator, > the solution", transcript, most, both_ends=True)
    elif difference:
        yield from difference_text(difference)
    elif answer is not None:
        yield panel("expected output", answer, most)
        yield panel("output", stdout, most)
    elif stdout.strip():
        yield panel("output until then", stdout, most)
    if stderr.strip():
        yield panel("standard error", stderr, most, both_ends=True)


def _beginning(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.read(READ_BYTES)


def panel(title: str, text: str, most: int, *, both_ends: bool = False) -> Panel:
    """An excerpt in a frame: of more than `most` lines, the first, or the first and the last."""
    return excerpt(title, _excerpt(text, most, both_ends))


def _excerpt(text: str, most: int, both_ends: bool) -> str:
    """The first lines, or the first and the last, none longer than a screen's width allows."""
    lines = [line if len(line) <= 100 else line[:100] + " ..." for line in text.splitlines()]
    if len(lines) > most:
        half = most // 2
        lines = [*lines[:half], "...", *lines[-half:]] if both_ends else [*lines[:most], "..."]
    return "\n".join(lines)
