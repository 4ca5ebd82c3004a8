"""Calling a program: its exit code, its messages, its time."""

import subprocess
import time
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.processes import call, finished, output_of
from judge.project.installation import this_installation


def test_exit_code_input_and_messages(tmp_path: Path) -> None:
    (tmp_path / "in").write_text("7\n")
    command = ["/bin/sh", "-c", "read n; echo told >&2; exit $n"]
    assert call(command, stdin=tmp_path / "in", stderr=tmp_path / "err", timeout_s=60) == 7
    assert (tmp_path / "err").read_text() == "told\n"


def test_a_signal_is_a_negative_code(tmp_path: Path) -> None:
    assert call(["/bin/sh", "-c", "kill -9 $$"], stdin=None, stderr=tmp_path / "err", timeout_s=60) == -9


def test_a_program_that_takes_too_long_is_asked_to_stop(tmp_path: Path) -> None:
    command = ["/bin/sh", "-c", "trap 'echo tidy >&2; exit' TERM; while :; do sleep 0.01; done"]
    for timeout_s in (0.3, 3, 30):  # a shell may begin late
        with pytest.raises(subprocess.TimeoutExpired):
            call(command, stdin=None, stderr=tmp_path / "err", timeout_s=timeout_s)
        if (tmp_path / "err").read_text():
            break
    assert (tmp_path / "err").read_text() == "tidy\n"


def test_a_program_that_does_not_listen_is_killed(tmp_path: Path) -> None:
    start = time.monotonic()
    with pytest.raises(subprocess.TimeoutExpired):
        call(
            ["/bin/sh", "-c", "trap '' TERM; exec sleep 60"],
            stdin=None,
            stderr=tmp_path / "err",
            timeout_s=0.3,
            grace_s=0.1,
        )
    assert time.monotonic() - start < 30


@pytest.mark.parametrize("timeout_s", [10.0**7, 10.0**12, 1e300])
def test_a_program_may_have_longer_than_the_kernel_waits(tmp_path: Path, timeout_s: float) -> None:
    assert call(["/bin/true"], stdin=None, stderr=tmp_path / "err", timeout_s=timeout_s) == 0


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        call([tmp_path / "nothing"], stdin=None, stderr=tmp_path / "err", timeout_s=1)


ROOT = this_installation().root


@pytest.mark.parametrize("name", ["TERM", "KILL"])
def test_a_tool_that_a_signal_ended_was_interrupted(name: str) -> None:
    with pytest.raises(JudgeError) as caught:
        finished(["sh", "-c", f"kill -{name} $$"])
    said = str(caught.value)
    assert f"sh was killed by SIG{name} before it had finished" in said
    assert "Run the command again" in said
    assert ("free -m" in said) == (name == "KILL")


def test_a_tool_that_fails_by_itself_has_its_exit_status() -> None:
    assert finished(["sh", "-c", "exit 3"]).returncode == 3


def test_the_output_of_a_tool_that_fails_is_its_message() -> None:
    assert output_of(["sh", "-c", "echo 7"]) == "7\n"
    with pytest.raises(JudgeError, match=r"^sh -c .* failed \(exit 3\): no such thing$"):
        output_of(["sh", "-c", "echo no such thing >&2; exit 3"])


def test_no_failure_of_a_tool_is_an_internal_error() -> None:
    """`check=True` raises CalledProcessError, which nothing turns into a message."""
    found = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "judge").rglob("*.py"))
        if "tests" not in path.relative_to(ROOT).parts and "check=True" in path.read_text("utf-8")
    ]
    assert found == []
