"""Judging groups of jobs on all cores of this machine, while what the later groups need is still being made.

Whatever is still to be built or generated for some of them is made at the same time, on half of the cores, at least
one. The rest judges; in the end all cores do. Solvers that start threads of their own come last, one at a time, with
every core.
"""

import os
import queue
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from threading import Thread

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


class _Maker(Thread):
    """Makes the groups, and submits their jobs."""

    def __init__(self, groups: Iterable[Sequence[Job]], begin: Callable[[Sequence[Job]], None]) -> None:
        super().__init__(name="making what is judged next")
        self.groups, self.begin = groups, begin
        self.failure: BaseException | None = None
        self.is_wanted = True
