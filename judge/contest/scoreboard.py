"""A scoreboard as data: each team and problem, whatever the rules."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct, field

from judge.base.records import Record, replace
from judge.contest.model import Contest, ContestSubmission, Team


class AttemptOutcome(Struct, frozen=True):
    """An attempt's judgement, with what counts."""

    verdict: str
    """Its code in the Contest API."""
    is_solved: bool
    has_penalty: bool
    score: float = 0.0
    groups: Mapping[str, float] = field(default_factory=dict)
    """Points by group, whose sum is the score; empty: there are no such groups."""


class Cell(Record, frozen=True):
    """A team's result for a problem."""

    problem_id: str
    judged: int = 0
    """Submissions, up to and including the first accepted one; by ICPC's rules without those that have no penalty."""
    pending: int = 0
    """Submissions that are not judged, or are hidden by the freeze."""
    is_solved: bool = False
    penalties: int = 0
    """Rejected submissions before the first accepted one, without those that have no penalty."""
    score: float = 0.0
    time_ms: int | None = None
    """The time when it was solved, or reached its score; None: never."""
    is_first: bool = False
    """Whether nobody solved the problem before."""


class Row(Record, frozen=True):
    rank: int
    """The rank, shared by tied teams."""
    team: Team
    cells: tuple[Cell, ...]
    """Cells in the order of the contest's problems."""
    solved: int = 0
    total_minutes: int = 0
    """Minutes, including penalties."""
    score: float = 0.0
    last_ms: int | None = None
    """The time when its score last rose."""


class Scoreboard(Struct, frozen=True):
    contest: Contest
    rows: tuple[Row, ...]
    at_ms: int
    """The time in the contest that it shows."""
    is_frozen: bool
    """Whether it shows the public state: submissions since the freeze are pending."""

    @property
    def pending(self) -> int:
        return sum(cell.pending for row in self.rows for cell in row.cells)

    def hides(self, submission: ContestSubmission) -> bool:
        """Whether the freeze hides this submission's outcome."""
        frozen_from = self.contest.frozen_from_ms
        return self.is_frozen and frozen_from is not None and submission.time_ms >= frozen_from


class ScoredAttempt(NamedTuple):
    submission: ContestSubmission
    outcome: AttemptOutcome | None
    """None: pending."""
    ordinal: int
    """The position among all submissions: earlier ones are earlier, even at the same time in the contest."""


Attempts = Mapping[tuple[str, str], Sequence[ScoredAttempt]]
"""Attempts in their order, by team and problem."""


def attempts_of(
    contest: Contest, outcomes: Mapping[str, AttemptOutcome], at_ms: int, *, is_frozen: bool
) -> Attempts:
    """Attempts that count until then. `outcomes`: by the submission's id."""
    frozen_from = contest.frozen_from_ms if is_frozen else None
    found: dict[tuple[str, str], list[ScoredAttempt]] = {}
    for ordinal, one in enumerate(contest.submissions):
        if one.time_ms > at_ms or contest.is_late(one):
            continue
        is_hidden = frozen_from is not None and one.time_ms >= frozen_from
        outcome = None if is_hidden else outcomes.get(one.id)
        found.setdefault((one.team_id, one.problem_id), []).append(ScoredAttempt(one, outcome, ordinal))
    return found


def ranked(rows: Iterable[Row], key: Callable[[Row], Sequence[float]]) -> tuple[Row, ...]:
    """The best first, by ascending keys; tied ones are sorted by name and share a rank."""
    ordered = sorted(rows, key=lambda row: (*key(row), *_by_name(row.team)))
    found: list[Row] = []
    for place, row in enumerate(ordered, start=1):
        is_tied = found and key(found[-1]) == key(row)
        found.append(replace(row, rank=found[-1].rank if is_tied else place))
    return tuple(found)


def _by_name(team: Team) -> tuple[str, str]:
    folded = unicodedata.normalize("NFKD", team.name).casefold()
    return "".join(letter for letter in folded if not unicodedata.combining(letter)), team.id
