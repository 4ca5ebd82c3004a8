"""The findings of a shadow: where verdicts differ, where boards differ, and what could not be compared."""

from collections.abc import Mapping

from msgspec import Struct

from judge.base.records import Record, converted
from judge.contest.differences import moves
from judge.contest.model import Contest, ContestScoring, ContestSubmission
from judge.contest.scoreboard import AttemptOutcome
from judge.contest.scoring import scoreboard_of
from judge.contest.shadow.mirror import Mirror
from judge.contest.shadow.published import CLOSE, TheirScoreboard, board_differences, shown_until_ms
from judge.contest.shadow.theirs import in_the_api, loose_ends, their_outcomes
from judge.contest.times import short_text


class VerdictDifference(Record, frozen=True):
    submission_id: str
    team_id: str
    problem: str
    """Its label."""
    contest_time: str
    theirs: str
    ours: str
    counts: bool
    """Whether it changes the scoreboard, not only the verdict's name."""


class NotCompared(Record, frozen=True):
    submission_id: str
    reason: str


class ShadowReport(Record, frozen=True):
    contest_id: str
    submissions: int
    compared: int
    """Judged by both."""
    pending_there: int
    differences: tuple[VerdictDifference, ...]
    not_compared: tuple[NotCompared, ...]
    """Judged there, but not here."""
    moved: tuple[str, ...]
    """Teams with another place by our verdicts."""
    published: tuple[str, ...]
    """Where their scoreboard differs from what follows from their own judgements."""
    loose_ends: tuple[str, ...]
    faults: tuple[str, ...]
    """Their objects that could not be imported, and submissions of unknown teams."""

    @property
    def agrees(self) -> bool:
        """Whether there is nothing to look at."""
        return not (
            self.differences
            or self.not_compared
            or self.moved
            or self.published
            or self.loose_ends
            or self.faults
        )


class Known(Struct, frozen=True):
    """What is known here about the submissions of a contest."""

    outcomes: Mapping[str, AttemptOutcome]
    obstacles: Mapping[str, str]
    """The reasons by submission why it cannot be judged."""


def compared(contest: Contest, mirror: Mirror, known: Known) -> ShadowReport:
    theirs, ours = their_outcomes(mirror), in_the_api(known.outcomes)
    labels = {one.id: one.label for one in contest.problems}
    judged_there = [one for one in contest.submissions if one.id in theirs]
    both = [one for one in judged_there if one.id in ours]
    return ShadowReport(
        contest.id,
        len(contest.submissions),
        len(both),
        len(contest.submissions) - len(judged_there),
        tuple(
            _difference(one, labels[one.problem_id], theirs[one.id], ours[one.id], contest.scoring)
            for one in both
            if theirs[one.id].verdict != ours[one.id].verdict
            or _counts(theirs[one.id], ours[one.id], contest.scoring)
        ),
        tuple(
            NotCompared(one.id, one.obstacle or known.obstacles.get(one.id, "it is not judged yet"))
            for one in judged_there
            if one.id not in ours
        ),
        tuple(_moved(contest, theirs, {one.id: ours[one.id] for one in both})),
        tuple(_published(contest, mirror, theirs)),
        tuple(loose_ends(mirror)),
        (*mirror.faults, *contest.unplaced),
    )


def _counts(theirs: AttemptOutcome, ours: AttemptOutcome, scoring: ContestScoring) -> bool:
    if scoring is ContestScoring.IOI:
        return abs(theirs.score - ours.score) > CLOSE
    return (theirs.is_solved, theirs.has_penalty) != (ours.is_solved, ours.has_penalty)


def _difference(
    one: ContestSubmission, label: str, theirs: AttemptOutcome, ours: AttemptOutcome, scoring: ContestScoring
) -> VerdictDifference:
    points = scoring is ContestScoring.IOI
    return VerdictDifference(
        one.id,
        one.team_id,
        label,
        short_text(one.time_ms),
        _shown(theirs, points=points),
        _shown(ours, points=points),
        _counts(theirs, ours, scoring),
    )


def _shown(outcome: AttemptOutcome, *, points: bool) -> str:
    return f"{outcome.verdict} {outcome.score:g}" if points else outcome.verdict


def _moved(
    contest: Contest, theirs: Mapping[str, AttemptOutcome], ours: Mapping[str, AttemptOutcome]
) -> list[str]:
    """A submission that is pending there is pending in both, as while a scoreboard is frozen."""
    found = moves(scoreboard_of(contest, theirs), scoreboard_of(contest, ours))
    return [f"team {one.after.team.id}: {one.text}" for one in found]


def _published(contest: Contest, mirror: Mirror, theirs: Mapping[str, AttemptOutcome]) -> list[str]:
    if mirror.scoreboard is None:
        return []
    try:
        shown = converted(mirror.scoreboard, TheirScoreboard)
    except ValueError as error:
        return [f"their scoreboard cannot be read: {error}"]
    at_ms = shown_until_ms(shown, contest.last_ms)
    return board_differences(shown, scoreboard_of(contest, theirs, at_ms))
