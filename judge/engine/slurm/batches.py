"""How jobs are combined into arrays of Slurm, and what each array requests."""

import math
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import TypeVar

from judge.base.priority import Priority
from judge.engine.slurm.session import ClusterSession
from judge.engine.slurm.settings import ClusterKeys
from judge.judging.solutions import Solution

T = TypeVar("T")
NICE_STEP = 100
"""The step from one priority to the next: that of `--nice` without a value."""


class Need(Enum):
    """What a task of an array needs of its node."""

    CORES = "cores"
    NODE = "node"
    """The whole node: the solution uses every core."""
    GPU = "gpu"


def need_of(solution: Solution) -> Need:
    if solution.device.needs_gpu:
        return Need.GPU
    return Need.NODE if solution.uses_all_cores else Need.CORES


def chunks(jobs: Sequence[T], keys: ClusterKeys, largest_array: int) -> Iterator[Sequence[T]]:
    """The jobs of each task."""
    size = keys.jobs_per_task or math.ceil(len(jobs) / largest_array)
    for begin in range(0, len(jobs), size):
        yield jobs[begin : begin + size]


def arrays(tasks: Iterable[T], largest_array: int) -> Iterator[list[T]]:
    """The tasks of each array."""
    found = list(tasks)
    for begin in range(0, len(found), largest_array):
        yield found[begin : begin + largest_array]


def asked_of(need: Need, keys: ClusterKeys) -> list[str]:
    """Options of sbatch: the resources that a task with this need requests."""
    gpu = keys.gpu if need is Need.GPU else None
    asked = {
        "partition": (gpu.partition if gpu else None) or keys.partition,
        "account": keys.account,
        "qos": keys.qos,
        "constraint": keys.constraint,
        "time": keys.time,
        "mem": keys.memory,
        "gres": gpu.gres if gpu else None,
        "cpus-per-task": None if need is Need.NODE else keys.cores,
    }
    options = [f"--{name}={value}" for name, value in asked.items() if value is not None]
    return ["--nodes=1", "--ntasks=1", *(["--exclusive"] if need is Need.NODE else []), *options]


def sbatch_options(
    session: ClusterSession, batch: int, count: int, need: Need, priority: Priority, keys: ClusterKeys
) -> list[str]:
    """Options of sbatch. `count`: tasks of the array. The judge itself requeues what Slurm ended, and counts how
    often.

    A user can only lower a job's priority, so the first priority is what every job starts with. No job starves, as
    only so many newer jobs go before it: Slurm subtracts the step from a place in the order, or from the value that
    grows with age.
    """
    at_once = f"%{keys.tasks_at_once}" if keys.tasks_at_once else ""
    return [
        f"--job-name={session.slurm_name(batch)}",
        f"--array=0-{count - 1}{at_once}",
        f"--output={session.batch(batch)}/log/%a",
        f"--chdir={session.folder}",
        "--no-requeue",
        f"--nice={priority * NICE_STEP}",
        *asked_of(need, keys),
    ]
