"""What a test's input asks of any solver: its size, floating-point operations and least bytes.

Only the problem's program can tell, so it is asked, with `--work --no-solve` (docs/problem-programs.md), once for each
input: the answers are kept in the build folder by the inputs' SHA-256.
"""

import json
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from judge.base.whole_files import write_in_one_step
from judge.problems.manifest import read_manifest, sha256_of
from judge.problems.model import Problem
from judge.problems.test_cases import TestCase
from judge.project.paths import Project

PRECISIONS = ("float32", "float64")
PATIENCE_S = 120
"""For reading one input."""


@dataclass(frozen=True)
class Work:
    """As a problem's program counts it with `--work` (docs/problem-programs.md)."""

    size: int
    size_unit: str
    """"boards", "multiply-adds", ...: what the problem counts its size in."""
    flop: int
    """Floating-point operations of the plain algorithm."""
    least_bytes: int
    """Read once and written once, in memory format, by whatever solves it."""
    precision: str | None = "float32"
    """Of the operations: one of PRECISIONS; None where there are none."""
    only_reads: bool = False
    """Whether next to none of the bytes are written."""


def work_from_json(values: dict[str, Any]) -> Work:
    """The fields of a "work" line, without the solver's name. Raises ValueError or TypeError where it is not that."""
    work = Work(**values)
    counts = (work.size, work.flop, work.least_bytes)
    if not all(type(count) is int and count >= 0 for count in counts):
        raise ValueError(f"expected counts from 0 up, found {counts}")
    if (
        not isinstance(work.size_unit, str)
        or (work.precision not in PRECISIONS if work.flop else work.precision not in (*PRECISIONS, None))
        or type(work.only_reads) is not bool
    ):
        raise ValueError(f"not the figures of a problem's work: {values}")
    return work


def work_of_tests(project: Project, problem: Problem, tests: Sequence[TestCase]) -> dict[str, Work]:
    """The work of each test by its name; a test that the program refuses is left out.

    Empty for a problem without a program.
    """
    program = project.program(problem.id)
    if not problem.has_program or not program.exists():
        return {}
    file = project.build / "work" / f"{problem.id}.json"
    # Another program may count differently: what the last one said is then forgotten.
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
        return work_from_json(json.loads(done.stderr)["work"]) if done.returncode == 0 else None
    except (OSError, ValueError, KeyError, TypeError, subprocess.TimeoutExpired):
        return None


def _read(file: Path, program_digest: str) -> dict[str, Work]:
    try:
        content = json.loads(file.read_bytes())
        if content["program"] != program_digest:
            return {}
        return {digest: work_from_json(values) for digest, values in content["work"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _write(file: Path, program_digest: str, known: dict[str, Work]) -> None:
    file.parent.mkdir(exist_ok=True)
    content = {"program": program_digest, "work": {digest: asdict(work) for digest, work in known.items()}}
    write_in_one_step(file, json.dumps(content))
