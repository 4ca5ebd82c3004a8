"""What `history --json` and `best --json` write (docs/history.md)."""

from typing import TypeAlias

from msgspec import Raw

from judge.base.records import Record
from judge.history.ranking import Ranking
from judge.store.history.attempts import Attempt, Session
from judge.store.history.authors import AuthorsProblem


class Sessions(Record, frozen=True):
    sessions: list[Session]
    """Newest first."""


class Attempts(Record, frozen=True):
    attempts: list[Attempt]
    """Newest first."""


class WholeAttempt(Attempt, frozen=True, kw_only=True):
    result: Raw
    """The result as it was kept (details.py)."""


class WholeSession(Record, frozen=True):
    session: Session
    attempts: list[WholeAttempt]


class RankedSolution(Record, frozen=True):
    points: float | None
    """Points of a scoring problem."""
    wall_ns: int
    """The median of its last attempts; the lowest and the highest of these follow."""
    lowest_ns: int
    highest_ns: int
    attempts: list[Attempt]
    """All of them, oldest first."""


class RankedProblem(Record, frozen=True):
    problem: str
    machine: str
    tests_sha256: str
    left_out: int
    """Attempts to compare on this machine with other test data."""
    solutions: list[RankedSolution]


class Rankings(Record, frozen=True):
    rankings: list[RankedProblem]


class Authors(Record, frozen=True):
    authors: list[AuthorsProblem]
    without_author: int
    """Attempts that name no author."""


Export: TypeAlias = Sessions | Attempts | WholeSession | Rankings | Authors


def ranked_problem(ranking: Ranking) -> RankedProblem:
    solutions = [
        RankedSolution(
            best.last.points, best.wall_ns, best.recent_ns[0], best.recent_ns[-1], [*best.attempts]
        )
        for best in ranking.solutions
    ]
    return RankedProblem(ranking.problem, ranking.machine, ranking.tests_sha256, ranking.left_out, solutions)
