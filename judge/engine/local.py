"""The engine of this machine: jobs in, results out as they are known, on its cores and its GPUs."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from judge.engine.scheduling import judge_all
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.results import Result
from judge.machine.cores import usable_cores
from judge.project.paths import Project

Slowdown = Callable[[], float]


class Engine(Protocol):
    """Whatever judges jobs."""

    def judge(self, groups: Iterable[Sequence[Job]]) -> Iterator[Result]:
        """Judges all, and yields each result as soon as it is known. A group may take a while to be made ready: what
        came before it is judged in the meantime."""


class LocalEngine:
    """`slowdown`: how much slower this machine is now than when a problem's time limit was measured, by the problem's
    id (near_limit.py). `gpu_jobs`: as many as may share a GPU."""

    def __init__(
        self,
        project: Project,
        slowdown: Callable[[str], Slowdown] = lambda _: lambda: 1.0,
        gpu_jobs: int = 1,
    ) -> None:
        self._project, self._slowdown, self._gpu_jobs = project, slowdown, gpu_jobs

    def judge(self, groups: Iterable[Sequence[Job]]) -> Iterator[Result]:
        gpus = len(self._project.settings.gpus.numbers)
        return judge_all([], self._judge_one, usable_cores(), groups, self._gpu_jobs, gpus)

    def _judge_one(self, job: Job, cores: Sequence[int]) -> Result:
        slowdown = self._slowdown(job.solution.problem.id)
        return judge(self._project, job, [cores], slowdown=slowdown)
