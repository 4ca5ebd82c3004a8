"""Judging groups of jobs on all cores of this machine, while what the later groups need is still being made.

Whatever is still to be built or generated for some of them is made at the same time, on half of the cores, at least
one. The rest judges; in the end all cores do. Solvers that start threads of their own come last, one at a time, with
every core.
"""

import os
import queue
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import inf

from judge.engine.gpu_places import GpuPlaces
from judge.engine.pool import Handle, JudgeOne, Pool
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict

RANK_S = 24 * 3600.0
"""By how much later a job of the next rank is due: more than all of them take."""


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
    at_once = gpu_jobs * (gpus.count if gpus else 1)
    pool = Pool(
        cores[len(makers) :],
        gpus=gpus,
        # With few cores, a job waiting for the GPU would withhold a core from the CPU solutions. Where only one may use
        # a GPU, the second compiles in the meantime.
        most_on_gpus=max(2, at_once) if len(cores) > 2 else 1,
        awaits_cores=True,
    )
    ended: queue.SimpleQueue[Handle | None] = queue.SimpleQueue()

    def make() -> int:
        """Submits all, and returns how many that was."""
        count = 0
        for group in groups:
            for job in sorted(group, key=lambda job: _rank(job.solution)):
                pool.submit(job, judge_one, later_s=_rank(job.solution) * RANK_S, on_end=ended.put)
                count += 1
        return count

    # What the maker starts has its cores, too.
    with ThreadPoolExecutor(1, initializer=os.sched_setaffinity, initargs=(0, makers)) as maker:
        making = maker.submit(make)
        making.add_done_callback(lambda _: ended.put(None))
        count, known = inf, 0
        try:
            while known < count:
                handle = ended.get()
                if handle is None:
                    count = making.result()
                    pool.add_cores(makers)
                else:
                    known += 1
                    yield handle.result()
        except BaseException:
            pool.close(cancel=True)
            raise
