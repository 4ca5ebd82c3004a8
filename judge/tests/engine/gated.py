"""What stands for judging where a test of a pool says when each job ends: on this machine, and on a cluster."""

import threading
from collections.abc import Sequence
from typing import Any, Protocol

from judge.base.processes import Stop, Stopped
from judge.base.records import replace
from judge.engine.handle import Handle, Pool
from judge.engine.pool import LocalPool
from judge.engine.slurm.pool import SlurmHandle, SlurmPool
from judge.judging.job import Job
from judge.judging.lanes import JobLanes
from judge.judging.results import Result
from judge.project.host import JudgeHost
from judge.tests.engine.slurm_stand_in import SlurmStandIn
from judge.tests.watching import PATIENCE_S, soon


class Judge:
    """Each job is judged until it is let go."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.stopped: list[str] = []
        self.cores: dict[str, Sequence[int]] = {}
        self._gates: dict[str, threading.Event] = {}
        self._changed = threading.Condition()

    def __call__(self, job: Job, lanes: JobLanes, stop: Stop) -> Result:
        name = job.solution.name
        with self._changed:
            self.begun.append(name)
            [self.cores[name]] = lanes
            gate = self._gates.setdefault(name, threading.Event())
            self._changed.notify_all()
        while not gate.wait(0.005):
            if stop.was_said:
                self.stopped.append(name)
                raise Stopped
        return Result(job.solution)

    def let(self, *names: str) -> None:
        """These end, each as soon as it has begun."""
        for name in names:
            with self._changed:
                self._gates.setdefault(name, threading.Event()).set()

    def wait_for(self, *names: str) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: {*names} <= {*self.begun}, PATIENCE_S), self.begun


class Gated(Protocol):
    """A pool that judges one job at a time, each until it is let go."""

    pool: Pool[Any]
    begun: list[str]

    def let(self, *names: str) -> None: ...

    def wait_for(self, name: str) -> None:
        """Waits until it is being judged."""
        ...

    def wait_for_waiting(self, count: int) -> None:
        """Waits until this many wait for it."""
        ...

    def wait_for_stopped(self, name: str) -> None:
        """Waits until nothing judges it any more."""
        ...


class GatedHere:
    def __init__(self) -> None:
        self._judge = Judge()
        self.begun = self._judge.begun
        self.let, self.wait_for = self._judge.let, self._judge.wait_for
        self.local = LocalPool([0], self._judge)
        self.pool: Pool[Any] = self.local

    def wait_for_waiting(self, count: int) -> None:
        assert len(self.local) == count + 1

    def wait_for_stopped(self, name: str) -> None:
        assert soon(lambda: name in self._judge.stopped)


class GatedCluster:
    """A cluster of one node, which takes a job and keeps it."""

    def __init__(self, host: JudgeHost, slurm: SlurmStandIn) -> None:
        self.host, self.slurm, self.begun = host, slurm, list[str]()
        self._let: set[str] = set()
        slurm.on_look = self._work
        self.on_cluster = SlurmPool(host)
        self.pool: Pool[Any] = self.on_cluster

    def _work(self) -> None:
        while self.slurm.waiting:
            name = self.slurm.take().job.solution.name
            if name not in self.begun:
                self.begun.append(name)
            if name not in self._let:
                return
            self.slurm.do()

    def submitted_at_once(self, jobs: Sequence[Job]) -> list[SlurmHandle]:
        """Handles of jobs in one array, as the pool takes them up together."""
        is_busy, is_over = threading.Event(), threading.Event()

        def look() -> None:
            is_busy.set()
            assert is_over.wait(PATIENCE_S)

        self.slurm.on_look = look
        busy = self.on_cluster.submit(replace(jobs[0], solution=replace(jobs[0].solution, name="busy")))
        assert is_busy.wait(PATIENCE_S)
        handles = [self.on_cluster.submit(job) for job in jobs]
        assert self.on_cluster.cancel(busy)
        self.slurm.on_look = self._work
        is_over.set()
        return handles

    def let(self, *names: str) -> None:
        self._let |= {*names}

    def wait_for(self, name: str) -> None:
        assert soon(lambda: name in self.begun), self.begun

    def wait_for_waiting(self, count: int) -> None:
        assert soon(lambda: len(self.slurm.waiting) == count + 1)

    def wait_for_stopped(self, name: str) -> None:
        assert soon(lambda: name not in self.slurm.names)


def finish(gated: Gated | Judge, *handles: Handle) -> None:
    for handle in handles:
        gated.let(handle.job.solution.name)
        assert handle.result(PATIENCE_S).solution is handle.job.solution
