"""The pools to which a worker gives its jobs: the cores of its place, or a cluster (cluster_pool.py)."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from judge.base.priority import Priority
from judge.engine.handle import Handle
from judge.engine.pool import JudgeOne, LocalPool
from judge.judging.job import Job
from judge.store.queue_records import Lease

TURN_AFTER_S = 60.0
"""The longest time that a job for all cores waits for small ones."""


class WorkerPool(Protocol):
    most: int
    """The number of jobs at a time: others wait in the store's queue, where their place is known."""
    tells_tests: bool
    """Whether `judge_one` does the jobs, which reports each test; otherwise only the result does."""
    fails_as_a_whole: bool
    """Whether the error of a job is that of the pool, which then does no other."""

    def submit(
        self, job: Job, lease: Lease, *, judge_one: JudgeOne, on_end: Callable[[Handle], None]
    ) -> Callable[[], object]:
        """Submits a job. Returns a function that takes it out again. `judge_one`: does it on this machine. Raises
        JudgeError if the pool has failed."""
        ...

    def close(self, *, cancel: bool = False) -> None: ...


class PoolHere:
    tells_tests, fails_as_a_whole = True, False

    def __init__(self, cores: Sequence[int], most_on_gpus: int = 1) -> None:
        self._pool = LocalPool(cores, most_on_gpus=most_on_gpus, turn_after_s=TURN_AFTER_S)
        self.most = len(cores)
        self.close = self._pool.close

    def submit(
        self, job: Job, lease: Lease, *, judge_one: JudgeOne, on_end: Callable[[Handle], None]
    ) -> Callable[[], object]:
        handle = self._pool.submit(job, Priority(lease.job.priority), judge_one=judge_one, on_end=on_end)
        return partial(self._pool.cancel, handle)
