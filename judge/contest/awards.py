"""Awards that follow from a final scoreboard, named as in the Contest API."""

from collections.abc import Mapping

from msgspec import Struct

from judge.contest.model import ContestScoring, Team
from judge.contest.scoreboard import Row, Scoreboard

MEDALS = {"gold-medal": 4, "silver-medal": 4, "bronze-medal": 4}
"""The number of places of each, by the World Finals' custom."""


class Award(Struct, frozen=True):
    id: str
    """The id in the Contest API: "winner", "gold-medal", "first-to-solve-ID"."""
    teams: tuple[Team, ...]
    """Teams in the order of the scoreboard."""
    label: str = ""
    """The label of the problem, if it is for one."""
    citation: str = ""
    """The citation of an award that a person gives: it has no text of ours."""


def awards_of(board: Scoreboard, medals: Mapping[str, int] = MEDALS) -> list[Award]:
    """Awards without those that nobody gets. A team that has solved or scored nothing gets none; tied teams get the
    same medal."""
    rows = [row for row in board.rows if _has_anything(board, row)]
    found = [Award("winner", tuple(row.team for row in rows if row.rank == 1))]
    first = 1
    for name, places in medals.items():
        last = first + places - 1
        found.append(Award(name, tuple(row.team for row in rows if first <= row.rank <= last)))
        first = last + 1
    for index, problem in enumerate(board.contest.problems):
        teams = tuple(row.team for row in rows if row.cells[index].is_first)
        found.append(Award(f"first-to-solve-{problem.id}", teams, problem.label))
    return [award for award in found if award.teams]


def _has_anything(board: Scoreboard, row: Row) -> bool:
    return row.score > 0 if board.contest.scoring is ContestScoring.IOI else row.solved > 0
