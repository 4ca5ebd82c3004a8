"""Slurm's own commands, sbatch, squeue, scancel and scontrol, and their output."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct, field

from judge.base.errors import JudgeError
from judge.base.events import Listener, Note
from judge.engine.slurm.job_index import JobPlace

PATIENCE_S = 120.0
NEEDED = ("sbatch", "squeue", "scancel", "scontrol", "sinfo")


class NoAnswer(Exception):
    """The controller does not answer: it may be restarting. A caller that can wait asks again."""


def require_slurm() -> None:
    if missing := [name for name in NEEDED if shutil.which(name) is None]:
        raise JudgeError(
            f"--engine slurm: {missing[0]} is missing: run this on a login node of the cluster, or install "
            "slurm-client."
        )


def ask(*command: str) -> str:
    """The command's output. Raises NoAnswer with its error message."""
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PATIENCE_S,
            stdin=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the judge, which needs these commands afterwards
            # Arrays as one line, and times as seconds since 1970.
            env={**os.environ, "SLURM_BITSTR_LEN": "0", "SLURM_TIME_FORMAT": "%s"},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoAnswer(f"{command[0]}: {error}") from error
    if done.returncode != 0:
        raise NoAnswer(" ".join(done.stderr.split()) or f"{command[0]} failed (exit {done.returncode})")
    return done.stdout


def queue(script: Path, options: Sequence[str]) -> str:
    """The number of the new job. Raises NoAnswer."""
    return ask("sbatch", "--parsable", *options, str(script)).strip().partition(";")[0]


class InQueue(Struct):
    """An array with tasks that wait or run."""

    job: str
    tasks: set[int] = field(default_factory=set)
    running: set[int] = field(default_factory=set)
    """Finds those of its tasks that no longer wait."""
    reason: str = ""
    """The reason why others wait."""


def queued(prefix: str) -> dict[str, InQueue]:
    """This user's arrays whose names have this prefix, by name. Raises NoAnswer."""
    found: dict[str, InQueue] = {}
    for line in ask("squeue", "--me", "--noheader", "--format=%j|%F|%K|%T|%r").splitlines():
        name, job, indices, state, reason = line.split("|", 4)
        if name.startswith(prefix):
            array = found.setdefault(name, InQueue(job))
            array.tasks |= (tasks := in_ranges(indices))
            if state == "PENDING":
                array.reason = reason
            else:
                array.running |= tasks
    return found


def state_of(job: str) -> str:
    """PENDING, RUNNING and the like; empty if it has left the queue."""
    try:
        return ask("squeue", "--noheader", "--format=%T", f"--jobs={job}").strip()
    except NoAnswer as error:
        return "" if "invalid job id" in str(error).lower() else "UNKNOWN"


def in_ranges(text: str) -> set[int]:
    """Indices from text like "9-11,20%5", in Slurm's format; "N/A" is the only task, 0."""
    found: set[int] = set()
    for part in text.partition("%")[0].split(","):
        if match := re.fullmatch(r"(\d+)(?:-(\d+)(?::(\d+))?)?", part):
            first, last, step = int(match[1]), int(match[2] or match[1]), int(match[3] or 1)
            found.update(range(first, last + 1, step))
        else:
            found.add(0)
    return found


def cancel(jobs: Sequence[str], tell: Listener) -> None:
    """Ends these jobs; if that fails, reports how to."""
    try:
        if jobs:
            ask("scancel", *jobs)
    except NoAnswer as error:
        tell(Note(f"not cancelled: {error}. Cancel them yourself: scancel {' '.join(jobs)}"))


def cancel_tasks(tasks: Iterable[tuple[JobPlace, str]]) -> None:
    """Ends these tasks, each with the number of its array. Raises NoAnswer, also if Slurm no longer knows one; the
    others have ended then."""
    ask("scancel", *sorted(f"{job}_{place.task}" for place, job in tasks))


class EndedTask(Struct, frozen=True):
    """Slurm's record of a task that ended."""

    node: str
    why: str


def ended(job: str, task: int) -> EndedTask:
    """The record of a task that ended. Slurm forgets it after a while, which counts as an answer, too."""
    try:
        said = ask("scontrol", "show", "job", "--oneliner", f"{job}_{task}")
    except NoAnswer:
        return EndedTask("", "it left the queue")
    fields = dict(part.partition("=")[::2] for part in said.split())
    state, code = fields.get("JobState", "?"), fields.get("ExitCode", "?")
    node = fields.get("BatchHost") or fields.get("NodeList", "")
    return EndedTask(node if node != "(null)" else "", f"{state}, exit {code}")


def largest_array() -> int:
    """The most tasks that an array may have. Raises NoAnswer."""
    said = re.search(r"^MaxArraySize\s*=\s*(\d+)", ask("scontrol", "show", "config"), re.MULTILINE)
    return max(1, int(said[1]) - 1) if said else 1000
