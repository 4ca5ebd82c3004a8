"""Sharing the cores among the solutions to be judged, without ever oversubscribing one.

Each solution is judged by one worker that owns one core, and its runs are pinned there. GPU solutions have few
workers: as many as may share the GPU at once, or two where only one may, so that one runs while the other compiles.
Where there are several GPUs, each solution has one of them for all its runs, and of the free cores the nearest.
Solvers that start threads of their own come last, one at a time, with every core.

Whatever is still to be built or generated for some of them is made at the same time, on half of the cores, at least
one.
"""

import itertools
import os
import queue
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

from judge.engine.core_pool import CorePool
from judge.engine.gpu_places import GpuPlaces, distances_from
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict

JudgeOne = Callable[[Job, Sequence[int]], Result]


class _Workers:
    """Worker threads that judge the queue, each solution on a core of its own, the slowest first. `gpus`: those that
    the solutions share out among each other."""

    def __init__(
        self, count: int, judge_one: JudgeOne, free_cores: CorePool, gpus: GpuPlaces | None = None
    ) -> None:
        self.pool = ThreadPoolExecutor(max_workers=count)
        self.judge_one, self.free_cores, self.gpus = judge_one, free_cores, gpus
        self.waiting: queue.PriorityQueue[tuple[int, int, Job]] = queue.PriorityQueue()
        self.numbers = itertools.count()

    def begin(self, jobs: Sequence[Job]) -> set[Future[Result]]:
        for job in jobs:
            self.waiting.put((_rank(job.solution), next(self.numbers), job))
        return {self.pool.submit(self._judge_next) for _ in jobs}

    def _judge_next(self) -> Result:
        with self.gpus.place() if self.gpus else nullcontext() as gpu:
            core = self.free_cores.take({} if gpu is None else distances_from(gpu))
            if core is None:
                raise CancelledError
            try:
                return self.judge_one(replace(self.waiting.get()[2], gpu=gpu), [core])
            finally:
                self.free_cores.give(core)


def _rank(solution: Solution) -> int:
    """The slowest first, as a long one at the end would leave the other cores idle: what is slow or waits for a time
    limit; then what runs all tests, one by one; last what answers all in one process, or is expected to fail."""
    if solution.device.is_emulated or solution.expected is Verdict.TLE:
        return 0
    answers_one_by_one = not (solution.is_solver and solution.runs_on_gpu)
    return 1 if solution.expected is Verdict.AC and answers_one_by_one else 2


def judge_all(
    groups: Iterable[Sequence[Job]],
    judge_one: JudgeOne,
    cores: Sequence[int],
    gpu_jobs: int = 1,
    gpus: GpuPlaces | None = None,
) -> Iterator[Result]:
    """Judges all, and yields each result as soon as it is known.

    A group may take minutes to be made ready: that runs in a thread and on cores of its own, which judge, too, once
    nothing is left to be made. `gpu_jobs`: as many as may share a GPU.
    """
    makers = list(cores[: max(1, len(cores) // 2)])
    free_cores = CorePool(cores[len(makers) :])
    with_all_cores: list[Job] = []
    workers = _Workers(len(cores), judge_one, free_cores)
    # With few cores, a worker waiting for the GPU would withhold a core from the CPU solutions.
    at_once = gpu_jobs * (gpus.count if gpus else 1)
    gpu_workers = _Workers(max(2, at_once) if len(cores) > 2 else 1, judge_one, free_cores, gpus)
    # What the maker starts has its cores, too.
    maker = ThreadPoolExecutor(1, initializer=os.sched_setaffinity, initargs=(0, makers))

    def begin(group: Sequence[Job]) -> set[Future[Result]]:
        with_all_cores.extend(job for job in group if job.solution.uses_all_cores)
        others = [job for job in group if not job.solution.uses_all_cores]
        return {
            *gpu_workers.begin([job for job in others if job.solution.runs_on_gpu]),
            *workers.begin([job for job in others if not job.solution.runs_on_gpu]),
        }

    with maker, workers.pool, gpu_workers.pool:
        ready = iter(groups)
        judging: set[Future[Result]] = set()
        making: set[Future[Sequence[Job] | None]] = {maker.submit(next, ready, None)}
        try:
            while judging or making:
                pending: set[Future[Any]] = {*judging, *making}
                done, _ = wait(pending, return_when=FIRST_COMPLETED)
                for made in making & done:
                    group = made.result()
                    if group is None:
                        making = set()
                        for core in makers:
                            free_cores.give(core)
                    else:
                        judging |= begin(group)
                        making = {maker.submit(next, ready, None)}
                for judged in judging & done:
                    judging.remove(judged)
                    yield judged.result()
        except BaseException:
            for executor in (maker, workers.pool, gpu_workers.pool):
                executor.shutdown(wait=False, cancel_futures=True)
            free_cores.close()
            raise
    for job in with_all_cores:
        yield judge_one(job, list(cores))
