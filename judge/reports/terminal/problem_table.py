"""The tables of `verify`, `submit` and `list`."""

from collections.abc import Mapping, Sequence

from rich.cells import cell_len, chop_cells
from rich.console import Group
from rich.text import Text

from judge.base.plain import is_plain
from judge.base.tables import longest_word, new_table
from judge.base.text import printable
from judge.base.units import mebibytes, seconds
from judge.judging.verdicts import Verdict
from judge.limits.known import limit_words
from judge.problems.device import EMULATED_MARKS
from judge.reports.model import ProblemReport, SolutionReport
from judge.reports.terminal.findings_text import findings_note
from judge.reports.terminal.shared_reasons import SharedReasons

LEAST_NOTE, LEAST_NOTE_BESIDE_TIME = 36, 12
"""Characters of a line of the notes; with fewer, the wall time is left out, too."""
LEAST_NAME = 20
GAP = 3
"""Blanks between two columns."""
WIDE, NO_BOUND = 130, 10**6
FIGURES = ("worst wall", "worst CPU", "peak memory")
Columns = Mapping[str, Sequence[str]]
"""Columns by their headings, the most important first."""
SHORT_FIGURES = ("worst\nwall", "worst\nCPU", "peak\nmemory")


def problem_table(
    problem: ProblemReport, reasons: SharedReasons, width: int, *, of_users: bool = False
) -> Group:
    """A row for each solver and submission: verdict, tests passed, and the worst figures over the tests.

    In a narrow terminal, long names are broken and figures left out, so that the notes keep room; notes that still do
    not fit are put below the table. `reasons` are shown elsewhere in full. `of_users`: nothing was expected of these
    submissions.
    """
    width = NO_BOUND if is_plain() else width
    results = problem.results
    notes = [_note_of_users(one, reasons) if of_users else _note(one, reasons) for one in results]
    columns = {"verdict": [result.verdict.code for result in results]}
    if any(result.points_text for result in results):
        columns["points"] = [result.points_text for result in results]
    columns["passed"] = [f"{result.passed}/{result.test_count}" for result in results]
    wall, *others = zip(FIGURES if width >= WIDE else SHORT_FIGURES, _worst_figures(results), strict=True)
    spreads = [_spread(result) for result in results]
    columns |= [wall, *([("spread", spreads)] if any(spreads) else []), *others]
    longest = max((cell_len(result.name) for result in results), default=0)
    shown, name_width = _beside_notes(columns, longest, width)
    note_width = width - _width_of(shown) - min(longest, name_width)
    is_beside = longest_word(map(str, notes)) <= note_width or note_width >= LEAST_NOTE
    if not is_beside:
        shown, name_width = _above_notes(columns, longest, width)
    if wall[0] not in shown:  # the notes say it of emulated ones
        for at, result in enumerate(results):
            if result.was_emulated:
                notes[at] = Text("; ").join(filter(None, (Text(EMULATED_MARKS[0]), notes[at])))

    table = new_table(
        f"{problem.id}: {problem.title}, {limit_words(problem.time_limit_s, problem.time_limit_source)}"
    )
    table.add_column("solution", no_wrap=True)
    for heading in shown:
        table.add_column(heading, justify="left" if heading == "verdict" else "right", no_wrap=True)
    if is_beside:
        table.add_column("note", overflow="fold")
    for result, note, verdict, *cells in zip(results, notes, *shown.values(), strict=True):
        name = Text(broken_name(result.name, name_width))
        table.add_row(name, Text(verdict, result.verdict.style), *cells, *([note] if is_beside else []))
    if is_beside:
        return Group(table)
    noted = [(result, note) for result, note in zip(results, notes, strict=True) if note]
    below = [Text.assemble((printable(result.name), "bold"), ": ", note) for result, note in noted]
    return Group(table, *below, *([Text()] if below else []))


def _beside_notes(columns: Columns, longest: int, width: int) -> tuple[Columns, int]:
    """Columns that leave room for the notes, and the room for the names."""
    shown = dict(columns)
    while (room := width - _width_of(shown) - LEAST_NOTE) < min(longest, LEAST_NAME) and len(shown) > 3:
        shown.popitem()
    if width - _width_of(shown) - min(longest, LEAST_NAME) < LEAST_NOTE_BESIDE_TIME:
        shown.popitem()
    return shown, max(room, LEAST_NAME)


def _above_notes(columns: Columns, longest: int, width: int) -> tuple[Columns, int]:
    """Columns if the notes are below the table."""
    shown = dict(columns)
    while (room := width - _width_of(shown) + GAP) < min(longest, LEAST_NAME) and len(shown) > 2:
        shown.popitem()
    return shown, max(room, LEAST_NAME)


def broken_name(name: str, room: int) -> str:
    """A name that is too long, in lines: for a submission, the folder, then as many lines as the file needs."""
    name = printable(name).replace("\n", "\\n")
    if cell_len(name) <= room:
        return name
    folder, slash, file = name.rpartition("/")
    folder += slash
    parts = [folder] if cell_len(folder) <= room else chop_cells(folder, room - 1)
    return "\n ".join(filter(None, [*parts, *chop_cells(file, room - 1)]))


def _width_of(columns: Columns) -> int:
    """The width of these columns, of the gaps around them, and of the margins."""
    return (
        2
        + GAP
        + sum(GAP + max(map(len, [*heading.split("\n"), *values])) for heading, values in columns.items())
    )


def _worst_figures(results: Sequence[SolutionReport]) -> tuple[list[str], list[str], list[str]]:
    """The worst figures of each solution: wall time, CPU time and peak memory; for emulated ones, a text instead."""
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
    """The spread of the repeated runs of the slowest test."""
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
