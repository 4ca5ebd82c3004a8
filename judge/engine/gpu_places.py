"""The choice of a GPU for each solution, and what happens when a GPU fails."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache

from judge.base.errors import JudgeError
from judge.base.events import GpuFailed, JudgedAgain
from judge.base.processes import Stop
from judge.base.records import replace
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.lanes import JobLanes
from judge.judging.near_limit import Slowdown
from judge.judging.results import Result, TestResult
from judge.judging.verdicts import Verdict
from judge.machine.gpu_health import failure_of
from judge.machine.gpus import GPU_LEASES
from judge.machine.hardware import this_hardware
from judge.machine.numa import core_distances
from judge.machine.probe import this_machine
from judge.project.host import JudgeHost


class GpuPlaces:
    """The GPUs that a host's programs run on. With only one, nothing is chosen or judged again."""

    def __init__(self, host: JudgeHost) -> None:
        self._host, self._gpus = host, host.policy.gpus
        self._lock = threading.Lock()
        self._jobs: Counter[int] = Counter()

    @property
    def count(self) -> int:
        return len(self._gpus.numbers)

    @contextmanager
    def place(self) -> Iterator[int | None]:
        """Takes a place on the GPU with the fewest solutions. None: any GPU will do, or none is left."""
        left = GPU_LEASES.left(self._gpus.numbers)
        if self.count == 1 or not left:
            yield None
            return
        with self._lock:
            gpu = min(left, key=self._jobs.__getitem__)
            self._jobs[gpu] += 1
        try:
            yield gpu
        finally:
            with self._lock:
                self._jobs[gpu] -= 1

    def judge(
        self,
        job: Job,
        lanes: JobLanes,
        stop: Stop,
        slowdown: Slowdown,
        on_test: Callable[[TestResult], None],
    ) -> Result:
        """The job's result in these lanes and on its GPU; if that GPU fails meanwhile, on another one."""
        if job.gpu is None:
            lost = GPU_LEASES.failures(self._gpus.numbers)
            if job.solution.runs_on_gpu and len(lost) == self.count > 1:
                return Result(job.solution, obstacle=f"no GPU is left ({'; '.join(lost)})")
            return judge(self._host, job, lanes, slowdown=slowdown, stop=stop, on_test=on_test)
        on_gpu = self._host.with_policy(gpus=replace(self._gpus, chosen=job.gpu))
        try:
            result = judge(on_gpu, job, lanes, slowdown=slowdown, stop=stop, on_test=on_test)
        except JudgeError:
            if (reason := self._failure(job.gpu)) is None:
                raise
        else:
            reason = None if result.verdict is Verdict.AC else self._failure(job.gpu)
            if reason is None:
                return result
        if GPU_LEASES.take_out(job.gpu, reason):
            self._host.tell(GpuFailed(f"GPU {job.gpu}", reason))
        with self.place() as other:
            if other is not None:  # else the result reports that no GPU is left
                name = f"{job.solution.problem.id} {job.solution.name}"
                self._host.tell(JudgedAgain((name,), reason, other))
            result = self.judge(replace(job, gpu=other), lanes, stop, slowdown, on_test)
        result.gpus_failed = (f"GPU {job.gpu}: {reason}", *result.gpus_failed)
        return result

    def _failure(self, gpu: int) -> str | None:
        hardware = this_hardware(self._gpus.numbers)
        return failure_of(this_machine(), self._gpus, gpu, hardware.gpu)


@cache
def distances_from(gpu: int) -> Mapping[int, int]:
    """The distance of each core of this machine from the GPU; empty: unknown."""
    return core_distances(this_machine(), gpu)
