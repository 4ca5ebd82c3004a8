"""Submissions that share a worker's GPU: their verdicts are determined while sharing; then some of their tests run
again, each with the GPU to itself, for the times that count (docs/gpu.md).
"""

from collections.abc import Callable

from judge.base.processes import Stop
from judge.base.records import replace
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.lanes import JobLanes
from judge.judging.near_limit import Slowdown
from judge.judging.results import Result, TestResult
from judge.judging.verdicts_first import shares_gpu
from judge.judging.ways import Plain, Runs
from judge.measure.gpu_times import time_alone
from judge.project.host import JudgeHost


def in_company(job: Job, gpu_jobs: int) -> Job:
    """The job in its form for so many that share a GPU."""
    return replace(job, shares_gpu=shares_gpu(job.solution, gpu_jobs))


def judge_and_time(
    host: JudgeHost,
    job: Job,
    lanes: JobLanes,
    slowdown: Slowdown,
    stop: Stop,
    on_test: Callable[[TestResult], None],
) -> Result:
    """Judges a job, and times it if it has shared the GPU. `on_test` gets a test again when it has been timed: one
    that fails then is not accepted."""
    result = judge(host, job, lanes, slowdown=slowdown, stop=stop, on_test=on_test)
    if not job.shares_gpu or result.compiled is None:
        return result
    # As for runs without sharing, the CPU's other cores need not be idle.
    alone = Plain(Runs(host, job, result.compiled), slowdown)

    def run(_: Result, test: TestResult) -> TestResult:
        timed = alone.judged(test.test, lanes[0], stop)
        timed = replace(timed, work=timed.work or test.work)
        on_test(timed)
        return timed

    time_alone([result], run)
    return result
