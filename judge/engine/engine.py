"""An engine judges jobs where its host's engine choice says: in a pool of this machine, or of a cluster."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from functools import partial
from itertools import chain

from msgspec import Struct, field

from judge.base.errors import JudgeError, ToolInterrupted, fault
from judge.base.events import Judged, Running, task
from judge.base.processes import Stop, Stopped
from judge.engine.gpu_places import GpuPlaces
from judge.engine.scheduling import judge_all, judge_in
from judge.judging.evaluate import judge
from judge.judging.failed_before import FailedBefore
from judge.judging.job import Job
from judge.judging.lanes import JobLanes
from judge.judging.near_limit import Slowdown, same_speed
from judge.judging.results import Result, TestResult
from judge.machine.cores import free_first, usable_cores
from judge.project.host import JudgeHost


class Engine(Struct):
    host: JudgeHost
    slowdown: Callable[[str], Slowdown] = lambda _: same_speed
    """The slowdown of a problem, by its id; on a cluster each node measures its own."""
    gpu_jobs: int = 1
    """The number of jobs that may share a GPU; on a cluster each job that needs a GPU has its own."""
    failed_before: FailedBefore | None = None
    """Orders the tests of solutions that share a GPU by what others failed; None: the order stays."""
    on_begin: Callable[[Job], None] = lambda _: None
    """Called when a job starts."""
    on_test: Callable[[Job, TestResult], None] = lambda _, __: None
    """Called when a test was judged; on a cluster, when all tests of a job were."""
    _running: list[str] = field(default_factory=list)

    def judge(self, groups: Iterable[Sequence[Job]]) -> Iterator[Result]:
        """Judges all jobs, and yields each result as soon as it is known; reports what is running. A group may take a
        while to prepare: earlier ones are judged in the meantime."""
        if self.host.engine.file is None:
            gpus = GpuPlaces(self.host)
            judge_one = partial(self._judge_here, gpus)
            cores = free_first(usable_cores())[::-1]  # what is made meanwhile takes the first
            yield from judge_all(groups, judge_one, cores, self.gpu_jobs, gpus)
            return
        from judge.engine.slurm.pool import SlurmPool  # most commands need none of its modules

        pool = SlurmPool(self.host, self.on_begin, self.on_test)
        yield from judge_in(pool, groups, ThreadPoolExecutor(1))

    def judge_and_tell(
        self,
        groups: Iterable[Sequence[Job]],
        total: int,
        title: str = "judging",
        known: Iterable[Result] = (),
    ) -> Iterator[Result]:
        """Judges all jobs, and reports each result. `total`: the number of results, with those that are `known`
        before; `title`: the current work."""
        with task(self.host.tell, title, total, judges=True) as progress:
            for number, result in enumerate(chain(known, self.judge(groups)), start=1):
                yield result
                progress.advance()
                solution = result.solution
                self.host.tell(Judged(solution.problem.id, solution.name, result.verdict.code, number, total))

    def judge_alone(
        self, job: Job, lanes: Sequence[Sequence[int]], on_compiled: Callable[[], None]
    ) -> Result:
        """Judges one job while nothing else is judged; on this machine, as many tests at once as there are lanes."""
        if self.host.engine.file is not None:
            [result] = self.judge([[job]])
            return result
        slowdown = self.slowdown(job.solution.problem.id)
        on_test = partial(self.on_test, job)
        return judge(self.host, job, lanes, slowdown=slowdown, on_compiled=on_compiled, on_test=on_test)

    def _judge_here(self, gpus: GpuPlaces, job: Job, lanes: JobLanes, stop: Stop) -> Result:
        slowdown = self.slowdown(job.solution.problem.id)
        title = f"{job.solution.problem.id} {job.solution.file_name}"
        self._running.append(title)
        self.host.tell(Running(tuple(self._running)))
        self.on_begin(job)
        try:
            if self.failed_before is None:
                return gpus.judge(job, lanes, stop, slowdown, partial(self.on_test, job))
            ordered = self.failed_before.ordered(job)
            result = gpus.judge(ordered, lanes, stop, slowdown, partial(self.on_test, job))
            self.failed_before.take_in(result)
            return result
        except ToolInterrupted as error:  # so that one submission does not interrupt the others
            return Result(job.solution, lost=str(error))
        except (JudgeError, OSError, Stopped, CancelledError):
            raise
        except Exception as error:  # likewise
            return Result(job.solution, lost=fault(error))
        finally:
            self._running.remove(title)
            self.host.tell(Running(tuple(self._running)))
