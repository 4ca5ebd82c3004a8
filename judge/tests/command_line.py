"""The judge as a command, in a process of its own."""

import subprocess
import sys

from judge.project.paths import this_project


def run_judge(*arguments: str) -> subprocess.CompletedProcess[str]:
    """To its end, with the output kept."""
    return subprocess.run(
        [sys.executable, "-m", "judge", *arguments],
        cwd=this_project().root,
        capture_output=True,
        text=True,
        check=False,
    )
