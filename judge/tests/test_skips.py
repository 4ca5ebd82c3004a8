"""No skip goes unseen: pytest itself, run on tests that skip."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from judge.project.paths import this_project
from judge.tests.skips import is_known

TESTS = """
import pytest
from judge.tests.skips import pytest_sessionfinish, pytest_terminal_summary

def test_passes(): pass

@pytest.mark.skipif(True, reason={reason!r})
def test_skips(): assert False
"""


@pytest.mark.parametrize(
    ("reason", "allowed", "status"),
    [
        ("no GPU here (/dev/nvidia0 does not exist)", None, 0),
        ("no GPU here", "gpu nvcc", 0),
        ("no GPU here", "nvcc", 1),
        ("no Chromium here; see --with-browser", "gpu nvcc", 1),
        ("it is not built", None, 1),
    ],
)
def test_an_unknown_skip_fails_and_each_is_listed(
    tmp_path: Path, reason: str, allowed: str | None, status: int
) -> None:
    (tmp_path / "conftest.py").write_text(TESTS.partition("def ")[0])
    (tmp_path / "test_some.py").write_text(TESTS.format(reason=reason))
    environment = {**os.environ, "PYTHONPATH": str(this_project().root)}
    environment.pop("WARP_JUDGE_SKIPS", None)
    if allowed is not None:
        environment["WARP_JUDGE_SKIPS"] = allowed
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_some.py"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "1 passed, 1 skipped" in done.stdout, done.stdout + done.stderr
    assert f"skipped 1: {reason}" in done.stdout
    assert (f"not allowed: {reason}" in done.stdout) is (status == 1)
    assert done.returncode == status


@pytest.mark.parametrize(
    ("reason", "known"),
    [
        ("no javac here; install it: apt-get install default-jdk-headless", True),
        ("no nvcc here", True),
        ("without network-namespace: user namespaces are switched off", True),
        ("no private file system here: in a chroot", True),
        ("the emulated device is not built", False),
        ("got empty parameter set for (problem)", False),
    ],
)
def test_only_what_a_machine_may_lack_is_known(reason: str, known: bool) -> None:
    assert is_known(reason, None) is known


def test_a_missing_nvcc_does_not_pass_for_a_missing_language() -> None:
    assert not is_known("no nvcc here", "language")
    assert is_known("no javac here", "language")
