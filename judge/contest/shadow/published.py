"""The other system's scoreboard, compared with the one that follows from its own judgements."""

from collections.abc import Iterator
from typing import Any

import msgspec

from judge.contest.model import ContestScoring
from judge.contest.scoreboard import Cell, Row, Scoreboard
from judge.contest.times import MINUTE_MS, relative_ms

CLOSE = 1e-6
"""Points that differ by less are equal."""


class TheirScore(msgspec.Struct, frozen=True):
    num_solved: int | None = None
    total_time: int | str | None = None
    """Minutes in versions before 2023."""
    score: float | None = None


class TheirCell(msgspec.Struct, frozen=True):
    problem_id: str
    num_judged: int = 0
    num_pending: int = 0
    solved: bool | None = None
    score: float | None = None


class TheirRow(msgspec.Struct, frozen=True):
    rank: int
    team_id: str
    score: TheirScore
    problems: list[TheirCell] = []


class TheirScoreboard(msgspec.Struct, frozen=True):
    rows: list[TheirRow]
    contest_time: str | None = None


def shown_until_ms(theirs: TheirScoreboard, end_ms: int) -> int:
    """The time in the contest that it shows; the end, if the contest is over or it does not say."""
    shown_ms = relative_ms(theirs.contest_time or "")
    return end_ms if shown_ms is None else min(shown_ms, end_ms)


def board_differences(theirs: TheirScoreboard, board: Scoreboard) -> list[str]:
    """Messages about differences, row by row."""
    rows = {row.team.id: row for row in board.rows}
    found = [
        f"team {team}: on no scoreboard of theirs"
        for team in rows.keys() - {one.team_id for one in theirs.rows}
    ]
    for one in theirs.rows:
        row = rows.get(one.team_id)
        if row is None:
            found.append(f"team {one.team_id}: on their scoreboard, though it has no such team")
            continue
        found += [f"team {one.team_id}: {text}" for text in _of_row(one, row, board.contest.scoring)]
    return sorted(found)


def _of_row(theirs: TheirRow, row: Row, scoring: ContestScoring) -> Iterator[str]:
    pairs: list[tuple[str, Any, Any]] = [("rank", theirs.rank, row.rank)]
    if scoring is ContestScoring.IOI:
        if abs((theirs.score.score or 0.0) - row.score) > CLOSE:
            pairs.append(("points", theirs.score.score, row.score))
    else:
        pairs.append(("solved", theirs.score.num_solved, row.solved))
        pairs.append(("time", _minutes(theirs.score.total_time), row.total_minutes))
    yield from (f"{name} {shown}, expected {due}" for name, shown, due in pairs if shown != due)
    cells = {cell.problem_id: cell for cell in row.cells}
    for one in theirs.problems:
        if one.problem_id not in cells:
            yield f"problem {one.problem_id}: the contest has no such problem"
        else:
            yield from _of_cell(one, cells[one.problem_id])


def _of_cell(theirs: TheirCell, cell: Cell) -> Iterator[str]:
    pairs: list[tuple[str, Any, Any]] = [
        ("judged", theirs.num_judged, cell.judged),
        ("pending", theirs.num_pending, cell.pending),
    ]
    if theirs.solved is not None:
        pairs.append(("solved", theirs.solved, cell.is_solved))
    for name, shown, due in pairs:
        if shown != due:
            yield f"problem {cell.problem_id}: {name} {shown}, expected {due}"


def _minutes(time: int | str | None) -> int | None:
    if isinstance(time, str):
        found = relative_ms(time)
        return None if found is None else found // MINUTE_MS
    return time
