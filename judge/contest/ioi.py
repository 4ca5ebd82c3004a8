"""IOI scoring: the sum of the best points of each problem, or of each of its groups. Equal sums share a rank: time
does not count."""

from collections.abc import Mapping, Sequence

from judge.contest.model import Contest, ScoreMode, Team
from judge.contest.scoreboard import AttemptOutcome, Cell, Row, Scoreboard, ScoredAttempt, attempts_of, ranked
from judge.problems.points import DECIMALS


def ioi_scoreboard(
    contest: Contest, outcomes: Mapping[str, AttemptOutcome], at_ms: int, *, is_frozen: bool
) -> Scoreboard:
    """The scoreboard at this time of the contest. `outcomes`: by the submission's id."""
    attempts = attempts_of(contest, outcomes, at_ms, is_frozen=is_frozen)

    def cells(team: Team) -> list[Cell]:
        return [
            _cell(one.id, attempts.get((team.id, one.id), ()), contest.score_mode) for one in contest.problems
        ]

    rows = [_row(team, cells(team)) for team in contest.teams if not team.is_hidden]
    return Scoreboard(contest, ranked(rows, lambda row: (-row.score,)), at_ms, is_frozen)


def _cell(problem_id: str, attempts: Sequence[ScoredAttempt], mode: ScoreMode) -> Cell:
    judged = pending = 0
    best, is_solved = 0.0, False
    of_groups: dict[str, float] = {}
    time_ms: int | None = None
    for attempt in attempts:
        if attempt.outcome is None:
            pending += 1
            continue
        judged += 1
        is_solved = is_solved or attempt.outcome.is_solved
        points = attempt.outcome.score
        if mode is ScoreMode.MAX_SUBTASK:
            for group, found in attempt.outcome.groups.items():
                of_groups[group] = max(found, of_groups.get(group, 0.0))
            points = max(points, round(sum(of_groups.values()), DECIMALS))
        if points > best:
            best, time_ms = points, attempt.submission.time_ms
    return Cell(problem_id, judged, pending, is_solved, score=best, time_ms=time_ms)


def _row(team: Team, cells: Sequence[Cell]) -> Row:
    times = [cell.time_ms for cell in cells if cell.time_ms is not None]
    # Rounded, so that the order of the problems cannot separate tied teams.
    score = round(sum(cell.score for cell in cells), DECIMALS)
    solved = sum(cell.is_solved for cell in cells)
    return Row(0, team, tuple(cells), solved, score=score, last_ms=max(times, default=None))
