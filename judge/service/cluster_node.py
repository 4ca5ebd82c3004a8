"""A node of a cluster: it judges the jobs of a task of an array, and writes each result where the judge that queued it
collects it (docs/cluster.md)."""

import os
import platform
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from judge.base.errors import JudgeError, ToolInterrupted
from judge.base.events import Listener
from judge.base.interruption import park_if_interrupted
from judge.base.records import replace
from judge.base.scratch import scratch_folder
from judge.engine.slurm.nodes import NodeFacts
from judge.engine.slurm.on_node import OnNode
from judge.engine.slurm.session import KEYS, sessions_of, write_result
from judge.engine.slurm.wire import SentJob, SentResult, SentTask, read, sent_result
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.near_limit import Slowdown, same_speed
from judge.judging.results import Result
from judge.judging.solutions import solvers
from judge.judging.verdicts import Verdict
from judge.limits.measure import Reference
from judge.machine.cores import free_cores, usable_cores
from judge.machine.gpu_health import WatchedGpu
from judge.machine.gpus import Gpus
from judge.machine.hardware import this_hardware
from judge.problems.limit_records import LimitRecord
from judge.project.host import JudgeHost
from judge.project.run_policy import RunPolicy
from judge.project.version import commit_of
from judge.sandbox.isolation import Isolation
from judge.sandbox.run import RunLimits, run

LOOK_FOR_TASK_S = 5.0
"""The time between two looks at whether a running task was withdrawn: one file of the shared folder."""


def end_once_withdrawn(batch: Path, index: int) -> None:
    """Ends this process like SIGTERM does, and so what it runs, once its task is withdrawn or its session removed.

    `scancel` does the same, but a controller that dies before it has told the node forgets the cancellation.
    """
    task, sessions = batch / str(index), sessions_of(batch)

    def is_withdrawn() -> bool:
        try:
            task.stat()
        except FileNotFoundError:
            return sessions.exists()  # if neither is there, the shared folder is not
        except OSError:
            return False
        return False

    def watch() -> None:
        while not is_withdrawn():
            time.sleep(LOOK_FOR_TASK_S)
        os.kill(os.getpid(), signal.SIGTERM)

    with suppress(OSError):  # judge_task() says why there is none
        task.stat()
        threading.Thread(target=watch, name="withdrawn", daemon=True).start()


def judge_task(batch: Path, index: int, tell: Listener) -> Iterator[str]:
    """Judges the jobs that have no result yet, one after the other; yields why one cannot be judged here. A task that
    was withdrawn has none."""
    try:
        task = read(batch / str(index), SentTask)
    except FileNotFoundError:
        if not (batch / KEYS).exists():
            raise JudgeError(f"{batch}: expected an array of tasks of this judge") from None
        return
    except (OSError, ValueError) as error:
        raise JudgeError(f"{batch / str(index)}: expected a task of this judge: {error}") from error
    policy = RunPolicy(task.require_isolation, Gpus(given_gpus(os.environ)))
    spool, node = Path(task.session) / "spool", node_name()
    on_node = OnNode(task, policy, tell)
    for sent in task.jobs:
        if (spool / sent.key).exists():
            continue
        health = WatchedGpu(policy.gpus, task.hardware) if sent.solution.device.needs_gpu else None
        try:
            result = _result(on_node, sent, task.records[sent.problem])
            park_if_interrupted()
            failed = health.failure if health and result.verdict is not Verdict.AC else None
            result.gpus_failed = task.gpus_failed.get(sent.key, ())
            found = sent_result(sent.key, node, result)
        except JudgeError as error:
            yield str(error)
            failed = health.failure if health else None
            found = SentResult(sent.key, node, str(error), tool_killed=isinstance(error, ToolInterrupted))
        if failed:
            found = SentResult(sent.key, node, failed, gpu_failed=True)
        write_result(spool, found)


def _result(on_node: OnNode, sent: SentJob, record: LimitRecord | None) -> Result:
    host, job = on_node.host_and_job(sent)
    job = as_here(host, job)
    program, obstacle = on_node.program(sent)
    if obstacle:
        return Result(job.solution, obstacle=obstacle)
    return judge(host, job, lanes_of(job), slowdown=_slowdown(host, job, record), program=program)


def as_here(host: JudgeHost, job: Job) -> Job:
    """The job, with what prevents it from running on this node; that may differ from what the judge saw."""
    solution = job.solution
    if not solution.device.needs_gpu:
        return job
    if solution.is_solver:
        listed = {one.name: one for one in solvers(host, solution.problem)}
        obstacle = listed[solution.name].obstacle if solution.name in listed else solution.obstacle
        return replace(job, solution=replace(solution, obstacle=obstacle))
    return replace(job, solution=replace(solution, obstacle_to_run=host.policy.gpus.obstacle))


def node_name() -> str:
    return os.environ.get("SLURMD_NODENAME") or platform.node() or "unnamed"


def given_gpus(environment: Mapping[str, str]) -> tuple[int, ...]:
    """The numbers N of the GPUs /dev/nvidiaN that Slurm assigned to this task; 0 if it assigned none."""
    given = environment.get("SLURM_JOB_GPUS") or environment.get("SLURM_STEP_GPUS") or "0"
    return tuple(int(number) for number in given.split(",") if number.isdecimal()) or (0,)


def lanes_of(job: Job) -> list[list[int]]:
    """Lanes: as many tests at once as the task has cores. If Slurm binds no task to cores, free ones are used."""
    if job.solution.uses_all_cores:
        return [usable_cores()]
    count = int(os.environ.get("SLURM_CPUS_PER_TASK", "1"))
    return [[core] for core in free_cores(count)]


def _slowdown(host: JudgeHost, job: Job, record: LimitRecord | None) -> Slowdown:
    if record is None:
        return same_speed
    return Reference(host, job.solution.problem, record, job.tests, usable_cores()).slowdown


def facts_of_this_node(host: JudgeHost) -> NodeFacts:
    gpus = Gpus(given_gpus(os.environ))
    host = host.with_installation(builds=False).with_policy(gpus=gpus)
    return NodeFacts(
        node=node_name(),
        hardware=this_hardware(gpus.numbers),
        isolation=_isolation(host),
        python=platform.python_version(),
        version=commit_of(host.installation),
        clock_s=time.time(),
        free_bytes=shutil.disk_usage(tempfile.gettempdir()).free,
        temporary=tempfile.gettempdir(),
        gpu_obstacle=gpus.obstacle,
    )


def _isolation(host: JudgeHost) -> Isolation | None:
    if not host.installation.runner.exists():
        return None
    limits = RunLimits(cpu_ms=1000, wall_ms=5000, memory_bytes=64 << 20, output_bytes=1 << 10)
    with scratch_folder() as folder:
        return run(host, ["/bin/true"], limits, folder).isolation
