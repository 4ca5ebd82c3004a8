"""How fast a core of this machine is: the time of a fixed amount of work (runner/cpu_workload.cpp)."""

import subprocess

from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.base.processes import finished
from judge.base.records import Count, Record, decoded
from judge.machine.cores import taken
from judge.project.host import JudgeHost

PATIENCE_S = 60
"""The time limit of a command that takes a second, for a busy machine."""


class WorkloadRun(Record, frozen=True):
    """One run of the fixed workload, of about 60 ms."""

    wall_ns: Count
    cpu_ns: Count
    preemptions: Count
    """How often the kernel gave the core to another program during the run."""


class _Runs(Record, frozen=True):
    """The output of the workload's program."""

    check: str
    """A digest of the computed values: the same everywhere."""
    runs: list[WorkloadRun]


def run_workload(host: JudgeHost, core: int, runs: int, neighbour: int | None = None) -> list[WorkloadRun]:
    """Runs the fixed workload this many times on a core, while other judges' runs wait for that core.

    With `neighbour`, that core does the same work, too, all the time. Raises JudgeError on failure.
    """
    program = host.installation.cpu_workload
    command = [str(program), "--core", str(core), "--runs", str(runs)]
    if neighbour is not None:
        command += ["--neighbour", str(neighbour)]
    try:
        with taken([core] if neighbour is None else [core, neighbour], host.tell):
            done = finished(command, capture_output=True, text=True, timeout=PATIENCE_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise JudgeError(
            f"{host.installation.show(program)} failed: {error}", RunJudge(("doctor",))
        ) from error
    if done.returncode != 0:
        raise JudgeError(
            f"{host.installation.show(program)} failed (exit {done.returncode}): {done.stderr.strip() or 'no message'}"
        )
    return decoded(done.stdout, _Runs).runs
