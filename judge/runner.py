"""Starting one program through `build/runner` and reading back its facts."""

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from judge.errors import JudgeError
from judge.facts import Facts, facts_from_json
from judge.problem import Limits
from judge.project import Project


@dataclass(frozen=True)
class RunLimits:
    """Limits of one run, in the runner's units."""

    cpu_ms: int
    wall_ms: int
    memory_bytes: int
    output_bytes: int
    processes: int = 256
    """Processes and threads alive at once: a fork bomb meets it, a library's pool of threads does not."""


def limits_of_a_test(limits: Limits, core_count: int) -> RunLimits:
    """The limits under which a solution meets one test.

    The time limit binds the CPU time of each core that the solution was given; the wall limit leaves room
    for waiting, so that it ends only what is idle or stuck.
    """
    time_ms = round(limits.time_s * 1000)
    return RunLimits(
        cpu_ms=time_ms * core_count,
        wall_ms=2 * time_ms + 1000,
        memory_bytes=limits.memory_bytes,
        output_bytes=limits.output_bytes,
    )


def run(
    project: Project,
    command: Sequence[str | Path],
    limits: RunLimits,
    folder: Path,
    *,
    stdin: Path | None = None,
    work_dir: Path | None = None,
    cores: Sequence[int] = (),
) -> Facts:
    """Runs `command`; its stdout, stderr and facts become the files of these names in `folder`."""
    facts_file = folder / "facts.json"
    arguments: list[str | Path] = [
        project.runner,
        "run",
        *("--facts", facts_file),
        *("--stdout", folder / "stdout"),
        *("--stderr", folder / "stderr"),
        *("--cpu-limit-ms", str(limits.cpu_ms)),
        *("--wall-limit-ms", str(limits.wall_ms)),
        *("--memory-limit-bytes", str(limits.memory_bytes)),
        *("--output-limit-bytes", str(limits.output_bytes)),
        *("--process-limit", str(limits.processes)),
    ]
    if stdin:
        arguments += ["--stdin", stdin]
    if work_dir:
        arguments += ["--work-dir", work_dir]
    if cores:
        arguments += ["--cores", ",".join(map(str, cores))]
    # The runner ends the program at its limits; this is for a runner that is itself stuck.
    patience_s = limits.wall_ms / 1000 * 2 + 30
    try:
        done = subprocess.run(
            [*arguments, "--", *command], capture_output=True, text=True, check=False, timeout=patience_s
        )
    except subprocess.TimeoutExpired as error:
        raise JudgeError(f"the runner did not come back within {patience_s:.0f} s") from error
    if done.returncode != 0:
        raise JudgeError(f"the runner failed (exit {done.returncode}): {done.stderr.strip() or 'no message'}")
    try:
        return facts_from_json(json.loads(facts_file.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError) as error:
        raise JudgeError(f"the runner's facts in {facts_file} cannot be read: {error!r}") from error


def read_text(path: Path, most: int = 16 * 1024) -> str:
    """The beginning of a file that a program wrote, safe to print whatever bytes are in it.

    Control characters are escaped: a terminal would obey them.
    """
    if not path.exists():
        return ""
    with path.open("rb") as file:
        text = file.read(most).decode("utf-8", errors="replace").replace("\r\n", "\n")
    return "".join(c if c.isprintable() or c in "\n\t" else ascii(c)[1:-1] for c in text)
