"""The work that a test's input demands of any solver: its size, floating-point operations and least bytes.

Only the problem's program knows, so it is queried with `--work --no-solve` (docs/problem-programs.md), in one process
for all new inputs: the answers are cached in the build folder under the inputs' SHA-256.
"""

import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from judge.base.interruption import is_asked_to_end
from judge.base.kept_files import kept
from judge.base.processes import call
from judge.base.records import Count, Record, decoded
from judge.base.scratch import scratch_folder
from judge.base.whole_files import write_in_one_step
from judge.problems.answered import Answered, read_answers, write_list
from judge.problems.manifest import sha256_of
from judge.problems.model import Problem, TestCase
from judge.problems.test_cases import manifest_of
from judge.project.installation import Installation

Precision = Literal["float32", "float64"]
PATIENCE_S = 120
"""The time for reading one input in such a query."""


class Work(Record, frozen=True):
    """Work as a problem's program counts it with `--work` (docs/problem-programs.md)."""

    size: Count
    """The size in size_unit."""
    size_unit: str
    """The unit of the problem's size: "boards", "multiply-adds", ..."""
    flop: Count
    """Floating-point operations of the plain algorithm."""
    least_bytes: Count
    """The least number of bytes that any solver must read or write: in memory format, each once."""
    precision: Precision | None = "float32"
    """The precision of the operations; null if there are none."""
    only_reads: bool = False
    """Whether almost none of the bytes are written."""

    def __post_init__(self) -> None:
        """Raises ValueError."""
        if self.flop and self.precision is None:
            raise ValueError(f"{self.flop} floating-point operations of no precision")


class _Known(Record, frozen=True):
    """The file of earlier answers."""

    program: str
    """The SHA-256 of the program that was queried."""
    work: dict[str, Work]
    """Work by the SHA-256 of the input."""


def work_of_tests(installation: Installation, problem: Problem, tests: Sequence[TestCase]) -> dict[str, Work]:
    """The work of each test by its name; a test that the program rejects is left out.

    Empty for a problem without a program.
    """
    program = installation.program(problem.id)
    if not tests or not problem.has_program or not program.exists():
        return {}
    file = installation.data.work(problem.id)
    # Another program may count differently, so the answers of an earlier one are discarded.
    program_digest = sha256_of(program)
    known = _read(file, program_digest)
    manifest = manifest_of(installation, problem)
    digests = {test.name: manifest.get(f"{test.name}.in") or sha256_of(test.input) for test in tests}
    inputs = {digests[test.name]: test.input for test in tests if digests[test.name] not in known}
    asked = _ask(program, inputs)
    # The file may have changed since the manifest was written.
    fresh = {digest: work for digest, work in asked.items() if sha256_of(inputs[digest]) == digest}
    if fresh:
        _write(file, program_digest, known | fresh)
    found = known | asked
    return {name: found[digest] for name, digest in digests.items() if digest in found}


def _ask(program: Path, inputs: Mapping[str, Path]) -> dict[str, Work]:
    """Work by the inputs' names, without inputs that were rejected or not reached in time."""
    if not inputs or is_asked_to_end():  # a report of what is known so far omits it
        return {}
    with scratch_folder() as folder:
        write_list(folder / "inputs", list(inputs.values()))
        reports = folder / "reports"
        # Reports before a failure are valid.
        with suppress(OSError, subprocess.TimeoutExpired):
            call(
                [program, "--batch", folder / "inputs", "--work", "--no-solve"],
                stdin=None, stderr=reports, timeout_s=PATIENCE_S * len(inputs),
            )  # fmt: skip
        answered = read_answers(reports)
    work = {name: _work(answered.get(str(path))) for name, path in inputs.items()}
    return {name: found for name, found in work.items() if found}


def _work(answer: Answered | None) -> Work | None:
    try:
        return decoded(answer.work, Work) if answer and answer.exit_code == 0 else None
    except (ValueError, RecursionError):
        return None


def _read(file: Path, program_digest: str) -> dict[str, Work]:
    known = kept(file, _Known, (OSError, ValueError, RecursionError))
    return known.work if known and known.program == program_digest else {}


def _write(file: Path, program_digest: str, known: dict[str, Work]) -> None:
    with suppress(PermissionError):  # it belongs to the pages, while another user judges
        file.parent.mkdir(exist_ok=True)
        write_in_one_step(file, msgspec.json.encode(_Known(program_digest, known)))
