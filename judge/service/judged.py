"""What was found out about a submission, as the store keeps it: records, and the rest as in a report."""

import time
from typing import Any

from judge.base.records import as_json, replace
from judge.base.text import all_as_utf8, as_utf8
from judge.judging.results import Result, TestResult
from judge.judging.solutions import Solution
from judge.judging.times import kernels_ns
from judge.judging.verdicts import Verdict
from judge.measure.shares import Yardstick
from judge.reports.make import Isolations, test_report, without_tests
from judge.store.records import Judgement, Run


def run_of(test: TestResult, ordinal: int) -> Run:
    facts = test.facts
    return Run(
        ordinal,
        test.test.name,
        test.ruling.verdict.code,
        as_utf8(test.ruling.reason),
        time.time_ns() // 1_000_000,
        facts.wall_ns,
        facts.cpu_ns,
        facts.peak_memory_bytes,
        is_timed=test.timed,
        points=None if test.points is None else float(test.points),
        kernels_ns=kernels_ns(facts, test.phases),
    )


def test_detail(solution: Solution, test: TestResult) -> Any:
    """What a report says of the test, with the isolation of its run in the place of a number."""
    isolations = Isolations()
    report = test_report(solution, test, isolations, Yardstick())
    return all_as_utf8({**as_json(report), "findings": as_json(test.findings)})


def solution_detail(result: Result) -> Any:
    """What a report says of the whole, without its tests; each finding with its words, `what`."""
    isolations = Isolations()
    report = without_tests(result, isolations)
    findings = [{**as_json(one), "what": one.what} for one in report.findings]
    return all_as_utf8({**as_json(report), "findings": findings, "isolations": as_json(isolations.all)})


def judgement_of(begun: Judgement, result: Result) -> Judgement:
    """`begun`: the one of the lease."""
    solution, score = result.solution, result.score
    tests = [test for test in result.tests if test.ruling.verdict is not Verdict.SKIP]
    timed = [test for test in tests if test.timed and solution.device.is_timed]
    return replace(
        begun,
        verdict=result.verdict.code,
        reason=as_utf8(result.reason),
        is_emulated=solution.device.is_emulated,
        tests_passed=result.count(Verdict.AC),
        tests_total=result.test_count,
        points=None if score is None or score.points is None else float(score.points),
        most_points=None if score is None or score.most is None else float(score.most),
        lower_is_better=bool(solution.problem.scoring and solution.problem.scoring.lower_is_better),
        points_by_group={group.name: float(group.points) for group in score.groups} if score else {},
        wall_ns=max((test.facts.wall_ns for test in timed), default=None),
        cpu_ns=max((test.facts.cpu_ns for test in timed), default=None),
        peak_memory_bytes=max((test.facts.peak_memory_bytes for test in timed), default=None),
        kernels_ns=max(filter(None, (kernels_ns(test.facts, test.phases) for test in timed)), default=None),
    )
