"""Judgements: what was found out about a submission, in the Contest API's verdicts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from judge.contest.scoreboard import AttemptOutcome
from judge.judging.verdicts import Verdict


@dataclass(frozen=True)
class JudgementType:
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
"""By id: our verdicts have the codes that the Contest API knows. What does not compile costs nothing."""


@dataclass(frozen=True)
class Key:
    """What a judgement is of. It holds as long as all three are the same."""

    submission_id: str
    content_sha256: str
    """Of the source and its language."""
    data_sha256: str
    """Of the problem's test data, its output validators and its limits."""


@dataclass(frozen=True)
class Run:
    """A test of a submission."""

    ordinal: int
    """From 1, in the order of the problem's tests."""
    verdict: str
    ended_ms: int
    """Unix time."""
    run_time_ms: int


@dataclass(frozen=True)
class Judgement:
    key: Key
    verdict: str
    score: float
    started_ms: int
    """Unix time."""
    ended_ms: int
    max_run_time_ms: int | None
    """None: it was not run."""
    reason: str = ""
    """One line for people; empty for AC."""
    runs: tuple[Run, ...] = ()
    groups: Mapping[str, float] = field(default_factory=dict)
    """Points by group, whose sum is the score; empty: it has no such groups."""
    id: int = 0
    """In the journal; 0: it is not there yet."""

    @property
    def outcome(self) -> AttemptOutcome:
        kind = TYPES[self.verdict]
        return AttemptOutcome(self.verdict, kind.is_solved, kind.has_penalty, self.score, self.groups)


def outcomes_of(judgements: Iterable[Judgement]) -> dict[str, AttemptOutcome]:
    """By the submission's id."""
    return {one.key.submission_id: one.outcome for one in judgements}
