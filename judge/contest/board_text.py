"""A scoreboard on the terminal: a line for each team, with as much of each cell as fits."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from rich.cells import cell_len, set_cell_size
from rich.text import Text

from judge.base.plain import is_plain
from judge.base.text import one_line
from judge.base.units import plural
from judge.contest.model import ContestScoring
from judge.contest.scoreboard import Cell, Row, Scoreboard
from judge.contest.times import MINUTE_MS, short_text

LEAST_NAME, MOST_NAME = 12, 40
"""Columns for a team's name."""


class Form(Struct, frozen=True):
    """One way to write the cells."""

    text: Callable[[Cell], str]
    gap: str
    headings: Sequence[str]
    """The headings of the rank and the sums."""


def board_lines(board: Scoreboard, width: int) -> list[Text]:
    """The heading and the rows, none wider than the width."""
    is_ioi = board.contest.scoring is ContestScoring.IOI
    if is_plain():
        return [Text(_in_words(board, row, is_ioi=is_ioi)) for row in board.rows]
    names = ["team", *(one_line(row.team.name) for row in board.rows)]
    for form in IOI_FORMS if is_ioi else ICPC_FORMS:
        sides = _sides(board, form.headings)
        cells = _cells(board, form)
        taken = sum(cell_len(column[0]) + 2 for column in sides)
        room = width - taken - sum(cell_len(column[0]) + len(form.gap) for column in cells)
        if room >= LEAST_NAME:
            break
    longest = max(cell_len(name) for name in names)
    names = [_fitted(name, min(longest, MOST_NAME, max(room, 1))) for name in names]
    lines = []
    for at, name in enumerate(names):
        line = Text(f"{sides[0][at]}  {name}", no_wrap=True, end="")
        for column in sides[1:]:
            line.append(f"  {column[at]}")
        if at == 0:
            line.stylize("bold")
        else:
            line.stylize("bold", len(sides[0][at]) + 2, len(sides[0][at]) + 2 + len(name))
        for problem, column in enumerate(cells):
            style = _style(board.rows[at - 1].cells[problem], is_ioi) if at else "bold"
            line.append(form.gap)
            line.append(column[at], style=style)
        line.rstrip()
        line.truncate(width, overflow="ellipsis")
        lines.append(line)
    return lines


def _in_words(board: Scoreboard, row: Row, *, is_ioi: bool) -> str:
    sums = f"{number_text(row.score)} points" if is_ioi else f"{row.solved} solved, time {row.total_minutes}"
    labels = [problem.label for problem in board.contest.problems]
    cells = [_cell_in_words(cell, is_ioi=is_ioi) for cell in row.cells]
    told = [f"{label} {cell}" for label, cell in zip(labels, cells, strict=True) if cell]
    return f"rank {row.rank}, {row.team.name}: {'; '.join([sums, *told])}"


def _cell_in_words(cell: Cell, *, is_ioi: bool) -> str:
    """The cell as text; empty if nothing was submitted."""
    pending = f"{cell.pending} pending" if cell.pending else ""
    if is_ioi:
        return ", ".join(filter(None, (f"{number_text(cell.score)} points" if cell.judged else "", pending)))
    tries = plural(cell.penalties + (cell.time_ms is not None), "try", "tries")
    if cell.time_ms is None:
        return ", ".join(filter(None, (f"not solved in {tries}" if cell.judged else "", pending)))
    first = ", first to solve" if cell.is_first else ""
    return f"solved in {tries} at minute {cell.time_ms // MINUTE_MS}{first}"


def when_text(board: Scoreboard) -> str:
    """The time in the contest that it shows; for a frozen one, in the words that the Contest Control System
    Requirements prescribe."""
    contest, frozen_from = board.contest, board.contest.frozen_from_ms
    shown = f"at {short_text(board.at_ms)}"
    if board.at_ms >= contest.duration_ms:
        shown = f"at the end, {board.pending} pending" if board.pending else "final"
    if not board.is_frozen or frozen_from is None or board.at_ms < frozen_from:
        return shown
    minutes = (contest.freeze_ms or 0) // MINUTE_MS
    return (
        f"The scoreboard was frozen with {minutes} minutes remaining - submissions in the last {minutes} minutes of "
        "the contest are still shown as pending."
    )


