"""A worker claims jobs and does them at its place of this machine, its cores or one of its GPUs, or on a cluster.

Results are handed in only now and then, so that writes do not disturb timing. A job whose lease is lost is stopped,
and nothing more of it is written: another worker has it. When the worker is told to stop, it claims no more jobs, and
returns those that have not ended within DRAIN_S.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from judge.base.errors import JudgeError, NoSpace, fault, is_disk_full
from judge.base.events import GpuFailed, Warned
from judge.base.processes import Stop
from judge.engine.handle import Handle
from judge.engine.pool import JudgeOne
from judge.judging.job import Job
from judge.judging.lanes import JobLanes
from judge.judging.results import Result, TestResult
from judge.judging.verdicts import Verdict
from judge.machine.gpu_health import failure_of
from judge.machine.probe import this_machine
from judge.measure.ceilings import load_ceilings
from judge.measure.shares import RooflineInputs
from judge.project.host import JudgeHost
from judge.reports.judged import judgement_of, run_of, solution_detail, test_detail
from judge.service.background import LEASE_MS, held
from judge.service.desk import Desk, JobSubject, StoreDesk
from judge.service.full_disk import FullDisk, enough
from judge.service.own_run_work import OwnRunWork
from judge.service.shared_gpu import in_company, judge_and_time
from judge.service.shelf import NotHere, Shelf
from judge.service.work_places import WorkPlace, whole_machine
from judge.service.worker_pools import PoolHere, WorkerPool
from judge.store.errors import LeaseLost, StoreError, Unavailable
from judge.store.heartbeats import BEAT_S, GPU_WORKER, WORKER
from judge.store.queue_records import JobKind, Lease
from judge.store.records import Run
from judge.store.store import Store

BEATS_OF_A_LEASE = 3
"""The number of heartbeats per lease."""
DRAIN_S = 30.0
KINDS = (JobKind.JUDGE, JobKind.RUN)


@dataclass(eq=False)
class _UnderWay:
    """A job of the store in progress."""

    lease: Lease
    job: Job
    run: JudgeOne = field(repr=False)
    """Does it, in the pool."""
    keep: Callable[[Result], None] = field(repr=False)
    """Stores its result. Raises LeaseLost."""
    cancel: Callable[[], object] | None = None
    """Takes it out of the pool."""
    runs: dict[int, Run] = field(default_factory=dict)
    """All known runs, by ordinal."""
    details: dict[int, Any] = field(default_factory=dict)
    """Their details, by ordinal."""
    new: set[int] = field(default_factory=set)
    """The ordinals of runs that have not been handed in yet."""
    written_s: float = field(default_factory=time.monotonic)
    is_lost: bool = False
    """Whether another worker has the lease now, or the job was cancelled."""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self) -> tuple[list[Run], dict[int, Any]]:
        """The runs that have not been handed in yet. The caller holds the lock."""
        ordinals, self.new = sorted(self.new), set()
        return [self.runs[each] for each in ordinals], {each: self.details[each] for each in ordinals}


class Worker:
    def __init__(
        self,
        host: JudgeHost,
        desk: Store | Desk,
        name: str,
        shelf: Shelf | None = None,
        lack: Callable[[], str] = enough,
        place: WorkPlace | None = None,
        pool: WorkerPool | None = None,
        kinds: Sequence[JobKind] = KINDS,
    ) -> None:
        """`name`: unique among the store's current workers. `lack`: which disk has too little room; `place`: None
        means the whole machine; `pool`: None means its cores; `kinds`: of jobs to claim."""
        self._place, self._kinds = place or whole_machine(host), kinds
        self._host, self.name = self._place.host(host), self._place.name_of(name)
        self._desk = StoreDesk(desk) if isinstance(desk, Store) else desk
        self._shelf = shelf or Shelf(host)
        self._pool = pool or PoolHere(self._place.cores, self._place.gpu_jobs)
        self._begun: set[_UnderWay] = set()
        self._lock = threading.Lock()
        """The lock that is held during changes."""
        hardware = host.hardware
        self._ceilings = load_ceilings(hardware, host.tell)
        self._host_id = self._desk.host_id(hardware)
        self._gpu_name = hardware.gpu
        self._failure: BaseException | None = None
        self._stopping = threading.Event()
        self._woken = threading.Event()
        """Set when a job has ended, so that its core gets the next one at once."""
        self._disk = FullDisk(host.tell, self._stopping, lack)
        self._beaten_s = float("-inf")

    def stop(self) -> None:
        """Claims no more jobs. Any thread may call it."""
        self._stopping.set()
        self._woken.set()

    def run(self, *, until_empty: bool = False) -> None:
        """Judges until it is told to stop; `until_empty`: or until nothing is left. Raises StoreError if a result
        cannot be written: another worker gets its job when the lease has expired."""
        try:
            while not self._stopping.is_set() and self._failure is None:
                self._beat()
                has_room = not self._disk.lack()
                is_free = len(self._under_way()) < self._pool.most
                has_claimed = has_room and is_free and self._claim()
                is_empty = has_room and is_free and not has_claimed and not self._disk.is_away
                self._write_all()
                if not has_claimed:
                    if until_empty and is_empty and not self._under_way():
                        break
                    self._woken.wait(self._desk.flush_s if self._under_way() else self._desk.idle_s)
                    self._woken.clear()
            until_s = time.monotonic() + DRAIN_S
            while self._under_way() and self._failure is None and time.monotonic() < until_s:
                self._write_all()
                time.sleep(self._desk.flush_s)
            if self._failure:
                self.stop()  # nothing waits for room any more
        except BaseException:
            self.stop()
            raise
        finally:
            with suppress(StoreError):
                self._desk.leave(self.name)
            self._give_back()
            self._pool.close(cancel=True)
        if self._failure:
            raise self._failure

    def _beat(self) -> None:
        """Sends heartbeats for this worker, even if it is idle; and does housekeeping."""
        now_s = time.monotonic()
        if now_s - self._beaten_s >= BEAT_S:
            kind = WORKER if self._place.gpu is None else GPU_WORKER
            with suppress(Unavailable):
                self._desk.beat(self.name, kind, self._place.title(self._gpu_name))
            self._beaten_s = now_s

    def _alive(self) -> None:
        """Does what run() does otherwise, while that waits for a problem."""
        self._beat()
        self._write_all()

    def _under_way(self) -> list[_UnderWay]:
        with self._lock:
            return list(self._begun)

    def _claim(self) -> bool:
        if self._place.gpu is not None and (reason := self._host.policy.gpus.obstacle):
            self._lose_gpu(reason)
            return False
        held_jobs = {one.lease.job.id for one in self._under_way()}
        lease = self._disk.tried(
            lambda: self._desk.claim(self.name, LEASE_MS, self._kinds, self._place.resources, held_jobs)
        )
        if lease is None:
            return False
        try:
            with held(self._desk, lease, self._alive):  # a problem that is not built yet takes minutes
                given = self._desk.given(lease)
                begun = self._own_run(lease, given) if given.own_run else self._judging(lease, given)
        except (LeaseLost, Unavailable):
            return True  # it goes back by itself
        except NotHere as error:
            self._give_up(lease, error)
            return False
        except (JudgeError, OSError) as error:
            if not isinstance(error, JudgeError) and not is_disk_full(error):
                raise
            # Otherwise the problem or the submission is at fault: every worker would fail.
            self._fail(lease, error, is_final=not is_disk_full(error))
            return True
        with self._lock:
            self._begun.add(begun)
        try:
            begun.cancel = self._pool.submit(
                begun.job, lease, judge_one=begun.run, on_end=partial(self._ended, begun)
            )
        except JudgeError as error:  # it accepts no more jobs
            with self._lock:
                self._begun.discard(begun)
            self._give_up(lease, error)
        return True

    def _give_up(self, lease: Lease, error: BaseException) -> None:
        """Ends this worker: another gets the job, and run() raises the error."""
        self._failure = error
        with suppress(LeaseLost, Unavailable):
            self._desk.release(lease)

    def _own_run(self, lease: Lease, given: JobSubject) -> _UnderWay:
        work = OwnRunWork(self._host, self._desk, self._shelf, lease, given)
        return _UnderWay(lease, work.job, work.run, lambda result: self._disk.keep(lambda: work.keep(result)))

    def _judging(self, lease: Lease, given: JobSubject) -> _UnderWay:
        assert lease.submission
        ready = self._shelf.ready(lease.submission, given.problem, given.files)
        asked = in_company(ready.job, self._place.gpu_jobs)
        measure = RooflineInputs(asked.work, self._ceilings)
        ordinals = {test.name: number for number, test in enumerate(asked.tests, start=1)}

        def judge_one(job: Job, lanes: JobLanes, stop: Stop) -> Result:
            return judge_and_time(self._host, job, lanes, ready.slowdown, stop, on_test)

        def on_test(test: TestResult) -> None:
            ordinal = ordinals.get(test.test.name)
            if ordinal is None:  # for a test that is not listed, such as that of a static validator
                return
            with judging.lock:
                judging.runs[ordinal] = run_of(test, ordinal)
                judging.details[ordinal] = test_detail(asked.solution, test, measure)
                judging.new.add(ordinal)

        def keep(result: Result) -> None:
            for test in () if self._pool.tells_tests else result.tests:
                on_test(test)
            self._keep_judgement(judging, measure, result)

        judging = _UnderWay(lease, asked, judge_one, keep)
        return judging

    def _ended(self, begun: _UnderWay, handle: Handle) -> None:
        """Stores the result. Called by the thread that has judged it."""
        try:
            if not begun.is_lost:
                self._keep(begun, handle)
        except (LeaseLost, Unavailable):
            pass  # another worker has the job, or will: its result counts
        except BaseException as error:  # raised by run()
            self._failure = error
        finally:
            with self._lock:
                self._begun.discard(begun)
            self._woken.set()

    def _keep(self, begun: _UnderWay, handle: Handle) -> None:
        try:
            result = handle.result()
        except CancelledError:
            self._desk.release(begun.lease)
        except Exception as error:  # so that one submission does not end the others
            if self._pool.fails_as_a_whole:
                self._give_up(begun.lease, error)
            elif not self._has_lost_gpu(begun):
                self._fail(begun.lease, error)
        else:
            has_failed = result.compile_error is not None or any(test.failed for test in result.tests)
            if has_failed and (lack := self._disk.lack()):  # which may be the cause of the failure
                self._fail(begun.lease, NoSpace(lack))
            elif not has_failed or not self._has_lost_gpu(begun):
                begun.keep(result)

    def _has_lost_gpu(self, begun: _UnderWay) -> bool:
        """Whether this worker's GPU has failed meanwhile: then another worker gets the job, and this one ends."""
        number = self._place.gpu
        if number is None:
            return False
        reason = failure_of(this_machine(), self._host.policy.gpus, number, self._gpu_name)
        if reason is None:
            return False
        self._lose_gpu(reason)
        self._desk.release(begun.lease)
        return True

    def _lose_gpu(self, reason: str) -> None:
        if not self._stopping.is_set():
            self._host.tell(GpuFailed(f"GPU {self._place.gpu}", reason))
        self.stop()

    def _keep_judgement(self, judging: _UnderWay, measure: RooflineInputs, result: Result) -> None:
        lease = judging.lease
        assert lease.judgement
        if result.verdict in (Verdict.SKIP, Verdict.JE):
            is_final = result.verdict is Verdict.SKIP
            self._disk.keep(lambda: self._desk.fail(lease, result.reason, is_final=is_final))
            return
        with judging.lock:
            runs, details = [*judging.runs.values()], dict(judging.details)
        made = judgement_of(lease.judgement, result, measure, self._host_id)
        detail = solution_detail(result, measure)
        self._disk.keep(lambda: self._desk.finish(lease, made, runs, details, detail))

    def _fail(self, lease: Lease, error: Exception, *, is_final: bool = False) -> None:
        """Stores the message; the next step is for the operator of this worker."""
        told = error if isinstance(error, JudgeError) else JudgeError(fault(error))
        what = (
            f"submission {lease.submission.id} is not judged"
            if lease.submission
            else "an own run is not done"
        )
        self._host.tell(Warned(f"{what}: {told}"))
        self._disk.keep(lambda: self._desk.fail(lease, told.message, is_final=is_final))

    def _write_all(self) -> None:
        """Stores new results, and sends a heartbeat."""
        for judging in self._under_way():
            with judging.lock:
                now_s = time.monotonic()
                is_due = now_s - judging.written_s >= LEASE_MS / 1000 / BEATS_OF_A_LEASE
                if not judging.new and not is_due:
                    continue
                runs, details = judging.take()
                judging.written_s = now_s
                try:
                    self._disk.keep(partial(self._write, judging.lease, runs, details))
                except LeaseLost:
                    judging.is_lost = True
            if judging.is_lost and judging.cancel:
                judging.cancel()

    def _write(self, lease: Lease, runs: Sequence[Run], details: Mapping[int, Any]) -> None:
        if runs:
            self._desk.add_runs(lease, runs, details)
        else:
            self._desk.heartbeat(lease)

    def _give_back(self) -> None:
        """Returns unfinished jobs at the end, so that another worker gets them."""
        for judging in self._under_way():
            judging.is_lost = True
            with suppress(LeaseLost, Unavailable):  # it is requeued when its lease has expired
                self._desk.release(judging.lease)
