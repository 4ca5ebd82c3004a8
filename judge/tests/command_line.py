"""The judge as a command, in a process of its own."""

import subprocess
import sys

from judge.project.installation import this_installation


def run_judge(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the judge to its end, with the output kept."""
    return subprocess.run(
        [sys.executable, "-m", "judge", *arguments],
        cwd=this_installation().root,
        capture_output=True,
        text=True,
        check=False,
    )
