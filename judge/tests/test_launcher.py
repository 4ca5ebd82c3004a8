"""The launcher: valid POSIX sh, and no set-up work at a second start."""

import os
import subprocess
import sys
from pathlib import Path

from judge.project import this_project

LAUNCHER = this_project().root / "judge" / "judge"


def test_it_is_posix_shell() -> None:
    assert subprocess.run(["sh", "-n", LAUNCHER], check=False).returncode == 0
    assert LAUNCHER.read_text().startswith("#!/bin/sh\n")


def test_setup_off_starts_the_package_from_any_folder() -> None:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "WARP_JUDGE_SETUP": "off"}
    done = subprocess.run(
        [LAUNCHER, "--help"], cwd="/", env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "verify" in done.stdout


def test_every_package_line_gives_its_reason_or_is_in_a_named_group() -> None:
    lines = (this_project().root / "judge/apt-packages.txt").read_text().splitlines()
    assert lines[0].startswith("#")
    packages = [line.partition("#")[0].strip() for line in lines if line.partition("#")[0].strip()]
    assert len(set(packages)) == len(packages) > 5
