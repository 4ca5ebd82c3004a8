"""Judgements in the Contest API's verdicts, with what counts on a scoreboard."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from judge.contest.scoreboard import AttemptOutcome
from judge.judging.verdicts import Verdict
from judge.problems.points import DECIMALS
from judge.store.contest_records import JudgedSubmission
from judge.store.records import Judgement
from judge.store.replays import ReplayedJudgement

FULL_SCORE = 100.0
"""The score of a problem that is solved, and of one that is not, where points count."""


class JudgementType(Struct, frozen=True):
    id: str
    name: str
    is_solved: bool
    has_penalty: bool


TYPES: Mapping[str, JudgementType] = {
    verdict.code: JudgementType(
        verdict.code,
        verdict.title.partition(":")[0].title(),
        verdict is Verdict.AC,
        verdict not in (Verdict.AC, Verdict.CE, Verdict.JE),
    )
    for verdict in Verdict
    if verdict is not Verdict.SKIP
}
"""Types by id, the verdict's code. A compile error has no penalty."""


def outcome_of(judged: JudgedSubmission | Judgement) -> AttemptOutcome | None:
    """The outcome; None: it is pending, as are submissions that the judge could not judge."""
    kind = TYPES.get(judged.verdict or "")
    if kind is None or kind.id == Verdict.JE.code:
        return None
    points = judged.points
    if points is None:
        points = FULL_SCORE if kind.is_solved and judged.most_points is None else 0.0
    groups = groups_of(judged.points_by_group or {}, points)
    return AttemptOutcome(kind.id, kind.is_solved, kind.has_penalty, round(points, DECIMALS), groups)


def groups_of(points_by_group: Mapping[str, float], points: float) -> Mapping[str, float]:
    """The groups whose points make up the whole, without groups that contain others; none if their sum differs."""
    inner = {
        name: round(of_it, DECIMALS)
        for name, of_it in points_by_group.items()
        if not any(other.startswith(f"{name}/") for other in points_by_group)
    }
    rounded_off = len(inner) * 10**-DECIMALS
    return inner if abs(sum(inner.values()) - points) <= rounded_off else {}


def outcomes_of(counting: Iterable[ReplayedJudgement]) -> dict[str, AttemptOutcome]:
    """Outcomes by the submission's id."""
    return {one.submission_id: outcome for one in counting if (outcome := outcome_of(one.judgement))}
