"""What a test's input demands of any solver: its size, floating-point operations and least bytes.

Only the problem's program knows, so it is queried with `--work --no-solve` (docs/problem-programs.md), once for each
input: the answers are cached in the build folder under the inputs' SHA-256.
"""

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec

from judge.base.records import Count, Record
from judge.base.whole_files import write_in_one_step
from judge.problems.manifest import read_manifest, sha256_of
from judge.problems.model import Problem
from judge.problems.test_cases import TestCase
from judge.project.paths import Project

Precision = Literal["float32", "float64"]
PATIENCE_S = 120
"""For reading one input."""


class Work(Record, frozen=True):
    """As a problem's program counts it with `--work` (docs/problem-programs.md)."""

    size: Count
    """In size_unit."""
    size_unit: str
    """What the problem counts its size in: "boards", "multiply-adds", ..."""
    flop: Count
    """Floating-point operations of the plain algorithm."""
    least_bytes: Count
    """Bytes that must be read or written at least: in memory format, each once, by whatever solves it."""
    precision: Precision | None = "float32"
    """Of the operations; null where there are none."""
    only_reads: bool = False
    """Whether almost none of the bytes are written."""

    def __post_init__(self) -> None:
        """Raises ValueError."""
        if self.flop and self.precision is None:
            raise ValueError(f"{self.flop} floating-point operations of no precision")


class _Report(Record, frozen=True):
    """What a program prints with `--work`."""

    work: Work


class _Known(Record, frozen=True):
    """The file of what has been asked before."""

    program: str
    """The SHA-256 of the program that was asked."""
    work: dict[str, Work]
    """By the SHA-256 of the input."""


def work_of_tests(project: Project, problem: Problem, tests: Sequence[TestCase]) -> dict[str, Work]:
    """The work of each test by its name; a test that the program rejects is left out.

    Empty for a problem without a program.
    """
    program = project.program(problem.id)
    if not problem.has_program or not program.exists():
        return {}
    file = project.build / "work" / f"{problem.id}.json"
    # Another program may count differently: the last one's answers are then discarded.
    program_digest = sha256_of(program)
    known = _read(file, program_digest)
    manifest = read_manifest(project.committed_data(problem.id))
    found, fresh = {}, dict(known)
    for test in tests:
        digest = manifest.get(f"{test.name}.in") or sha256_of(test.input)
        work = known.get(digest)
        if work is None and (work := _ask(program, test.input)) and sha256_of(test.input) == digest:
            fresh[digest] = work
        if work is not None:
            found[test.name] = work
    if fresh != known:
        _write(file, program_digest, fresh)
    return found


def _ask(program: Path, input_file: Path) -> Work | None:
    try:
        with input_file.open("rb") as given:
            done = subprocess.run(
                [program, "--work", "--no-solve"],
                stdin=given, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                timeout=PATIENCE_S, check=False,
            )  # fmt: skip
        return msgspec.json.decode(done.stderr, type=_Report).work if done.returncode == 0 else None
    except (OSError, ValueError, RecursionError, subprocess.TimeoutExpired):
        return None


def _read(file: Path, program_digest: str) -> dict[str, Work]:
    try:
        known = msgspec.json.decode(file.read_bytes(), type=_Known)
    except (OSError, ValueError, RecursionError):
        return {}
    return known.work if known.program == program_digest else {}


def _write(file: Path, program_digest: str, known: dict[str, Work]) -> None:
    file.parent.mkdir(exist_ok=True)
    write_in_one_step(file, msgspec.json.encode(_Known(program_digest, known)))
