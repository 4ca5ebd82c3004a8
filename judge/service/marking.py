"""Marks: which of a student's submissions counts, and its points. Pure functions on records."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from judge.service.class_times import days_after, days_late
from judge.store.class_records import Assignment, AssignmentAttempt, AssignmentProblem, Counting, Extension


class Solved(StrEnum):
    """A student's progress with a problem."""

    NOTHING = "nothing"
    WAITING = "waiting"
    """Nothing is judged yet."""
    WRONG = "wrong"
    PARTLY = "partly"
    ACCEPTED = "accepted"
    HIDDEN = "hidden"
    """Something was submitted, but the viewer may not see the result."""


class Mark(Struct, frozen=True):
    """A student's mark for a problem."""

    solved: Solved
    points: float = 0.0
    most: float = 0.0
    tries: int = 0
    late_days: int = 0
    """The days by which the submission that counts was late."""
    submission_id: int | None = None
    """The submission that counts, or the last one if none does yet."""
    is_open: bool = False
    """Whether a waiting submission may change it."""


class Deadline(Struct, frozen=True):
    """The deadline of a student, and until when submissions are accepted."""

    due_utc_ms: int
    end_utc_ms: int
    is_extended: bool


def deadline_of(assignment: Assignment, extension: Extension | None) -> Deadline:
    """An extension moves the end by the same amount: the days for late submissions are added."""
    due = extension.due_utc_ms if extension else assignment.due_utc_ms
    end = days_after(due, assignment.late_days, assignment.zone) if assignment.late_days else due
    return Deadline(due, end, extension is not None)


def is_running(assignment: Assignment, deadline: Deadline, now_ms: int) -> bool:
    """Whether submissions count for it now."""
    return assignment.opens_utc_ms <= now_ms <= deadline.end_utc_ms


def share_of(attempt: AssignmentAttempt) -> float:
    """The share of a problem's points for a verdict, from 0 to 1: the judge's points, or all or nothing."""
    if attempt.points is not None and attempt.most_points and not attempt.lower_is_better:
        return min(1.0, max(0.0, attempt.points / attempt.most_points))
    return 1.0 if attempt.verdict == "AC" else 0.0


def late_share(assignment: Assignment, days: int) -> float:
    """The remaining share of the points after that many days have begun."""
    if days > assignment.late_days:
        return 0.0
    return max(0, 100 - days * assignment.late_percent) / 100


def mark_of(
    assignment: Assignment,
    problem: AssignmentProblem,
    deadline: Deadline,
    attempts: Sequence[AssignmentAttempt],
) -> Mark:
    """`attempts`: one student's submissions to this problem, in order."""
    judged = [one for one in attempts if one.verdict is not None]
    is_open = any(one.state.is_open for one in attempts)
    if not attempts:
        return Mark(Solved.NOTHING, most=problem.points)
    if not judged:
        solved = Solved.WAITING if is_open else Solved.NOTHING
        last = attempts[-1].submission_id
        return Mark(solved, 0.0, problem.points, len(attempts), 0, last, is_open)
    rated = [(_rated(assignment, deadline, one), one) for one in judged]
    # Of equal ones the first: resubmitting an accepted solution costs nothing.
    best = max(rated, key=lambda one: (one[0][0], one[0][1], -one[1].submission_id))
    (share, raw, days), counting = best if assignment.counting is Counting.BEST else rated[-1]
    solved = Solved.ACCEPTED if raw >= 1 else Solved.PARTLY if raw > 0 else Solved.WRONG
    points = round(share * problem.points, 6)
    return Mark(solved, points, problem.points, len(attempts), days, counting.submission_id, is_open)


def _rated(
    assignment: Assignment, deadline: Deadline, attempt: AssignmentAttempt
) -> tuple[float, float, int]:
    """Its share with the deduction for lateness, the share without, and the days."""
    days = days_late(deadline.due_utc_ms, attempt.submitted_utc_ms, assignment.zone, assignment.late_days)
    raw = share_of(attempt)
    return raw * late_share(assignment, days), raw, days


def marks_of(
    assignment: Assignment,
    problems: Sequence[AssignmentProblem],
    deadlines: Mapping[int, Deadline],
    attempts: Iterable[AssignmentAttempt],
) -> dict[int, dict[int, Mark]]:
    """Marks by user and problem, for all users that have a deadline."""
    sorted_out: dict[tuple[int, int], list[AssignmentAttempt]] = {}
    for one in attempts:
        sorted_out.setdefault((one.user_id, one.problem_id), []).append(one)
    return {
        user: {
            problem.problem_id: mark_of(
                assignment, problem, deadline, sorted_out.get((user, problem.problem_id), ())
            )
            for problem in problems
        }
        for user, deadline in deadlines.items()
    }
