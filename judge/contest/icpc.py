"""ICPC scoring: problems solved, then penalty time, then the time of the last one solved.

It follows the Contest Control System Requirements (ccs-specs.icpc.io, "Scoring"): times count in whole minutes, and a
rejected submission costs its penalty only once the problem is solved. A submission without penalty, such as a compile
error, is not counted as an attempt: so DOMjudge and the ICPC Tools count, whose clients compare boards.
"""

from collections.abc import Sequence

from judge.contest.model import Contest, Team
from judge.contest.scoreboard import Attempts, Cell, Row, ScoredAttempt
from judge.contest.times import MINUTE_MS


def rows(contest: Contest, teams: Sequence[Team], attempts: Attempts) -> list[Row]:
    first = _first_to_solve(attempts, {team.id for team in teams})
    found = []
    for team in teams:
        cells = [
            _cell(one.id, attempts.get((team.id, one.id), ()), is_first=first.get(one.id) == team.id)
            for one in contest.problems
        ]
        found.append(_row(contest, team, tuple(cells)))
    return found


def key(row: Row) -> tuple[int, int, int]:
    return -row.solved, row.total_minutes, (row.last_ms or 0) // MINUTE_MS


def _cell(problem_id: str, attempts: Sequence[ScoredAttempt], *, is_first: bool) -> Cell:
    pending = penalties = 0
    for attempt in attempts:
        if attempt.outcome is None:
            pending += 1
        elif attempt.outcome.is_solved:
            time_ms = attempt.submission.time_ms
            return Cell(
                problem_id, penalties + 1, pending, True, penalties, time_ms=time_ms, is_first=is_first
            )
        else:
            penalties += attempt.outcome.has_penalty
    return Cell(problem_id, penalties, pending, penalties=penalties)


def _row(contest: Contest, team: Team, cells: tuple[Cell, ...]) -> Row:
    solved = [cell for cell in cells if cell.time_ms is not None]
    minutes = sum((cell.time_ms or 0) // MINUTE_MS for cell in solved)
    minutes += sum(cell.penalties for cell in solved) * contest.penalty_ms // MINUTE_MS
    last_ms = max((cell.time_ms or 0 for cell in solved), default=None)
    return Row(0, team, cells, len(solved), minutes, last_ms=last_ms)


def _first_to_solve(attempts: Attempts, teams: set[str]) -> dict[str, str]:
    """The team by problem; none while an earlier submission is pending, as that may turn out to be the first."""
    found: dict[str, tuple[int, str]] = {}
    pending: dict[str, int] = {}
    for (team_id, problem_id), of_cell in attempts.items():
        if team_id not in teams:
            continue
        for attempt in of_cell:
            ordinal = attempt.ordinal
            if attempt.outcome is None:
                pending[problem_id] = min(ordinal, pending.get(problem_id, ordinal))
            elif attempt.outcome.is_solved:
                if problem_id not in found or ordinal < found[problem_id][0]:
                    found[problem_id] = ordinal, team_id
                break
    return {
        problem_id: team_id
        for problem_id, (ordinal, team_id) in found.items()
        if ordinal < pending.get(problem_id, ordinal + 1)
    }
