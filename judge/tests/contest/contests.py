"""Small contests as data and as folders, and a stand-in for whoever judges."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from judge.contest.judgements import TYPES, Judgement, Key
from judge.contest.model import Contest, ContestProblem, ContestScoring, ContestSubmission, Team
from judge.contest.scoreboard import AttemptOutcome
from judge.contest.times import relative_ms

START = datetime(2026, 11, 20, 9, tzinfo=UTC)


def contest_of(
    attempts: Sequence[tuple[str, str, str, str]],
    scoring: ContestScoring = ContestScoring.ICPC,
    teams: str = "ada bob cleo",
) -> tuple[Contest, dict[str, AttemptOutcome]]:
    """A contest of 5 hours, frozen in its last, with problems A and B. `attempts`: team, problem, time, and the
    verdict, with points where they count: "WA:40"; "": not judged."""
    submissions, outcomes = [], {}
    for number, (team, problem, time, verdict) in enumerate(attempts, start=1):
        time_ms = relative_ms(time)
        assert time_ms is not None
        submissions.append(ContestSubmission(str(number), team, problem, "cpp", time_ms, None))
        if verdict:
            code, _, points = verdict.partition(":")
            kind = TYPES[code]
            outcomes[str(number)] = AttemptOutcome(code, kind.is_solved, kind.has_penalty, float(points or 0))
    return (
        Contest(
            folder=Path("cup"),
            id="cup",
            name="Cup",
            start=START,
            duration_ms=5 * 3_600_000,
            freeze_ms=3_600_000,
            problems=[ContestProblem("A", "A"), ContestProblem("B", "B")],
            teams=[Team(name, name.title()) for name in teams.split()],
            submissions=tuple(sorted(submissions, key=lambda one: one.time_ms)),
            scoring=scoring,
        ),
        outcomes,
    )


def key_of(submission: ContestSubmission, data: str = "data") -> Key:
    return Key(submission.id, hashlib.sha256(submission.id.encode()).hexdigest(), data)


class StandIn:
    """Judges without running anything. `verdicts` by the submission's id; the others are accepted."""

    def __init__(self, verdicts: Mapping[str, str] = {}, data: str = "data") -> None:
        self.verdicts, self.data = verdicts, data
        self.judged: list[str] = []

    def key_of(self, submission: ContestSubmission) -> Key:
        return key_of(submission, self.data)

    def judge(self, submissions: Sequence[ContestSubmission]) -> Iterator[Judgement]:
        for one in submissions:
            self.judged.append(one.id)
            verdict = self.verdicts.get(one.id, "AC")
            yield Judgement(self.key_of(one), verdict, 100.0 * (verdict == "AC"), 1000, 2000, 30)
