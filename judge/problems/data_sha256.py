"""The data that a problem's verdicts depend on, as one SHA-256: results on other data must not be taken for results on
these."""

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path

from judge.base.records import as_json
from judge.problems.checksums import known_checksums
from judge.problems.model import Problem, TestCase
from judge.problems.program import files_of
from judge.project.data_folder import DataFolder

Checksum = Callable[[Path], str]


def tests_sha256(tests: Sequence[TestCase], checksum: Checksum) -> str:
    """The digest of the tests: their names, contents and flags of the output validators."""
    digest = hashlib.sha256()
    for test in tests:
        contents = [checksum(path) if path.exists() else None for path in (test.input, test.answer)]
        digest.update(json.dumps([test.name, *contents, *test.validator_args]).encode())
    return digest.hexdigest()


def problem_sha256(data: DataFolder, problem: Problem, tests: Sequence[TestCase]) -> str:
    """The digest of the tests, the programs that judge outputs, the files compiled with submissions, the points, and
    the limits that the problem itself sets, including those of counts."""
    limits = problem.limits
    with known_checksums(data, problem.id) as checksum:
        parts: list[object] = [
            tests_sha256(tests, checksum),
            [problem.time_rule.time_limit_s, limits.memory_bytes, limits.output_bytes, limits.code_bytes],
        ]
        programs = [*problem.output_validators, problem.interactor]
        if problem.scoring:
            parts.append([repr(problem.scoring.root), problem.scoring.lower_is_better])
            programs.append(problem.scoring.grader)
        if problem.count_rules:
            parts.append([as_json(rule) for rule in problem.count_rules])
        if package := problem.package:
            programs.append(package.static_validator)
            parts += [package.included, package.constants] if package.included or package.constants else []
        for program in filter(None, programs):
            files = (*files_of(program.path), *program.beside)
            parts += [[path.name, checksum(path)] for path in files]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
