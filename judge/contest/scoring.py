"""The scoreboard of a contest by the rules that it names."""

from collections.abc import Mapping

from judge.contest.icpc import icpc_scoreboard
from judge.contest.ioi import ioi_scoreboard
from judge.contest.model import Contest, Scoring
from judge.contest.scoreboard import Outcome, Scoreboard

BY_RULES = {Scoring.ICPC: icpc_scoreboard, Scoring.IOI: ioi_scoreboard}


def scoreboard_of(
    contest: Contest, outcomes: Mapping[str, Outcome], at_ms: int | None = None, *, is_frozen: bool = False
) -> Scoreboard:
    """`outcomes` by the submission's id. `at_ms`: a time in the contest; None: its end."""
    at_ms = contest.duration_ms if at_ms is None else at_ms
    return BY_RULES[contest.scoring](contest, outcomes, at_ms, is_frozen=is_frozen)
