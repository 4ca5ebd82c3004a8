"""The JSON report of `verify` and `submit` (docs/judging.md describes it)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from judge.isolation import describe
from judge.judging import Result, TestResult
from judge.problem import Problem

FORMAT_VERSION = 2


def result_as_json(result: Result) -> dict[str, Any]:
    return {
        "name": result.contestant.name,
        "kind": "solver" if result.contestant.is_solver else "submission",
        "needs_gpu": result.contestant.needs_gpu,
        "language": result.contestant.language.id if result.contestant.language else None,
        "expected": result.contestant.expected.code,
        "verdict": result.verdict.code,
        "as_expected": result.as_expected,
        "reason": result.reason,
        "compile_error": result.compile_error,
        "compiler_isolation": asdict(result.compiler_isolation) if result.compiler_isolation else None,
        "tests": [_test_as_json(test) for test in result.tests],
    }


def write_json_report(
    file: Path,
    problems: Sequence[Problem],
    results: Mapping[str, Sequence[Result]],
    damage: Sequence[str],
    duration_s: float,
) -> None:
    """Writes the whole report in one step, so that a reader never sees half of it."""
    report = {
        "format_version": FORMAT_VERSION,
        "duration_s": round(duration_s, 3),
        "passed": not damage and all(item.as_expected for items in results.values() for item in items),
        "damaged_test_data": list(damage),
        "isolation": describe(run for items in results.values() for item in items for run in item.isolations),
        "problems": [
            {
                "id": problem.id,
                "title": problem.title,
                "time_limit_s": problem.limits.time_s,
                "results": [result_as_json(result) for result in results.get(problem.id, ())],
            }
            for problem in problems
        ],
    }
    temporary = file.with_name(file.name + ".partial")
    temporary.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    temporary.replace(file)


def _test_as_json(test: TestResult) -> dict[str, Any]:
    return {
        "name": test.test.name,
        "verdict": test.ruling.verdict.code,
        "reason": test.ruling.reason,
        "facts": asdict(test.facts),
    }
