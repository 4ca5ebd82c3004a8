"""A program with named files ends for its observer as it ends without them."""

import subprocess
from pathlib import Path
from signal import Signals

import pytest

from judge.sandbox.work_files import NamedFiles, with_named_files
from judge.tests.watching import PATIENCE_S

NAMES = NamedFiles("in.txt", "out.txt")


def ended(folder: Path, last: str) -> subprocess.CompletedProcess[str]:
    """What is seen of a program that copies its input, and whose last command is this one."""
    command = with_named_files(("/bin/sh", "-c", f"cat in.txt > out.txt; {last}"), NAMES)
    return subprocess.run(
        ["env", "--default-signal", *command],
        input="1\n",
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.mark.parametrize("code", [0, 1, 128, 145, 146, 147, 148, 149, 150, 151, 156, 193, 255])
def test_an_exit_code_that_no_signal_has_is_the_programs(tmp_path: Path, code: int) -> None:
    seen = ended(tmp_path, f"exit {code}")
    assert (seen.returncode, seen.stdout, seen.stderr) == (code, "1\n", "")


@pytest.mark.parametrize(
    "signal", [Signals.SIGHUP, Signals.SIGABRT, Signals.SIGKILL, Signals.SIGSEGV, Signals.SIGXCPU]
)
def test_a_signal_that_ends_the_program_is_seen(tmp_path: Path, signal: Signals) -> None:
    seen = ended(tmp_path, f"kill -{signal.value} $$")
    assert (seen.returncode, seen.stdout) == (-signal, "")
