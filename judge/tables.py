"""The tables of `verify`, `submit` and `list`."""

from collections.abc import Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from judge.emulator import NOT_TIMED
from judge.findings_text import findings_note
from judge.judging import Result
from judge.problem import Problem
from judge.units import mebibytes, seconds
from judge.verdicts import Verdict


def new_table(title: str | None = None) -> Table:
    return Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)


def verdict_text(verdict: Verdict) -> Text:
    return Text(verdict.code, style=verdict.style)


def problem_table(problem: Problem, results: Sequence[Result]) -> Table:
    """A row for each solver and submission: verdict, tests passed, and the worst figures over the tests."""
    table = new_table(f"{problem.id}: {problem.title}")
    table.add_column("solution", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    for heading in ("passed", "worst wall", "worst CPU", "peak memory"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("note", overflow="fold")
    for result in results:
        table.add_row(
            result.contestant.name,
            verdict_text(result.verdict),
            f"{result.count(Verdict.AC)}/{result.test_count}",
            *_worst_figures(result),
            _note(result),
        )
    return table


def _worst_figures(result: Result) -> tuple[str, str, str]:
    runs = [test.facts for test in result.tests if test.ruling.verdict is not Verdict.SKIP]
    if not runs or result.contestant.emulated:
        return "", "", ""
    return (
        seconds(max(facts.wall_ns for facts in runs)),
        seconds(max(facts.cpu_ns for facts in runs)),
        mebibytes(max(facts.peak_memory_bytes for facts in runs)),
    )


def _note(result: Result) -> Text:
    if not result.as_expected:
        expected = result.contestant.expected.code
        reason = ": ".join(filter(None, ("", result.reason, findings_note(result.findings))))
        return Text(f"expected {expected}{reason}", style="bold red")
    skipped = result.count(Verdict.SKIP)
    note = result.reason
    if skipped and result.verdict is not Verdict.SKIP:
        note = f"{skipped} skipped: {note}"
    if not result.contestant.emulated or result.obstacle:
        return Text(note, style="dim")
    line = Text("; ".join(filter(None, (NOT_TIMED, note))), style="dim")
    if result.findings:
        line.append(f"; {findings_note(result.findings)}", style="not dim yellow")
    return line
