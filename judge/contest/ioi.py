"""IOI scoring: the best points of each problem, added up. Equal sums share a rank: time does not count."""

from collections.abc import Mapping, Sequence

from judge.contest.model import Contest, Team
from judge.contest.scoreboard import Attempt, Cell, Outcome, Row, Scoreboard, attempts_of, ranked


def ioi_scoreboard(
    contest: Contest, outcomes: Mapping[str, Outcome], at_ms: int, *, is_frozen: bool
) -> Scoreboard:
    """The scoreboard at this time of the contest. `outcomes` by the submission's id."""
    attempts = attempts_of(contest, outcomes, at_ms, is_frozen=is_frozen)
    rows = [
        _row(
            team, [_cell(problem.id, attempts.get((team.id, problem.id), ())) for problem in contest.problems]
        )
        for team in contest.teams
        if not team.is_hidden
    ]
    return Scoreboard(contest, ranked(rows, lambda row: (-row.score,)), at_ms, is_frozen)


def _cell(problem_id: str, attempts: Sequence[Attempt]) -> Cell:
    judged = pending = 0
    best, is_solved = 0.0, False
    time_ms: int | None = None
    for attempt in attempts:
        if attempt.outcome is None:
            pending += 1
            continue
        judged += 1
        is_solved = is_solved or attempt.outcome.is_solved
        if attempt.outcome.score > best:
            best, time_ms = attempt.outcome.score, attempt.submission.time_ms
    return Cell(problem_id, judged, pending, is_solved, score=best, time_ms=time_ms)


def _row(team: Team, cells: Sequence[Cell]) -> Row:
    times = [cell.time_ms for cell in cells if cell.time_ms is not None]
    # Rounded, so that the order of the problems cannot part teams that are tied.
    score = round(sum(cell.score for cell in cells), 6)
    solved = sum(cell.is_solved for cell in cells)
    return Row(0, team, tuple(cells), solved, score=score, last_ms=max(times, default=None))
