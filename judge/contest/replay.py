"""Replaying a contest: submissions without a judgement are judged, and each judgement is stored at once."""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from judge.contest.model import ContestSubmission
from judge.store.replays import ReplayedJudgement, ReplayKey, Replays

Keep = Callable[[ReplayedJudgement], None]


class ReplayEngine(Protocol):
    """The judge's interface for a replay."""

    def key_of(self, submission: ContestSubmission) -> ReplayKey | None:
        """The key of a judgement of it; None: it cannot be judged here."""

    def judge(self, submissions: Sequence[ContestSubmission], keep: Keep) -> None:
        """`keep` gets each judgement as soon as it is known, but none for a submission that cannot be judged here."""


class ReplayPlan(Struct, frozen=True):
    """What is to be judged."""

    left: Sequence[ContestSubmission]
    """Submissions without a judgement."""
    of: int
    """The number of submissions, including those with one."""
    rejudging: int | None = None
    """The number of the rejudging; None: each judgement counts at once."""


def plan_of(kept: Replays, engine: ReplayEngine, submissions: Sequence[ContestSubmission]) -> ReplayPlan:
    """A plan to judge the submissions without a valid judgement."""
    keys = _keys(engine, submissions)
    left = keys.keys() - kept.recall(keys)
    return ReplayPlan([one for one in submissions if one.id in left], len(keys))


def plan_of_rejudging(
    kept: Replays, engine: ReplayEngine, submissions: Sequence[ContestSubmission], names: Sequence[str]
) -> ReplayPlan:
    """A plan to judge all of these again; an interrupted rejudging of the same ones is continued."""
    keys = _keys(engine, submissions)
    of = " ".join(sorted(names))  # as it is typed; empty: everything
    unfinished = kept.unfinished()
    number = unfinished.id if unfinished and unfinished.reason == of else kept.begin_rejudging(of)
    known = {(one.submission_id, one.key) for one in kept.of(number)}
    left = [one for one in submissions if one.id in keys and (one.id, keys[one.id]) not in known]
    return ReplayPlan(left, len(keys), number)


def _keys(engine: ReplayEngine, submissions: Sequence[ContestSubmission]) -> dict[str, ReplayKey]:
    """Keys by the submission's id, for those that can be judged."""
    return {one.id: key for one in submissions if (key := engine.key_of(one))}


def replay(
    kept: Replays, engine: ReplayEngine, plan: ReplayPlan, on_judgement: Keep = lambda _: None
) -> None:
    """Judges what is left, and stores each judgement before `on_judgement` gets it.

    A rejudging counts once all of it is known; if some of it could not be judged, it stays unfinished.
    """
    made = 0

    def keep(judged: ReplayedJudgement) -> None:
        nonlocal made
        kept.keep(judged, plan.rejudging)
        made += 1
        on_judgement(judged)

    engine.judge(plan.left, keep)
    if plan.rejudging and made == len(plan.left):
        kept.end_rejudging(plan.rejudging)
