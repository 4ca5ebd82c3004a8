"""The GPUs that judge, each with its current work, the number of jobs that wait for one, and what was judged lately."""

from collections.abc import Sequence

from msgspec import Struct

from judge.project.host import JudgeHost
from judge.service.gpu_pace import GpuPace, gpu_pace
from judge.store.gpu_jobs import GpuJobs
from judge.store.heartbeats import GPU_WORKER, HEARD_MS
from judge.store.queue_records import Resource
from judge.store.store import Store

LATEST = 2_000
"""The number of judgements among which those on GPUs are looked for."""


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
    pace = gpu_pace(GpuJobs(store.database).latest(LATEST))
    return GpuQueue(found, waiting, host.policy.gpus.obstacle is not None, pace)
