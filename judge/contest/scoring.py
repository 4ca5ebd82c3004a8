"""The scoreboard of a contest, by the rules that it names."""

from collections.abc import Callable, Mapping, Sequence

from judge.contest import icpc, ioi
from judge.contest.model import Contest, ContestScoring, Team
from judge.contest.scoreboard import AttemptOutcome, Attempts, Row, Scoreboard, attempts_of, ranked

Rows = Callable[[Contest, Sequence[Team], Attempts], list[Row]]
Key = Callable[[Row], Sequence[float]]
RULES: dict[ContestScoring, tuple[Rows, Key]] = {
    ContestScoring.ICPC: (icpc.rows, icpc.key),
    ContestScoring.IOI: (ioi.rows, ioi.key),
}
"""The rows of teams, without their ranks, and what ranks them."""


def scoreboard_of(
    contest: Contest,
    outcomes: Mapping[str, AttemptOutcome],
    at_ms: int | None = None,
    *,
    is_frozen: bool = False,
) -> Scoreboard:
    """`outcomes`: by the submission's id. `at_ms`: a time in the contest; None: its end."""
    at_ms = contest.last_ms if at_ms is None else at_ms
    attempts = attempts_of(contest, outcomes, at_ms, is_frozen=is_frozen)
    rows, key = RULES[contest.scoring]
    shown = [team for team in contest.teams if not team.is_hidden]
    return Scoreboard(contest, ranked(rows(contest, shown, attempts), key), at_ms, is_frozen)
