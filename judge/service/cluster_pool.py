"""A cluster as the pool of a worker: Slurm's queue has only as many jobs as there are cores; all others are in the
store's, where they keep their priority and place.

Each attempt of a job is judged separately, even if another one is equal. A cluster session's files are removed once it
has had its share of jobs, and a worker that was killed leaves nothing to the next one.
"""

import threading
from collections.abc import Callable
from functools import partial

from judge.base.errors import JudgeError
from judge.base.priority import Priority
from judge.base.records import replace
from judge.base.trees import remove_tree
from judge.engine.handle import Handle
from judge.engine.pool import JudgeOne
from judge.engine.slurm.client import NoAnswer, ask, cancel, queued
from judge.engine.slurm.pool import SlurmPool
from judge.engine.slurm.session import forget_session, session_in, session_of
from judge.engine.slurm.settings import ClusterKeys
from judge.judging.job import Job
from judge.project.host import JudgeHost
from judge.store.queue_records import Lease

JOBS_OF_A_SESSION = 5000


class ClusterPool:
    tells_tests, fails_as_a_whole = False, True

    def __init__(self, host: JudgeHost, keys: ClusterKeys, name: str) -> None:
        """`name`: there is one such pool at a time. Raises JudgeError if there is another, or Slurm does not
        answer."""
        self._host, self._keys, self._name = host, keys, name
        first = keys.sessions / f"{name}-0"  # limits are measured in it, and it locks the name
        session_in(first)
        try:
            cancel([array.job for array in queued(f"judge.{name}-").values()], host.tell)
            self.most = keys.tasks_at_once or max(1, _cores(keys) // keys.cores)
        except NoAnswer as error:
            raise JudgeError(f"--engine slurm: {error}. Is the cluster up? See: sinfo") from error
        # What an earlier worker measured may be of other nodes, or of a tool that they lacked.
        forget_session(session_in(first))
        session_in(first)
        for left in keys.sessions.glob(f"{name}-*"):
            if left.name != f"{name}-0":
                remove_tree(left)
        self._number = self._given = 0
        self._pool: SlurmPool | None = None
        self._ending: list[tuple[SlurmPool, threading.Thread]] = []

    def submit(
        self, job: Job, lease: Lease, *, judge_one: JudgeOne, on_end: Callable[[Handle], None]
    ) -> Callable[[], object]:
        pool = self._current()
        self._given += 1
        own = replace(job, attempt=f"{lease.job.id}.{lease.job.attempt}")
        handle = pool.submit(own, Priority(lease.job.priority), on_end=on_end)
        return partial(pool.cancel, handle)

    def _current(self) -> SlurmPool:
        if self._pool is not None and self._given < JOBS_OF_A_SESSION:
            return self._pool
        self._end()
        self._number, self._given = self._number + 1, 0
        self._of_this = self._host.with_engine(session=f"{self._name}-{self._number}")
        self._pool = SlurmPool(self._of_this, refusal_ends_all=False)
        return self._pool

    def _end(self, *, is_cancelled: bool = False) -> None:
        """Removes the session once its jobs have ended."""
        if self._pool is None:
            return
        pool, session = self._pool, session_of(self._of_this.engine)

        def end() -> None:
            pool.close(cancel=is_cancelled)
            forget_session(session)

        thread = threading.Thread(target=end, name=f"end of {session.name}")
        thread.start()
        self._ending = [*((one, ends) for one, ends in self._ending if ends.is_alive()), (pool, thread)]
        self._pool = None

    def close(self, *, cancel: bool = False) -> None:
        self._end(is_cancelled=cancel)
        for pool, thread in self._ending:
            if cancel:  # what a session that has had its share still judges
                pool.close(cancel=True)
            thread.join()


def _cores(keys: ClusterKeys) -> int:
    """The total of the nodes that jobs go to. Raises NoAnswer."""
    partition = ["--partition", keys.partition] if keys.partition else []
    lines = ask("sinfo", "--noheader", "--format=%C", *partition).split()
    return sum(int(line.rpartition("/")[2]) for line in lines)
