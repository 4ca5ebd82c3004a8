"""The GPUs that judge, each with its current work, the number of jobs that wait for one, and what was judged lately."""

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from judge.project.host import JudgeHost
from judge.store.heartbeats import GPU_WORKER, HEARD_MS
from judge.store.queue_records import GpuJob, Resource
from judge.store.store import Store

LATEST = 2_000
"""The number of judgements among which those on GPUs are looked for."""
WINDOW_MS = 10 * 60_000
"""The time of work that is looked at."""
LEAST_MS = 60_000
"""The least time of work that shows a pace."""
GPU_OF_A_WORKER = re.compile(r"-gpu\d+$")
"""The end of the name of a GPU's worker, which WorkPlace gives; the rest is that of its machine's process."""


class GpuState(Struct, frozen=True):
    """A GPU with a worker of its own."""

    title: str
    """ "GPU 0: NVIDIA H100"."""
    submissions: Sequence[int]
    """Submissions that are judged on it."""
    own_runs: int
    """Programs that run there on their authors' own input."""

    @property
    def is_idle(self) -> bool:
        return not self.submissions and not self.own_runs


class GpuPace(Struct, frozen=True):
    """The latest work on GPUs. The time of a machine's work is when any of its GPUs judged."""

    submissions: int
    runs: int
    work_ms: int
    """The time of work of all machines, added up."""

    @property
    def submissions_a_minute(self) -> float | None:
        """The submissions that one machine judges in a minute of work; None: too little was judged to know."""
        return 60_000 * self.submissions / self.work_ms if self.work_ms >= LEAST_MS else None


class GpuQueue(Struct, frozen=True):
    gpus: Sequence[GpuState]
    """GPUs with a recent heartbeat."""
    waiting: int
    is_emulated: bool
    """Whether the emulated GPU replaces GPUs that this machine lacks."""
    pace: GpuPace


def gpu_queue(host: JudgeHost, store: Store) -> GpuQueue:
    running = store.queue.on_gpus()
    found = [
        GpuState(
            one.device,
            [
                job.submission_id
                for job in running
                if job.worker == one.name and job.submission_id is not None
            ],
            sum(job.worker == one.name and job.submission_id is None for job in running),
        )
        for one in store.heartbeats.heard(GPU_WORKER, HEARD_MS)
    ]
    lanes = store.queue.lanes()
    waiting = sum(one.count for one in lanes if one.resource is Resource.GPU and not one.is_running)
    pace = gpu_pace(store.queue.judged_on_gpus(LATEST))
    return GpuQueue(found, waiting, host.policy.gpus.obstacle is not None, pace)


def gpu_pace(jobs: Iterable[GpuJob]) -> GpuPace:
    """`jobs`: the last one to end first."""
    submissions = runs = work_ms = 0
    seen_from_ms: dict[str, int] = {}
    """The time from which on a machine's work is counted."""
    for job in jobs:
        if work_ms >= WINDOW_MS:
            break
        machine = GPU_OF_A_WORKER.sub("", job.worker)
        from_ms = seen_from_ms.get(machine, job.ended_utc_ms)
        work_ms += max(0, min(job.ended_utc_ms, from_ms) - job.begun_utc_ms)
        seen_from_ms[machine] = min(from_ms, job.begun_utc_ms)
        submissions, runs = submissions + 1, runs + job.runs
    return GpuPace(submissions, runs, work_ms)
