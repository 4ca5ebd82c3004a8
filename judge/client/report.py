"""The report of a submission that was judged remotely: the fields of reports/model.py, without those that the server
leaves out."""

import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from judge.base.records import as_json, json_text
from judge.base.text import all_as_utf8
from judge.base.whole_files import write_text
from judge.client.told import ToldSubmission, ToldTest
from judge.judging.verdicts import Verdict
from judge.reports.model import FORMAT_VERSION, SubmissionThere
from judge.web.api.shapes import ProblemAnswer


def report_there(
    told: ToldSubmission, server: str, problem: ProblemAnswer | None, sha256: str | None, duration_s: float
) -> dict[str, Any]:
    """The report in the form of `submit --json`, so that readers of that can read this; with the submission's number
    and address. `sha256`: of the source, if it is here."""
    about = {"title": problem.title, "time_limit_s": problem.time_limit_s} if problem else {}
    return {
        "format_version": FORMAT_VERSION,
        "command": shlex.join(["judge", *sys.argv[1:]]),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "duration_s": round(duration_s, 3),
        "passed": told.is_accepted,
        "problems": [{"id": told.problem, **about, "results": [_solution(told, sha256)]}],
        "submission": as_json(submission_there(told, server)),
    }


def submission_there(told: ToldSubmission, server: str) -> SubmissionThere:
    one = told.whole.submission
    return SubmissionThere(one.id, server, one.state.value, one.submitted_utc_ms, told.not_told)


def _solution(told: ToldSubmission, sha256: str | None) -> dict[str, Any]:
    judgement, one = told.judgement, told.whole.submission
    found: dict[str, Any] = {
        "name": told.file,
        "kind": "submission",
        "language": one.language,
        "expected": Verdict.AC.code,
    }
    if sha256 is not None:
        found["source_sha256"] = sha256
    if judgement is None or told.verdict is None:
        return found
    failure = told.first_failure
    whole_reason = f"{failure.name}: {failure.reason}" if failure and failure.reason else told.reason
    found |= {
        "emulated": judgement.is_emulated,
        "verdict": told.verdict.code,
        "as_expected": told.is_accepted,
        "reason": whole_reason,
        "compile_error": told.compile_error,
        "findings": as_json(told.findings),
        "counted": as_json(told.counted),
        "tests": [_test(test, is_timed=not judgement.is_emulated) for test in told.tests],
    }
    if judgement.tests_total:
        found["test_count"] = judgement.tests_total
    if judgement.points is not None:
        found |= {
            "points": judgement.points,
            "most_points": judgement.most_points,
            "groups": as_json(told.groups),
        }
    return found


def _test(test: ToldTest, *, is_timed: bool) -> dict[str, Any]:
    run = test.run
    figures = {
        "wall_ns": run.wall_ns,
        "peak_memory_bytes": run.peak_memory_bytes,
    }
    told = {
        "stdout": test.text("stdout"),
        "stderr": test.text("stderr"),
        "transcript": test.text("transcript"),
    }
    facts = {name: value for name, value in figures.items() if value is not None}
    return {
        "name": test.name,
        "verdict": test.verdict.code,
        "reason": test.reason,
        "timed": run.is_timed and is_timed,
        **{name: text for name, text in told.items() if text},
        **({"facts": facts} if facts else {}),
        **({"difference": as_json(test.difference)} if test.difference else {}),
        **({"points": run.points} if run.points is not None else {}),
    }


def write_report(file: Path, report: object) -> None:
    """Raises JudgeError if it cannot be written."""
    write_text(file, json_text(all_as_utf8(report)))
