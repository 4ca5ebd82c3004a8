"""The page of a scoreboard."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from judge.base.units import plural
from judge.contest.board_text import number_text, when_text
from judge.contest.model import ContestScoring
from judge.contest.scoreboard import Cell, Scoreboard
from judge.contest.times import MINUTE_MS
from judge.reports.html.page import FOLDER as REPORTS
from judge.reports.html.page import environment, rendered

FOLDER = Path(__file__).parent
TEMPLATE = "board.html.j2"
ICPC_LEGEND = "Minute of the accepted submission, and tries; framed: first to solve."


class DrawnCell(Struct, frozen=True):
    kind: str
    text: str = ""
    note: str = ""


def prepare_board_page() -> None:
    """Compiles the templates ahead: an interrupted judge has no time for it."""
    for name in (TEMPLATE, "document.html.j2"):
        environment(FOLDER).get_template(name)


def board_page(board: Scoreboard, titles: Mapping[str, str]) -> str:
    """The page. `titles`: of the problems, by id."""
    contest = board.contest
    is_ioi = contest.scoring is ContestScoring.IOI
    gauges = [
        ("teams", len(board.rows)),
        ("problems", len(contest.problems)),
        ("submissions", sum(not contest.is_late(one) for one in contest.submissions)),
        ("pending", board.pending),
    ]
    return rendered(
        FOLDER,
        TEMPLATE,
        [REPORTS / "style.css", FOLDER / "board.css"],
        board=board,
        contest=contest,
        titles=titles,
        when=when_text(board),
        gauges=gauges,
        is_ioi=is_ioi,
        number_text=number_text,
        drawn=_points if is_ioi else _time,
        legend=f"{contest.score_mode.in_words.capitalize()}, and tries." if is_ioi else ICPC_LEGEND,
    )


def _time(cell: Cell) -> DrawnCell:
    if cell.time_ms is not None:
        kind = "solved first" if cell.is_first else "solved"
        return DrawnCell(kind, str(cell.time_ms // MINUTE_MS), _tries(cell.penalties + 1))
    if cell.pending:
        return DrawnCell("pending", f"{cell.pending} pending", _tries(cell.judged) if cell.judged else "")
    return DrawnCell("failed", "not solved", _tries(cell.judged)) if cell.judged else DrawnCell("none")


def _points(cell: Cell) -> DrawnCell:
    if cell.pending:
        return DrawnCell("pending", number_text(cell.score), f"{cell.pending} pending")
    if not cell.judged:
        return DrawnCell("none")
    kind = "solved" if cell.is_solved else "part" if cell.score else "failed"
    return DrawnCell(kind, number_text(cell.score), _tries(cell.judged))


def _tries(count: int) -> str:
    return plural(count, "try", "tries")
