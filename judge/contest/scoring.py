"""The scoreboard of a contest, by the rules that it names."""

from collections.abc import Mapping

from judge.contest.icpc import icpc_scoreboard
from judge.contest.ioi import ioi_scoreboard
from judge.contest.model import Contest, ContestScoring
from judge.contest.scoreboard import AttemptOutcome, Scoreboard

BY_RULES = {ContestScoring.ICPC: icpc_scoreboard, ContestScoring.IOI: ioi_scoreboard}


def scoreboard_of(
    contest: Contest,
    outcomes: Mapping[str, AttemptOutcome],
    at_ms: int | None = None,
    *,
    is_frozen: bool = False,
) -> Scoreboard:
    """`outcomes`: by the submission's id. `at_ms`: a time in the contest; None: its end."""
    at_ms = contest.last_ms if at_ms is None else at_ms
    return BY_RULES[contest.scoring](contest, outcomes, at_ms, is_frozen=is_frozen)
