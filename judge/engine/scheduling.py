"""Judging groups of jobs in a pool, while what the later groups need is still being made."""

import os
import queue
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import inf

from judge.engine.gpu_places import GpuPlaces
from judge.engine.handle import H, Handle, Pool
from judge.engine.pool import JudgeOne, LocalPool
from judge.judging.job import Job
from judge.judging.results import Result


def judge_all(
    groups: Iterable[Sequence[Job]],
    judge_one: JudgeOne,
    cores: Sequence[int],
    gpu_jobs: int = 1,
    gpus: GpuPlaces | None = None,
) -> Iterator[Result]:
    """Judges all on all these cores, and yields each result as soon as it is known.

    What has to be built or generated for the first group is made on all cores. For the others it is made while those
    before them are judged, on half of the cores, at least one, which judge, too, once nothing is left to be made.
    Solvers that start threads of their own come last, one at a time, with every core. `gpu_jobs`: as many as may share
    a GPU.
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

    def on_makers() -> Iterator[Sequence[Job]]:
        for group in groups:
            os.sched_setaffinity(0, makers)  # of the maker, and of all that it starts from now on
            yield group

    return judge_in(pool, on_makers(), ThreadPoolExecutor(1), lambda: pool.add_cores(makers))


def judge_in(
    pool: Pool[H],
    groups: Iterable[Sequence[Job]],
    maker: ThreadPoolExecutor,
    on_made: Callable[[], None] = lambda: None,
) -> Iterator[Result]:
    """Judges all, and yields each result as soon as it is known; closes the pool. A group may take minutes to be made:
    `maker` does that, and `on_made` is called when nothing is left to be."""
    ended: queue.SimpleQueue[Handle | None] = queue.SimpleQueue()

    def make() -> int:
        """Submits all, and returns how many that was."""
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
