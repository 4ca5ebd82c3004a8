"""Checks that a package is consistent: its inputs and outputs, against its validators."""

import codecs
import os
from collections.abc import Iterator
from pathlib import Path

from judge.base.outside_files import opened
from judge.judging.validators import validate_output, validated_by
from judge.judging.verdicts import Validation
from judge.problems.model import Package, Problem, TestCase
from judge.project.host import JudgeHost

BEGINNING_BYTES = 1 << 16


def package_faults(host: JudgeHost, problem: Problem) -> list[str]:
    """A line for each input, answer or output on which a validator contradicts the package. For one of our own
    problems, none: `generate --check` makes its data again."""
    if problem.package is None:
        return []
    return [*_inputs(host, problem, problem.package), *_outputs(host, problem, problem.package)]


def _inputs(host: JudgeHost, problem: Problem, package: Package) -> Iterator[str]:
    if not package.input_validators:
        return
    valid = [*package.tests, *package.valid_inputs]
    for test in {test.name: test for test in valid}.values():
        for validator, found in _validations(host, problem, package, test):
            if not found.accepted:
                yield f"{test.name}.in: {validator} does not accept it: {_why(found)}{_unseen(test.input)}"
    for test in package.invalid_inputs:
        # By the formats, any exit code but 42 rejects an input, even that of a failed assertion; a signal is a
        # failure.
        found_all = [found for _, found in _validations(host, problem, package, test)]
        if failed := next((found for found in found_all if found.exit_code is None), None):
            yield f"{test.name}.in: {failed.message}"
        elif all(found.accepted for found in found_all):
            yield f"{test.name}.in: expected an input validator to reject it, found that all accept it"


def _validations(
    host: JudgeHost, problem: Problem, package: Package, test: TestCase
) -> Iterator[tuple[str, Validation]]:
    for path in package.input_validators:
        yield path.name, validated_by(host, problem, path, test)


def _outputs(host: JudgeHost, problem: Problem, package: Package) -> Iterator[str]:
    for one in package.judged_outputs:
        if not one.is_used:
            continue
        found = validate_output(host, problem, one.test, one.output)
        if not (found.accepted if one.is_right else found.rejected):
            wanted = "accepted" if one.is_right else "rejected"
            yield f"{one.test.name}.out: expected that it is {wanted}, found otherwise: {_why(found)}"


def _why(found: Validation) -> str:
    return found.message or ("accepted" if found.accepted else "no reason given")


def _unseen(file: Path) -> str:
    """What most validators refuse, and no editor shows: the ends of lines, and a mark at the beginning."""
    with opened(file) as source:
        beginning = source.read(BEGINNING_BYTES)
        source.seek(max(0, source.seek(0, os.SEEK_END) - 1))
        end = source.read(1)
    found = {
        "it begins with a byte-order mark": beginning.startswith(codecs.BOM_UTF8),
        "its lines end in CR LF, as Windows writes them": b"\r\n" in beginning,
        "its last line has no line end": end not in (b"", b"\n"),
    }
    return "".join(f"; {what}" for what, is_so in found.items() if is_so)
