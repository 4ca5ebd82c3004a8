"""The effect of other judgements: verdicts, and moves on the scoreboard."""

from collections.abc import Mapping

from msgspec import Struct

from judge.contest.model import ContestScoring, ContestSubmission
from judge.contest.scoreboard import AttemptOutcome, Row, Scoreboard


class ContestChange(Struct, frozen=True):
    """A change of a submission's judgement."""

    submission: ContestSubmission
    before: AttemptOutcome
    after: AttemptOutcome


class Move(Struct, frozen=True):
    """A team whose row has changed."""

    before: Row
    after: Row
    scoring: ContestScoring

    @property
    def text(self) -> str:
        """ "rank 3 -> 1, solved 2 -> 3, time 310 -> 402"."""
        pairs: list[tuple[str, float, float]] = [("rank", self.before.rank, self.after.rank)]
        if self.scoring is ContestScoring.IOI:
            pairs.append(("points", self.before.score, self.after.score))
        else:
            pairs.append(("solved", self.before.solved, self.after.solved))
            pairs.append(("time", self.before.total_minutes, self.after.total_minutes))
        return ", ".join(f"{name} {old:g} -> {new:g}" for name, old, new in pairs if old != new)


def changes(
    board: Scoreboard, before: Mapping[str, AttemptOutcome], after: Mapping[str, AttemptOutcome]
) -> list[ContestChange]:
    """Changes in the order of the submissions; a first judgement is not a change. For a frozen scoreboard, only the
    public ones."""
    shown = {row.team.id for row in board.rows}
    return [
        ContestChange(one, before[one.id], after[one.id])
        for one in board.contest.submissions
        if one.id in before
        and one.id in after
        and before[one.id] != after[one.id]
        and not (board.is_frozen and (board.hides(one) or one.team_id not in shown))
    ]


def moves(before: Scoreboard, after: Scoreboard) -> list[Move]:
    """Moves in the order of the new scoreboard."""
    old = {row.team.id: row for row in before.rows}
    found = [Move(old[row.team.id], row, after.contest.scoring) for row in after.rows]
    return [move for move in found if move.text]
