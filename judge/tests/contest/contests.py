"""Small contests as data and as folders, and a stand-in for the one who judges."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from judge.contest.judgements import TYPES
from judge.contest.model import Contest, ContestProblem, ContestScoring, ContestSubmission, Team
from judge.contest.replay import Keep
from judge.contest.scoreboard import AttemptOutcome
from judge.contest.times import relative_ms
from judge.store.records import Judgement, Run
from judge.store.replays import ReplayedJudgement, ReplayKey

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


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def judged_as(
    submission: ContestSubmission,
    verdict: str,
    points: float = 0.0,
    *,
    data: str = "data",
    runs: Sequence[Run] = (),
) -> ReplayedJudgement:
    """What came of a submission, which began one second after 1970 and took one."""
    made = Judgement(
        0,
        digest(data),
        digest(submission.id),
        verdict,
        points=points,
        started_utc_ms=1000,
        ended_utc_ms=2000,
    )
    return ReplayedJudgement(submission.id, made, runs)


def run(ordinal: int, verdict: str, ended_utc_ms: int = 2000, took_ms: int = 30) -> Run:
    return Run(ordinal, f"secret/{ordinal}", verdict, "", ended_utc_ms, None, took_ms * 10**6, None)


class StandIn:
    """Judges without running anything. `verdicts` by the submission's id; the others are accepted."""

    def __init__(self, verdicts: Mapping[str, str] = {}, data: str = "data") -> None:
        self.verdicts, self.data = verdicts, data
        self.judged: list[str] = []

    def key_of(self, submission: ContestSubmission) -> ReplayKey:
        return judged_as(submission, "AC", data=self.data).key

    def judge(self, submissions: Sequence[ContestSubmission], keep: Keep) -> None:
        for one in submissions:
            self.judged.append(one.id)
            verdict = self.verdicts.get(one.id, "AC")
            keep(judged_as(one, verdict, 100.0 * (verdict == "AC"), data=self.data))
