"""IOI scoring: the sum of the best points of each problem, or of each of its groups. Equal sums share a rank: time
does not count."""

from collections.abc import Sequence

from judge.contest.model import Contest, ScoreMode, Team
from judge.contest.scoreboard import Attempts, Cell, Row, ScoredAttempt
from judge.problems.points import DECIMALS


def rows(contest: Contest, teams: Sequence[Team], attempts: Attempts) -> list[Row]:
    def cells(team: Team) -> list[Cell]:
        return [
            _cell(one.id, attempts.get((team.id, one.id), ()), contest.score_mode) for one in contest.problems
        ]

    return [_row(team, cells(team)) for team in teams]


def key(row: Row) -> tuple[float]:
    return (-row.score,)


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
