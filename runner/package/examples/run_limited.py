"""run_limited.py PROGRAM [ARGUMENT]...: runs a program with 1 s of CPU time and 256 MiB, and says how it ended.

JUDGE_RUNNER is the runner, if it is not on PATH.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any


def run_limited(
    command: list[str], cpu_limit_ms: int = 1000, memory_limit_bytes: int = 256 << 20
) -> dict[str, Any]:
    """The facts of a run. Raises CalledProcessError where the runner itself fails."""
    with tempfile.TemporaryDirectory() as folder:
        facts = Path(folder, "facts.json")
        subprocess.run(
            [
                *(
                    os.environ.get("JUDGE_RUNNER", "judge-runner"),
                    "run",
                    "--facts",
                    str(facts),
                    "--stdout",
                    "-",
                ),
                *("--cpu-limit-ms", str(cpu_limit_ms), "--wall-limit-ms", str(5 * cpu_limit_ms)),
                *("--memory-limit-bytes", str(memory_limit_bytes), "--process-limit", "64", "--", *command),
            ],
            check=True,
        )
        found: dict[str, Any] = json.loads(facts.read_bytes())
        return found


if __name__ == "__main__":
    facts = run_limited(sys.argv[1:])
    print(f"outcome: {facts['outcome']}", flush=True)
    sys.exit(facts["outcome"] != "exited")
