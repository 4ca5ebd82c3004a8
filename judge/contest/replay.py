"""Replaying a contest: what has no judgement yet is judged, by whoever judges, and each judgement kept at once."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Protocol

from judge.contest.journal import Journal, targets_text
from judge.contest.judgements import Judgement, Key
from judge.contest.model import ContestSubmission


class ReplayEngine(Protocol):
    """Whoever judges."""

    def key_of(self, submission: ContestSubmission) -> Key | None:
        """What a judgement of it would be of; None: it cannot be judged here."""

    def judge(self, submissions: Sequence[ContestSubmission]) -> Iterator[Judgement]:
        """Yields each judgement as soon as it is known; none of what cannot be judged here."""


@dataclass(frozen=True)
class ReplayPlan:
    """What is to be judged."""

    left: Sequence[ContestSubmission]
    """Submissions without a judgement."""
    of: int
    """How many there are with those that have one."""
    rejudging: int = 0
    """Its number; 0: none."""


def plan_of(journal: Journal, engine: ReplayEngine, submissions: Sequence[ContestSubmission]) -> ReplayPlan:
    """To judge what has not been judged as it is now."""
    keys = _keys(engine, submissions)
    known = {judgement.key for judgement in journal.recall(keys)}
    return ReplayPlan(_left(submissions, keys, known), len(keys))


def plan_of_rejudging(
    journal: Journal, engine: ReplayEngine, submissions: Sequence[ContestSubmission], names: Sequence[str]
) -> ReplayPlan:
    """To judge all of these again; a rejudging of the same that was interrupted is continued."""
    keys = _keys(engine, submissions)
    of = targets_text(names)
    unfinished = journal.unfinished_rejudging()
    number = unfinished[0] if unfinished and unfinished[1] == of else journal.begin_rejudging(of)
    known = {judgement.key for judgement in journal.of(number)}
    return ReplayPlan(_left(submissions, keys, known), len(keys), number)


def _keys(engine: ReplayEngine, submissions: Sequence[ContestSubmission]) -> dict[str, Key]:
    """By the submission's id, of those that can be judged."""
    return {one.id: key for one in submissions if (key := engine.key_of(one))}


def _left(
    submissions: Sequence[ContestSubmission], keys: Mapping[str, Key], known: Set[Key]
) -> list[ContestSubmission]:
    return [one for one in submissions if one.id in keys and keys[one.id] not in known]


def replay(
    journal: Journal,
    engine: ReplayEngine,
    plan: ReplayPlan,
    on_judgement: Callable[[Judgement], None] = lambda _: None,
) -> None:
    """Judges what is left, and keeps each judgement before `on_judgement` gets it.

    A rejudging counts once all of it is known; where some of it could not be judged, it stays unfinished.
    """
    made = 0
    for judgement in engine.judge(plan.left):
        journal.keep(judgement, plan.rejudging)
        made += 1
        on_judgement(judgement)
    if plan.rejudging and made == len(plan.left):
        journal.end_rejudging(plan.rejudging)
