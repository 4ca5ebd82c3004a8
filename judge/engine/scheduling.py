"""Judges groups of jobs in a pool, while what later groups need is still being made."""

import os
import queue
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from math import inf

from judge.engine.gpu_places import GpuPlaces
from judge.engine.handle import H, Handle, Pool
from judge.engine.pool import JudgeOne, LocalPool
from judge.judging.job import Job
from judge.judging.results import Result
from judge.machine.cores import let_have


def judge_all(
    groups: Iterable[Sequence[Job]],
    judge_one: JudgeOne,
    cores: Sequence[int],
    gpu_jobs: int = 1,
    gpus: GpuPlaces | None = None,
) -> Iterator[Result]:
    """Judges all groups on these cores, and yields each result as soon as it is known.

    What has to be built or generated for the first group is made on all cores. For later groups it is made while
    earlier ones are judged, on half of the cores, at least one; on all cores whenever nothing is judged. Once
    everything is made, all cores judge. Solvers that start threads of their own come last, one at a time, with every
    core. `gpu_jobs`: the number of jobs that may share a GPU.
    """
    makers = list(cores[: max(1, len(cores) // 2)])
    at_once = gpu_jobs * (gpus.count if gpus else 1)
    pool = LocalPool(
        cores[len(makers) :],
        judge_one,
        gpus=gpus,
        # With few cores, a job waiting for the GPU would withhold a core from the CPU solutions. Where only one may use
        # a GPU, the second compiles in the meantime.
        most_on_gpus=max(2, at_once) if len(cores) > 2 else 1,
        awaits_cores=True,
    )
    making = _MakersCores(makers, cores)
    judged = judge_in(pool, making.narrowing(groups), ThreadPoolExecutor(1), lambda: pool.add_cores(makers))
    with closing(judged):
        for result in judged:
            making.on_end(result)
            yield result


class _MakersCores:
    """The cores of the thread that makes the groups: its own while others judge, or all."""

    def __init__(self, makers: Sequence[int], cores: Sequence[int]) -> None:
        self._makers, self._cores = makers, cores
        self._lock = threading.Lock()
        self._open = 0
        """Jobs that are judged while others are made; jobs for all cores wait until everything is made."""
        self._thread = 0
        self._is_narrow = False
        """Whether it is still making something, on its own cores alone."""

    def narrowing(self, groups: Iterable[Sequence[Job]]) -> Iterator[Sequence[Job]]:
        """Yields the same groups. The maker runs nothing when it yields one: what it starts afterwards has its own
        cores."""
        self._thread = threading.get_native_id()
        for group in groups:
            with self._lock:
                self._open += sum(not job.solution.uses_all_cores for job in group)
                if self._open:
                    os.sched_setaffinity(0, self._makers)
                    self._is_narrow = True
            yield group
        with self._lock:
            self._is_narrow = False

    def on_end(self, result: Result) -> None:
        """Notes the end of a job: if nothing is left to judge until the maker yields again, the maker may have all
        cores."""
        with self._lock:
            self._open -= not result.solution.uses_all_cores
            if self._open == 0 and self._is_narrow:
                let_have(self._thread, self._cores)
                self._is_narrow = False


def judge_in(
    pool: Pool[H],
    groups: Iterable[Sequence[Job]],
    maker: ThreadPoolExecutor,
    on_made: Callable[[], None] = lambda: None,
) -> Generator[Result, None, None]:
    """Judges all groups, and yields each result as soon as it is known; closes the pool. A group may take minutes to
    make: `maker` does that, and `on_made` is called when all are made."""
    ended: queue.SimpleQueue[Handle | None] = queue.SimpleQueue()

    def make() -> int:
        """Submits all jobs, and returns their number."""
        count = 0
        for group in groups:
            pool.submit_all(group, ended.put)
            count += len(group)
        return count

    with maker:
        making = maker.submit(make)
        making.add_done_callback(lambda _: ended.put(None))
        count, known = inf, 0
        try:
            while known < count:
                handle = ended.get()
                if handle is None:
                    count = making.result()
                    on_made()
                else:
                    known += 1
                    yield handle.result()
        except BaseException:
            pool.close(cancel=True)
            raise
        pool.close()
