"""The report of a submission that was judged remotely, so that its page and tables are made like those of a local one.
The server does not report ceilings, isolation and machine, so it has none."""

import shlex
import sys
from datetime import UTC, datetime

from judge.base.records import part_of
from judge.client.report import submission_there
from judge.client.told import ToldSubmission, ToldTest
from judge.judging.repeated_times import RepeatedTime
from judge.judging.verdicts import Verdict
from judge.measure.cpu_against_gpu import comparison_of
from judge.problems.time_rule import LimitSource
from judge.reports.model import (
    FORMAT_VERSION,
    ProblemReport,
    Report,
    ReportedFacts,
    SolutionReport,
    TestReport,
    WorkOfTest,
)
from judge.web.api.shapes import ProblemAnswer, RunAnswer

MOST = 2**53
"""The greatest value of a figure: anything larger is neither a time nor a size."""


def told_report(
    told: ToldSubmission,
    server: str,
    user: str,
    problem: ProblemAnswer,
    sha256: str | None,
    duration_s: float,
) -> Report | None:
    """The report; None: the verdict is hidden, so there is nothing to report."""
    if told.verdict is None or told.judgement is None:
        return None
    return Report(
        format_version=FORMAT_VERSION,
        command=shlex.join(["judge", *sys.argv[1:]]),
        version=None,
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        duration_s=round(duration_s, 3),
        passed=told.is_accepted,
        damaged_test_data=(),
        isolation="",
        isolations=(),
        machine=None,
        ceilings=None,
        problems=(
            ProblemReport(
                id=told.problem,
                title=problem.title,
                time_limit_s=problem.time_limit_s,
                time_limit_source=LimitSource.PACKAGE,
                tests=tuple(WorkOfTest(test.name) for test in told.tests),
                comparison=comparison_of(()),
                results=(_solution(told, told.verdict, user, sha256),),
            ),
        ),
        submission=submission_there(told, server),
    )


def _solution(told: ToldSubmission, verdict: Verdict, user: str, sha256: str | None) -> SolutionReport:
    judgement, failure = told.judgement, told.first_failure
    assert judgement
    is_timed = not judgement.is_emulated
    return SolutionReport(
        name=f"{user}/{told.file}" if user else told.file,
        kind="submission",
        needs_gpu=any(test.run.kernels_ns is not None for test in told.tests) and is_timed,
        emulated=judgement.is_emulated,
        language=told.whole.submission.language,
        source_sha256=sha256,
        expected=Verdict.AC,
        verdict=verdict,
        as_expected=told.is_accepted,
        reason=f"{failure.name}: {failure.reason}" if failure and failure.reason else told.reason,
        compile_error=told.compile_error,
        compiler_isolation=None,
        findings=told.findings,
        counted=told.counted,
        test_count=max(judgement.tests_total, len(told.tests)),
        tests_left_out=(),
        tests=tuple(_test(test, is_timed=is_timed) for test in told.tests),
        points=judgement.points,
        most_points=judgement.most_points,
        groups=tuple(told.groups),
    )


def _test(test: ToldTest, *, is_timed: bool) -> TestReport:
    run, near_limit = test.run, test.run.repeated_time
    return TestReport(
        name=test.name,
        verdict=test.verdict,
        reason=test.reason,
        stdout=test.text("stdout"),
        stderr=test.text("stderr"),
        timed=run.is_timed and is_timed and run.wall_ns is not None,
        facts=_facts(run),
        over_limit_cpu_ns=(),
        phases=None,
        time_split=None,
        repetitions=None,
        share=None,
        difference=test.difference,
        transcript=test.text("transcript"),
        repeated_time=part_of(near_limit, RepeatedTime) if near_limit else None,
        points=run.points,
    )


def _facts(run: RunAnswer) -> ReportedFacts:
    """Times and memory, which pages and tables show. The other fields stand for a run about which nothing is known;
    nobody sees them, as the report itself is not written."""
    cpu_ns, wall_ns, memory_bytes = (
        min(max(0, figure or 0), MOST) for figure in (run.cpu_ns, run.wall_ns, run.peak_memory_bytes)
    )
    return ReportedFacts(
        outcome="exited",
        exit_code=None,
        signal_name=None,
        user_ns=cpu_ns,
        system_ns=0,
        wall_ns=wall_ns,
        peak_memory_bytes=memory_bytes,
        stdout_bytes=0,
        stderr_bytes=0,
        work_bytes=0,
        work_files=0,
        contention=None,
        gpu=None,
        message=None,
        isolation=0,
    )
