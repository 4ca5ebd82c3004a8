"""What a machine judges a minute on its GPUs, by the latest judgements."""

import re
from collections.abc import Iterable

from msgspec import Struct

from judge.store.gpu_jobs import GpuJob

WINDOW_MS = 10 * 60_000
"""The time of work that is looked at."""
LEAST_MS = 60_000
"""The least time of work that shows a pace."""
GPU_OF_A_WORKER = re.compile(r"-gpu\d+$")
"""The end of the name of a GPU's worker, which WorkPlace gives; the rest is that of its machine's process."""


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
