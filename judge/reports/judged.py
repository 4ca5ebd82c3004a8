"""A solution's results in the store's form: records, and the rest as in a report."""

import re
import time
from collections.abc import Iterable
from typing import Any

from judge.base.records import as_json, replace
from judge.base.text import all_as_utf8, as_utf8
from judge.judging.findings import Found
from judge.judging.results import Result, TestResult
from judge.judging.solutions import Solution
from judge.judging.times import kernels_ns
from judge.judging.verdicts import Verdict
from judge.measure.roofline import Share
from judge.measure.shares import RooflineInputs
from judge.problems.time_rule import LimitSource
from judge.reports.make import Isolations, test_report, without_tests
from judge.store.records import Judgement, Run

RACES = ("shared-memory-race", "global-memory-race", "unsynchronised-access")
OTHER_ACCESS = re.compile(r"(?:reads?|writes|wrote) at (?P<file>[^:,\s][^:,\n]{0,200}):(?P<line>\d{1,7})")
MOST_OF_A_REASON = 4000
"""The most characters of a reason: a validator may write more."""


def run_of(test: TestResult, ordinal: int) -> Run:
    facts = test.facts
    return Run(
        ordinal,
        test.test.name,
        test.decision.verdict.code,
        as_utf8(test.decision.reason)[:MOST_OF_A_REASON],
        time.time_ns() // 1_000_000,
        facts.wall_ns,
        facts.cpu_ns,
        facts.peak_memory_bytes,
        is_timed=test.timed,
        points=None if test.points is None else float(test.points),
        kernels_ns=kernels_ns(facts, test.phases),
    )


def test_detail(solution: Solution, test: TestResult, measure: RooflineInputs) -> Any:
    """A report's data about the test, with the isolation of its run in place of a number, and the test's work."""
    report = test_report(solution, test, Isolations(), measure)
    work = test.work or measure.work.get(test.test.name)
    return all_as_utf8({**as_json(report), "findings": as_json(test.findings), "work": as_json(work)})


def solution_detail(result: Result, measure: RooflineInputs | None = None) -> Any:
    """A report's data about the whole, without its tests; each finding with its text, `what`, and the ceilings of this
    machine."""
    isolations = Isolations()
    report = without_tests(result, isolations)
    whole = {
        **as_json(report),
        "findings": findings_detail(report.findings),
        "isolations": as_json(isolations.all),
        "ceilings": as_json(measure.ceilings) if measure else None,
        "impossible": any(one.impossible for one in shares_in(result, measure)),
    }
    return all_as_utf8(whole)


def findings_detail(findings: Iterable[Found]) -> tuple[dict[str, Any], ...]:
    """The emulated GPU's findings, each with its text and the other access of a race."""
    return tuple(
        {**as_json(one), "what": one.what, "other": other_access(one.kind, one.message)} for one in findings
    )


def shares_in(result: Result, measure: RooflineInputs | None) -> list[Share]:
    """How close each test came to this machine's limits, as far as that is known."""
    if measure is None:
        return []
    shares = (measure.share(result.solution, test) for test in result.tests)
    return [one for one in shares if one is not None]


def other_access(kind: str, message: str) -> dict[str, Any] | None:
    """Where the other thread of a race reads or writes, according to the emulated GPU's message; None: it does not
    say."""
    found = OTHER_ACCESS.search(message) if kind in RACES else None
    return {"file": found["file"], "line": int(found["line"])} if found else None


def judgement_of(
    begun: Judgement, result: Result, measure: RooflineInputs | None = None, host_id: int | None = None
) -> Judgement:
    """`begun`: what is known before: the subject, the data and the start; `host_id`: the machine that judged it."""
    solution, score = result.solution, result.score
    problem = solution.problem
    is_limit_chosen = problem.limits.time_source is LimitSource.OPTION
    tests = [test for test in result.tests if test.decision.verdict is not Verdict.SKIP]
    timed = [test for test in tests if test.timed and solution.device.is_timed]
    shares = [one.share for one in shares_in(result, measure) if one.share and not one.impossible]
    kernels = [ns for test in timed if (ns := kernels_ns(test.facts, test.phases)) is not None]
    return replace(
        begun,
        verdict=result.verdict.code,
        reason=as_utf8(result.reason)[:MOST_OF_A_REASON],
        expected=solution.expected.code,
        as_expected=result.as_expected,
        is_emulated=solution.device.is_emulated,
        tests_passed=result.count(Verdict.AC),
        tests_total=result.test_count,
        points=None if score is None or score.points is None else float(score.points),
        most_points=None if score is None or score.most is None else float(score.most),
        lower_is_better=bool(problem.scoring and problem.scoring.lower_is_better),
        points_by_group={group.name: float(group.points) for group in score.groups} if score else {},
        wall_ns=max((test.facts.wall_ns for test in timed), default=None),
        cpu_ns=max((test.facts.cpu_ns for test in timed), default=None),
        peak_memory_bytes=max((test.facts.peak_memory_bytes for test in timed), default=None),
        kernels_ns=max(kernels, default=None),
        ceiling_share=max(shares, default=None),
        chosen_limit_s=problem.limits.time_s if is_limit_chosen else None,
        chosen_factor=problem.time_rule.chosen_factor,
        host_id=host_id,
    )
