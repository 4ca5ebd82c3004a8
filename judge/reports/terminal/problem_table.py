"""The tables of `verify`, `submit` and `list`."""

from collections.abc import Mapping, Sequence

from rich.cells import cell_len, chop_cells
from rich.table import Table
from rich.text import Text

from judge.base.tables import new_table
from judge.base.text import printable
from judge.base.units import mebibytes, seconds
from judge.judging.verdicts import Verdict
from judge.limits.known import limit_words
from judge.problems.device import EMULATED_MARKS
from judge.reports.model import ProblemReport, SolutionReport
from judge.reports.terminal.findings_text import findings_note
from judge.reports.terminal.shared_reasons import SharedReasons

LEAST_NOTE, LEAST_NOTE_BESIDE_TIME = 36, 12
"""Characters of a line of the notes; fewer, before the wall time is left out, too."""
LEAST_NAME = 20
GAP = 3
"""Between two columns."""
WIDE = 130
FIGURES = ("worst wall", "worst CPU", "peak memory")
SHORT_FIGURES = ("worst\nwall", "worst\nCPU", "peak\nmemory")


def problem_table(
    problem: ProblemReport, reasons: SharedReasons, width: int, *, of_users: bool = False
) -> Table:
    """A row for each solver and submission: verdict, tests passed, and the worst figures over the tests.

    In a narrow terminal long names are broken and figures left out, so that the notes keep room. `reasons` are shown
    elsewhere in full. `of_users`: nothing was expected of these submissions.
    """
    results = problem.results
    columns = {"verdict": [result.verdict.code for result in results]}
    columns["passed"] = [f"{result.passed}/{result.test_count}" for result in results]
    wall, *others = zip(FIGURES if width >= WIDE else SHORT_FIGURES, _worst_figures(results), strict=True)
    spreads = [_spread(result) for result in results]
    columns |= [wall, *([("spread", spreads)] if any(spreads) else []), *others]
    longest = max((cell_len(result.name) for result in results), default=0)
    while (room := width - _width_of(columns) - LEAST_NOTE) < min(longest, LEAST_NAME) and len(columns) > 3:
        columns.popitem()
    has_times = width - _width_of(columns) - min(longest, LEAST_NAME) >= LEAST_NOTE_BESIDE_TIME
    if not has_times:
        columns.popitem()

    table = new_table(
        f"{problem.id}: {problem.title}, {limit_words(problem.time_limit_s, problem.time_limit_source)}"
    )
    table.add_column("solution", no_wrap=True)
    for heading in columns:
        table.add_column(heading, justify="left" if heading == "verdict" else "right", no_wrap=True)
    table.add_column("note", overflow="fold")
    for result, verdict, *cells in zip(results, *columns.values(), strict=True):
        name = Text(broken_name(result.name, max(room, LEAST_NAME)))
        note = _note_of_users(result, reasons) if of_users else _note(result, reasons)
        if result.was_emulated and not has_times:  # which would say so
            note = Text("; ").join(filter(None, (Text(EMULATED_MARKS[0]), note)))
        table.add_row(name, Text(verdict, result.verdict.style), *cells, note)
    return table


def broken_name(name: str, room: int) -> str:
    """A name that is too long, in lines: of a submission's the folder, then as many as the file needs."""
    name = printable(name).replace("\n", "\\n")
    if cell_len(name) <= room:
        return name
    folder, slash, file = name.rpartition("/")
    folder += slash
    parts = [folder] if cell_len(folder) <= room else chop_cells(folder, room - 1)
    return "\n ".join(filter(None, [*parts, *chop_cells(file, room - 1)]))


def _width_of(columns: Mapping[str, Sequence[str]]) -> int:
    """Of these columns, of the gaps around them, and of the margins."""
    return (
        2
        + GAP
        + sum(GAP + max(map(len, [*heading.split("\n"), *values])) for heading, values in columns.items())
    )


def _worst_figures(results: Sequence[SolutionReport]) -> tuple[list[str], list[str], list[str]]:
    """Of each solution the worst wall time, CPU time and peak memory; of what was emulated, words instead."""
    walls, cpus, memories = [], [], []
    for result in results:
        worst = result.worst
        if result.was_emulated:
            walls.append(EMULATED_MARKS[0])
            cpus.append(EMULATED_MARKS[1])
        else:
            walls.append(seconds(worst.wall_ns) if worst else "")
            cpus.append(seconds(worst.cpu_ns) if worst else "")
        memories.append(mebibytes(worst.memory_bytes) if worst else "")
    return walls, cpus, memories


def _spread(result: SolutionReport) -> str:
    """Of the repeated runs of the slowest test."""
    slowest = max(result.timed_tests, key=lambda test: test.facts.wall_ns, default=None)
    if slowest is None or slowest.repetitions is None:
        return ""
    wall = slowest.repetitions.wall_ns
    return f"{seconds(wall.low)} - {seconds(wall.high)}"


def _note_of_users(result: SolutionReport, reasons: SharedReasons) -> Text:
    if result.is_rejected:
        return Text(result.reason, style="bold red")
    note = Text(reasons.shown(result.reason))
    if result.findings:
        note = Text("; ").join(
            [*([note] if note else []), Text(findings_note(result.findings), style="yellow")]
        )
    return note


def _note(result: SolutionReport, reasons: SharedReasons) -> Text:
    shown = reasons.shown(result.reason)
    if not result.as_expected:
        expected = result.expected.code
        found = "" if result.is_rejected else findings_note(result.findings)
        reason = "".join(f": {part}" for part in (shown, found) if part)
        return Text(f"expected {expected}{reason}", style="bold red")
    skipped = result.count(Verdict.SKIP)
    note = shown
    if skipped and not result.is_skipped:
        note = f"{skipped} skipped: {note}"
    if not result.was_emulated:
        return Text(note, style="dim")
    parts = [Text(note, style="dim")] if note else []
    if result.findings:
        parts.append(Text(findings_note(result.findings), style="yellow"))
    return Text("; ").join(parts)
