"""The report of `verify` and `submit` as data: what --json writes, and what every other report is made from.

judge/report.schema.json describes each field, docs/report.md the whole.
"""

import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, is_dataclass
from datetime import UTC, datetime
from typing import Any

from judge.hardware import this_hardware
from judge.isolation import describe
from judge.judging import Result, TestResult
from judge.problem import Problem
from judge.project import Project
from judge.verdicts import Verdict

FORMAT_VERSION = 3
Report = dict[str, Any]


@dataclass(frozen=True)
class Outcome:
    """All that a command has judged."""

    problems: Sequence[Problem]
    results: Mapping[str, Sequence[Result]]
    """By problem id."""
    damage: Sequence[str]
    """A line for each file of test data that is not what its checksum says."""
    duration_s: float
    command: str = field(default_factory=lambda: shlex.join(["judge", *sys.argv[1:]]))
    """As it was typed."""
    date: datetime = field(default_factory=lambda: datetime.now(UTC))


def report_of(project: Project, outcome: Outcome) -> Report:
    results = [result for results in outcome.results.values() for result in results]
    report = {
        "format_version": FORMAT_VERSION,
        "command": outcome.command,
        "version": _version(project),
        "date": outcome.date.astimezone(UTC).isoformat(timespec="seconds"),
        "duration_s": round(outcome.duration_s, 3),
        "passed": not outcome.damage and all(result.as_expected for result in results),
        "damaged_test_data": list(outcome.damage),
        "isolation": describe(run for result in results for run in result.isolations),
        "machine": asdict(this_hardware(project.gpu)),
        "ceilings": None,
        "problems": [
            _problem_as_json(problem, outcome.results.get(problem.id, ())) for problem in outcome.problems
        ],
    }
    return {key: _plain(value) for key, value in report.items()}


def _problem_as_json(problem: Problem, results: Sequence[Result]) -> Report:
    tests = {test.test.name: test for result in results for test in result.tests}
    return {
        "id": problem.id,
        "title": problem.title,
        "time_limit_s": problem.limits.time_s,
        "tests": [_work_as_json(tests[name]) for name in sorted(tests, key=_sample_first)],
        "comparison": [],
        "results": [result_as_json(result) for result in results],
    }


def _sample_first(name: str) -> tuple[bool, str]:
    return not name.startswith("sample/"), name


def _work_as_json(test: TestResult) -> Report:
    """What any solution of the test has to do at least."""
    work = getattr(test, "work", None)
    keys = ("size", "size_unit", "flop", "least_bytes")
    return {"name": test.test.name, **{key: getattr(work, key, None) for key in keys}}


def result_as_json(result: Result) -> Report:
    contestant = result.contestant
    return {
        "name": contestant.name,
        "kind": "solver" if contestant.is_solver else "submission",
        "needs_gpu": contestant.needs_gpu,
        "language": contestant.language.id if contestant.language else None,
        "source_sha256": contestant.source_sha256,
        "expected": contestant.expected.code,
        "verdict": result.verdict.code,
        "as_expected": result.as_expected,
        "reason": result.reason,
        "compile_error": result.compile_error,
        "compiler_isolation": asdict(result.compiler_isolation) if result.compiler_isolation else None,
        "test_count": result.test_count,
        "tests": [_test_as_json(test) for test in result.tests],
    }


def _test_as_json(test: TestResult) -> Report:
    accepted = test.ruling.verdict is Verdict.AC
    return {
        "name": test.test.name,
        "verdict": test.ruling.verdict.code,
        "reason": test.ruling.reason,
        "stdout": "" if accepted else test.stdout_excerpt,
        "stderr": "" if accepted else test.stderr_excerpt,
        "facts": asdict(test.facts),
        "phases": getattr(test, "phases", None),
        "time_split": None,
        "repetitions": None,
        "share": None,
    }


def _version(project: Project) -> str | None:
    """The commit of the judge itself; None outside of a repository of its own."""
    command = ["git", "-C", str(project.root), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() or None


def _plain(value: Any) -> Any:
    """The value as JSON has it: bytes of a file's name that are no UTF-8 become text like "\\xff"."""
    if is_dataclass(value) and not isinstance(value, type):
        return _plain(asdict(value))
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, str):
        return value.encode("utf-8", errors="surrogateescape").decode("utf-8", errors="backslashreplace")
    return value