def legend(board: Scoreboard) -> str:
    """The meaning of the cells, in a line; in the plain form the cells say it themselves."""
    if is_plain():
        return board.contest.score_mode.in_words if board.contest.scoring is ContestScoring.IOI else ""
    if board.contest.scoring is ContestScoring.IOI:
        return f"{board.contest.score_mode.in_words}; ? pending"
    return "tries/minute, * first to solve, - not solved, ? pending"


def _sides(board: Scoreboard, headings: Sequence[str]) -> list[list[str]]:
    """The rank and the sums."""
    texts = [[_rank(board.rows, at) for at in range(len(board.rows))]]
    if board.contest.scoring is ContestScoring.IOI:
        texts.append([number_text(row.score) for row in board.rows])
    else:
        texts.append([str(row.solved) for row in board.rows])
        texts.append([str(row.total_minutes) for row in board.rows])
    return [_column([heading, *of_it]) for heading, of_it in zip(headings, texts, strict=True)]


def _cells(board: Scoreboard, form: Form) -> list[list[str]]:
    return [
        _column([problem.label, *(form.text(row.cells[at]) for row in board.rows)])
        for at, problem in enumerate(board.contest.problems)
    ]


def _column(texts: Sequence[str]) -> list[str]:
    """Right-aligned, all as wide as the widest."""
    width = max(cell_len(text) for text in texts)
    return [" " * (width - cell_len(text)) + text for text in texts]


def _fitted(text: str, width: int) -> str:
    return set_cell_size(text, width) if cell_len(text) <= width else set_cell_size(text, width - 1) + "…"


def _rank(rows: Sequence[Row], at: int) -> str:
    """The rank, only once for tied teams."""
    return "" if at and rows[at - 1].rank == rows[at].rank else str(rows[at].rank)


def _tries_and_time(cell: Cell) -> str:
    if cell.time_ms is not None:
        return f"{cell.penalties + 1}/{cell.time_ms // MINUTE_MS}{'*' if cell.is_first else ' '}"
    tries = f"{cell.penalties}/-" if cell.judged else ""
    return (f"{tries}?{cell.pending}" if cell.pending else tries or ".") + " "


def _tries(cell: Cell) -> str:
    """ "+": solved at once; "+2": after two rejected submissions; "-2": two rejected submissions."""
    if cell.is_solved:
        return ("*" if cell.is_first else "+") + (str(cell.penalties) if cell.penalties else "")
    if cell.pending:
        return "?"
    return f"-{cell.penalties}" if cell.judged else "."


def _mark(cell: Cell) -> str:
    return _tries(cell)[0]


def _points(cell: Cell) -> str:
    return (number_text(cell.score) if cell.judged else "" if cell.pending else ".") + (
        "?" if cell.pending else ""
    )


def _short_points(cell: Cell) -> str:
    return f"{cell.score:.0f}" if cell.judged else "?" if cell.pending else "."


def number_text(score: float) -> str:
    """Points: "100", "99.5"."""
    return f"{score:.2f}".rstrip("0").rstrip(".")


def _style(cell: Cell, is_ioi: bool) -> str:
    if cell.pending and not cell.is_solved:
        return "yellow"
    if is_ioi:
        return "green" if cell.is_solved else "cyan" if cell.score else "red" if cell.judged else "dim"
    if cell.is_solved:
        return "bold green" if cell.is_first else "green"
    return "red" if cell.judged else "dim"


LONG, SHORT = ("rank", "solved", "time"), ("#", "=", "time")
ICPC_FORMS = (
    Form(_tries_and_time, "  ", LONG),
    Form(_tries_and_time, " ", LONG),
    Form(_tries_and_time, " ", SHORT),
    Form(_tries, " ", SHORT),
    Form(_mark, "", SHORT),
)
IOI_FORMS = (
    Form(_points, "  ", ("rank", "points")),
    Form(_points, " ", ("#", "points")),
    Form(_short_points, " ", ("#", "points")),
    Form(_short_points, "", ("#", "points")),
)
"""The forms, the widest first."""
