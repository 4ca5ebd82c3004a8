"""The engine of this machine: jobs in, results out as they are known, on its cores and its GPUs."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError

from judge.base.errors import JudgeError, fault
from judge.base.events import Running
from judge.base.processes import Stop, Stopped
from judge.engine.gpu_places import GpuPlaces
from judge.engine.scheduling import judge_all
from judge.judging.job import Job
from judge.judging.near_limit import Slowdown, same_speed
from judge.judging.results import Result, TestResult
from judge.machine.cores import usable_cores
from judge.project.host import JudgeHost


class LocalEngine:
    """`slowdown`: that of a problem, by its id. `gpu_jobs`: as many as may share a GPU. `on_begin` and `on_test` are
    called when a job is taken up, and when a test of it was judged."""

    def __init__(
        self,
        host: JudgeHost,
        slowdown: Callable[[str], Slowdown] = lambda _: same_speed,
        gpu_jobs: int = 1,
        on_begin: Callable[[Job], None] = lambda _: None,
        on_test: Callable[[Job, TestResult], None] = lambda _, __: None,
    ) -> None:
        self._host, self._slowdown, self._gpu_jobs = host, slowdown, gpu_jobs
        self._on_begin, self._on_test = on_begin, on_test
        self._gpus = GpuPlaces(host)
        self._running: list[str] = []

    def judge(self, groups: Iterable[Sequence[Job]]) -> Iterator[Result]:
        """Judges all, and yields each result as soon as it is known. A group may take a while to be made ready: what
        came before it is judged in the meantime."""
        return judge_all(groups, self._judge_one, usable_cores(), self._gpu_jobs, self._gpus)

    def _judge_one(self, job: Job, cores: Sequence[int], stop: Stop) -> Result:
        slowdown = self._slowdown(job.solution.problem.id)
        title = f"{job.solution.problem.id} {job.solution.file_name}"
        self._running.append(title)
        self._host.tell(Running(tuple(self._running)))
        self._on_begin(job)
        try:
            return self._gpus.judge(job, cores, stop, slowdown, lambda test: self._on_test(job, test))
        except (JudgeError, OSError, Stopped, CancelledError):
            raise
        except Exception as error:  # so that one submission does not end the others
            return Result(job.solution, lost=fault(error))
        finally:
            self._running.remove(title)
            self._host.tell(Running(tuple(self._running)))
