"""The report of `verify` and `submit` as data: what --json writes, and what every other report is made from.

judge/report.schema.json describes each field, docs/report.md the whole.
"""

import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, is_dataclass
from datetime import UTC, datetime
from typing import Any

from judge.judging.findings import Found
from judge.judging.results import Result, TestResult
from judge.judging.solutions import Solution
from judge.judging.times import spread_of, time_split
from judge.judging.verdicts import Verdict
from judge.machine.hardware import this_hardware
from judge.measure.ceilings import load_ceilings
from judge.measure.cpu_against_gpu import Comparison, Ratio, Row, compare
from judge.measure.roofline import Share
from judge.measure.shares import Yardstick, yardstick
from judge.problems.model import Problem
from judge.project.paths import Project
from judge.project.version import commit_of
from judge.sandbox.isolation import describe

FORMAT_VERSION = 5
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
    hardware = this_hardware(project.gpu)
    ceilings = load_ceilings(hardware)
    problems = []
    for problem in outcome.problems:
        found = outcome.results.get(problem.id, ())
        problems.append(_problem_as_json(problem, found, yardstick(project, problem, found, ceilings)))
    isolations = _told_once(problems)
    report = {
        "format_version": FORMAT_VERSION,
        "command": outcome.command,
        "version": commit_of(project),
        "date": outcome.date.astimezone(UTC).isoformat(timespec="seconds"),
        "duration_s": round(outcome.duration_s, 3),
        "passed": not outcome.damage and all(result.as_expected for result in results),
        "damaged_test_data": list(outcome.damage),
        "isolation": describe(run for result in results for run in result.isolations),
        "isolations": isolations,
        "machine": hardware,
        "ceilings": ceilings,
        "problems": problems,
    }
    return {key: _plain(value) for key, value in report.items()}


def _told_once(problems: Sequence[Report]) -> list[Report]:
    """The isolations of all runs, each once; in their places stand their numbers: most runs have the same."""
    found: list[Report] = []

    def number(isolation: Report) -> int:
        if isolation not in found:
            found.append(isolation)
        return found.index(isolation)

    for result in (result for problem in problems for result in problem["results"]):
        if result["compiler_isolation"] is not None:
            result["compiler_isolation"] = number(result["compiler_isolation"])
        for test in result["tests"]:
            test["facts"]["isolation"] = number(test["facts"]["isolation"])
    return found


def _problem_as_json(problem: Problem, results: Sequence[Result], measure: Yardstick) -> Report:
    names = {test.test.name for result in results for test in result.tests}
    return {
        "id": problem.id,
        "title": problem.title,
        "time_limit_s": problem.limits.time_s,
        "time_limit_source": problem.limits.time_source,
        "tests": [_work_as_json(name, measure) for name in sorted(names, key=_sample_first)],
        "comparison": _comparison_as_json(compare(results)),
        "results": [result_as_json(result, measure) for result in results],
    }


def _sample_first(name: str) -> tuple[bool, str]:
    return not name.startswith("sample/"), name


def _work_as_json(name: str, measure: Yardstick) -> Report:
    """What a test asks of any solution; null where it is not known."""
    work = measure.work.get(name)
    keys = ("size", "size_unit", "flop", "least_bytes", "precision", "only_reads")
    return {"name": name, **(asdict(work) if work else dict.fromkeys(keys))}


def _comparison_as_json(comparison: Comparison) -> Report:
    measures: dict[str, Callable[[Row], Ratio | None]] = {
        "whole_program": lambda row: row.whole_program,
        "with_copies": lambda row: row.with_copies,
        "compute": lambda row: row.compute,
    }

    def found(ratio: Ratio | None) -> Report | None:
        return {"ratio": ratio.value, "winner": ratio.winner} if ratio else None

    def start(row: Row | None) -> Report | None:
        return {"test": row.test, "size": row.size} if row else None

    return {
        "rows": [
            {**asdict(row), **{key: found(measure(row)) for key, measure in measures.items()}}
            for row in comparison.rows
        ],
        "missing": comparison.missing,
        "gpu_wins_from": {key: start(comparison.wins_from(measure)) for key, measure in measures.items()},
    }


def result_as_json(result: Result, measure: Yardstick | None = None) -> Report:
    """Without something to measure it against no share of a ceiling is known."""
    solution = result.solution
    return {
        "name": solution.name,
        "kind": "solver" if solution.is_solver else "submission",
        "needs_gpu": solution.device.needs_gpu,
        "emulated": solution.device.is_emulated,
        "language": solution.language.id if solution.language else None,
        "source_sha256": solution.source_sha256,
        "expected": solution.expected.code,
        "verdict": result.verdict.code,
        "as_expected": result.as_expected,
        "reason": result.reason,
        "compile_error": result.compile_error,
        "compiler_isolation": asdict(result.compiler_isolation) if result.compiler_isolation else None,
        "findings": [_finding_as_json(found) for found in result.findings],
        "test_count": result.test_count,
        "tests_left_out": [asdict(left) for left in result.left_out],
        "tests": [_test_as_json(solution, test, measure or Yardstick()) for test in result.tests],
    }


def _finding_as_json(found: Found) -> Report:
    return {
        "can_be_forged": True,
        **asdict(found.finding),
        "first_test": found.first_test,
        "tests": found.tests,
    }


def _test_as_json(solution: Solution, test: TestResult, measure: Yardstick) -> Report:
    verdict = test.ruling.verdict
    accepted = verdict is Verdict.AC
    split = verdict is not Verdict.SKIP and solution.device.is_timed and test.timed
    return {
        "name": test.test.name,
        "verdict": verdict.code,
        "reason": test.ruling.reason,
        "stdout": "" if accepted else test.stdout_excerpt,
        "stderr": "" if accepted else test.stderr_excerpt,
        "timed": test.timed and solution.device.is_timed,
        "facts": asdict(test.facts),
        "over_limit_cpu_ns": [facts.cpu_ns for facts in test.over_limit_runs],
        "phases": asdict(test.phases) if test.phases else None,
        "time_split": asdict(time_split(test.facts, test.phases)) if split else None,
        "repetitions": None if solution.device.is_emulated else _repetitions_as_json(test),
        "share": _share_as_json(measure.share(solution, test)),
    }


def _repetitions_as_json(test: TestResult) -> Report | None:
    if len(test.repetitions) < 2:
        return None
    return {
        "count": len(test.repetitions),
        "wall_ns": asdict(spread_of([facts.wall_ns for facts in test.repetitions])),
        "cpu_ns": asdict(spread_of([facts.cpu_ns for facts in test.repetitions])),
    }


def _share_as_json(share: Share | None) -> Report | None:
    return {**asdict(share), "text": share.text} if share else None


def as_utf8(text: str) -> str:
    """Bytes of a file's name that are no UTF-8 become text like "\\xff"."""
    return text.encode("utf-8", errors="surrogateescape").decode("utf-8", errors="backslashreplace")


def _plain(value: Any) -> Any:
    """The value as JSON has it."""
    if is_dataclass(value) and not isinstance(value, type):
        return _plain(asdict(value))
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, str):
        return as_utf8(value)
    return value
