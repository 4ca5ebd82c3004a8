"""Several timed runs of one test as one result."""

from collections.abc import Sequence

from judge.base.records import replace
from judge.judging.results import TestResult
from judge.judging.times import median_run
from judge.judging.verdicts import Decision, Verdict


def together(runs: Sequence[TestResult]) -> TestResult:
    """Timed runs of one test as one result: the one with median wall time, or the first that was wrong."""
    for number, one in enumerate(runs, start=1):
        if one.decision.verdict is not Verdict.AC:
            reason = f"{one.decision.reason} (repetition {number}, after a run that passed)"
            return replace(one, decision=Decision(one.decision.verdict, reason))
    return replace(
        runs[median_run([one.facts for one in runs])],
        repetitions=tuple(one.facts for one in runs),
        repeated_phases=tuple(one.phases for one in runs),
    )
