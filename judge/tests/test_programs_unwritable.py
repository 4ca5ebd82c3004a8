"""Problem programs and generators whose output cannot be written: exit code 1 and one line; a pipe that has ended ends
them as it ends any program."""

import os
import signal
import subprocess
from pathlib import Path
from typing import IO

import pytest

from judge.project.installation import this_installation
from judge.tests.program_cases import BUILD, PROBLEMS, good_input
from judge.tests.watching import PATIENCE_S

pytestmark = pytest.mark.built

PRINTING = [[], ["--list"], ["--list", "--json"], ["--help"], ["--version"]]
"""Calls that print on stdout."""
REPORTING = [["--phases"], ["--work"], ["--work", "--no-solve"], ["--batch"]]
"""Calls that print on stderr besides errors."""


def run_with(
    problem: str,
    arguments: list[str],
    tmp_path: Path,
    *,
    stdout: int | IO[bytes] | None = subprocess.PIPE,
    stderr: int | IO[bytes] | None = subprocess.PIPE,
    closes: int | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Calls the program on its sample, maybe with one of its streams closed."""
    sample = tmp_path / "sample.in"
    sample.write_text(good_input(problem))
    if arguments == ["--batch"]:
        inputs = tmp_path / "inputs"
        inputs.write_text(f"{sample}\n")
        arguments = ["--batch", str(inputs)]
    with sample.open("rb") as given:
        return subprocess.run(
            [BUILD / problem, *arguments],
            stdin=given,
            stdout=stdout,
            stderr=stderr,
            preexec_fn=None if closes is None else lambda: os.close(closes),
            check=False,
            timeout=PATIENCE_S,
        )


@pytest.mark.parametrize("problem", PROBLEMS)
@pytest.mark.parametrize("arguments", PRINTING, ids=" ".join)
def test_output_that_cannot_be_written_is_an_error(
    problem: str, arguments: list[str], tmp_path: Path
) -> None:
    with Path("/dev/full").open("wb") as full:
        done = run_with(problem, arguments, tmp_path, stdout=full)
    why = f"{problem}: cannot write the output: "
    assert done.stderr.decode() == f"{why}No space left on device\n"
    assert done.returncode == 1

    done = run_with(problem, arguments, tmp_path, closes=1)
    assert done.stderr.decode() == f"{why}Bad file descriptor\n"
    assert done.returncode == 1

    reader, writer = os.pipe()
    os.close(reader)
    done = run_with(problem, arguments, tmp_path, stdout=writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (-signal.SIGPIPE, b"")

    done = run_with(problem, arguments, tmp_path)  # the control
    assert (done.returncode, done.stderr, bool(done.stdout)) == (0, b"", True)


@pytest.mark.parametrize("problem", PROBLEMS)
@pytest.mark.parametrize("arguments", REPORTING, ids=" ".join)
def test_a_report_that_cannot_be_written_is_an_error(
    problem: str, arguments: list[str], tmp_path: Path
) -> None:
    with Path("/dev/full").open("wb") as full:
        assert run_with(problem, arguments, tmp_path, stderr=full).returncode == 1
    assert run_with(problem, arguments, tmp_path, closes=2).returncode == 1
    done = run_with(problem, arguments, tmp_path)  # the control
    assert (done.returncode, bool(done.stderr)) == (0, True)


@pytest.mark.parametrize("problem", PROBLEMS)
def test_an_error_that_cannot_be_told_is_the_same_error(problem: str, tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = run_with(problem, ["--fast"], tmp_path, stderr=full)
    assert (done.returncode, done.stdout) == (2, b"")
    done = run_with(problem, ["--fast"], tmp_path, closes=2)
    assert (done.returncode, done.stdout) == (2, b"")


def test_a_validator_that_cannot_tell_its_error_ends_with_it() -> None:
    validator = this_installation().build / "problem-tools" / "matmul" / "validate-output"
    with Path("/dev/full").open("wb") as full:
        for arguments, status in (([], 2), (["/no-such-file", "/no-such-file", "/tmp"], 1)):
            assert subprocess.run([validator, *arguments], stderr=full, check=False).returncode == status
    told = subprocess.run([validator], stderr=subprocess.PIPE, check=False)  # the control
    assert (told.returncode, bool(told.stderr)) == (2, True)


@pytest.mark.parametrize("problem", PROBLEMS)
@pytest.mark.parametrize("arguments", [["--list"], ["--help"]], ids=" ".join)
def test_a_generator_that_cannot_print_fails(problem: str, arguments: list[str]) -> None:
    generator = this_installation().build / "problem-tools" / problem / "generate"
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([generator, *arguments], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.stderr == b"cannot write the output: No space left on device\n"
    assert done.returncode == 1
    control = subprocess.run([generator, *arguments], capture_output=True, check=False)
    assert (control.returncode, control.stderr, bool(control.stdout)) == (0, b"", True)
