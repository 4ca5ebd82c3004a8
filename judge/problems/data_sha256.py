"""The data that a problem's verdicts depend on, as one SHA-256: results on other data must not be taken for results on
these."""

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path

from judge.base.records import as_json
from judge.problems.checksums import known_checksums
from judge.problems.model import Package, Problem, TestCase
from judge.problems.program import files_of
from judge.project.data_folder import DataFolder

Checksum = Callable[[Path], str]


def tests_sha256(tests: Sequence[TestCase], checksum: Checksum) -> str:
    """The digest of the tests: their names, contents and flags of the output validators, and what solutions get besides
    the input."""
    digest = hashlib.sha256()
    for test in tests:
        parts: list[object] = [
            test.name,
            *(checksum(path) if path.exists() else None for path in (test.input, test.answer)),
            *test.validator_args,
        ]
        # Only where there is something: the digests that are stored stay valid.
        parts += [{"args": test.args}] if test.args else []
        parts += [{"files": _contents(test.files, checksum)}] if test.files else []
        digest.update(json.dumps(parts).encode())
    return digest.hexdigest()


def _contents(folder: Path, checksum: Checksum) -> list[tuple[str, str]]:
    """The files of a folder, by their paths in it."""
    return [(str(file.relative_to(folder)), checksum(file)) for file in files_of(folder)]


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
            parts += [{name: said} for name, said in _settings(package).items() if said]
            parts += [package.included, package.constants] if package.included or package.constants else []
        for program in filter(None, programs):
            files = (*files_of(program.path), *program.beside)
            parts += [[path.name, checksum(path)] for path in files]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _settings(package: Package) -> dict[str, object]:
    """How submissions are judged besides the tests, as far as the package says something."""
    return {
        "static": [[test.name, *test.validator_args] for test in package.static_tests],
        "continued": sorted(package.continued_groups),
        "named files": as_json(package.named_files) if package.named_files else None,
    }
