"""A worker claims jobs of the store and judges them in a pool of this machine's cores and GPUs.

What is found out is kept every FLUSH_S, so that timing is not disturbed by more writes than that. A job whose lease is
lost is stopped, and nothing more of it is written: another worker has it. When the worker is told to stop it claims no
more, and gives back what has not ended within DRAIN_S.
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
from judge.base.events import Warned
from judge.base.priority import Priority
from judge.base.processes import Stop
from judge.engine.gpu_places import GpuPlaces
from judge.engine.handle import Handle
from judge.engine.pool import LocalHandle, LocalPool
from judge.judging.job import Job
from judge.judging.near_limit import Slowdown
from judge.judging.results import Result, TestResult
from judge.judging.verdicts import Verdict
from judge.machine.cores import usable_cores
from judge.measure.ceilings import load_ceilings
from judge.measure.shares import Yardstick
from judge.project.host import JudgeHost
from judge.service.background import held
from judge.service.board import host_of
from judge.service.full_disk import FullDisk, enough
from judge.service.judged import judgement_of, run_of, solution_detail, test_detail
from judge.service.shelf import Shelf
from judge.store.errors import LeaseLost, StoreError, StoreFull
from judge.store.heartbeats import BEAT_S, WORKER
from judge.store.queue_records import JobKind, Lease
from judge.store.records import Run
from judge.store.store import Store

FLUSH_S = 0.1
LEASE_MS = 30_000
BEATS_OF_A_LEASE = 3
"""Heartbeats in its time."""
IDLE_S = 0.2
"""Between looks at an empty queue."""
DRAIN_S = 30.0
TURN_AFTER_S = 60.0
"""A job that takes all cores waits no longer than that for small ones."""


@dataclass(eq=False)
class _Judging:
    """A job of the store that is being judged."""

    lease: Lease
    ordinals: Mapping[str, int]
    """Of the tests, by name."""
    measure: Yardstick
    """What its times are measured against."""
    handle: LocalHandle | None = None
    runs: list[Run] = field(default_factory=list)
    """Those that are not kept yet."""
    details: dict[int, Any] = field(default_factory=dict)
    """Of these, by ordinal."""
    written_s: float = field(default_factory=time.monotonic)
    is_lost: bool = False
    """Whether the lease is another's now, or the job was cancelled."""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self) -> tuple[list[Run], dict[int, Any]]:
        """What is not kept yet. The lock is held."""
        taken = self.runs, self.details
        self.runs, self.details = [], {}
        return taken


class Worker:
    def __init__(
        self,
        host: JudgeHost,
        store: Store,
        name: str,
        shelf: Shelf | None = None,
        lack: Callable[[], str] = enough,
    ) -> None:
        """`name`: no other worker of the store has it at the same time. `lack`: which disk has too little room."""
        self._host, self._store, self.name = host, store, name
        self._shelf = shelf or Shelf(host)
        self._cores = usable_cores()
        self._gpus = GpuPlaces(host)
        self._pool = LocalPool(
            self._cores, gpus=self._gpus, most_on_gpus=self._gpus.count, turn_after_s=TURN_AFTER_S
        )
        self._judging: set[_Judging] = set()
        self._lock = threading.Lock()
        """Held while that changes."""
        hardware = host.hardware
        self._ceilings = load_ceilings(hardware, host.tell)
        self._host_id = store.catalogue.put_host(host_of(hardware)).id
        self._failure: BaseException | None = None
        self._stopping = threading.Event()
        self._disk = FullDisk(host.tell, self._stopping, lack)
        self._beaten_s = float("-inf")

    def stop(self) -> None:
        """Claims no more. For any thread."""
        self._stopping.set()

    def run(self, *, until_empty: bool = False) -> None:
        """Judges until it is told to stop; `until_empty`: or until nothing is left. Raises StoreError where a result
        cannot be written: its job goes to another worker when its lease has run out."""
        try:
            while not self._stopping.is_set() and self._failure is None:
                self._beat()
                has_room = not self._disk.lack()
                has_claimed = has_room and len(self._under_way()) < len(self._cores) and self._claim()
                self._write_all()
                if not has_claimed:
                    if until_empty and has_room and not self._under_way():
                        break
                    self._stopping.wait(FLUSH_S if self._under_way() else IDLE_S)
            until_s = time.monotonic() + DRAIN_S
            while self._under_way() and self._failure is None and time.monotonic() < until_s:
                self._write_all()
                time.sleep(FLUSH_S)
        finally:
            with suppress(StoreError):
                self._store.heartbeats.end(self.name)
            self._give_back()
            self._pool.close(cancel=True)
        if self._failure:
            raise self._failure

    def _beat(self) -> None:
        """Says now and then that this worker lives, also where it has nothing to do."""
        now_s = time.monotonic()
        if now_s - self._beaten_s >= BEAT_S:
            with suppress(StoreFull):
                self._store.heartbeats.beat(self.name, WORKER)
            self._beaten_s = now_s

    def _alive(self) -> None:
        """What run() does otherwise, where it waits for a problem."""
        self._beat()
        self._write_all()

    def _under_way(self) -> list[_Judging]:
        with self._lock:
            return list(self._judging)

    def _claim(self) -> bool:
        try:
            lease = self._store.queue.claim(self.name, LEASE_MS, kinds=(JobKind.JUDGE,))
        except StoreFull as error:
            self._disk.found(error.message)
            return False
        if lease is None:
            return False
        assert lease.submission
        try:
            with held(self._store, lease, self._alive):  # a problem that is not built yet takes minutes
                ready = self._shelf.ready(self._store, lease.submission)
        except (JudgeError, OSError) as error:
            if not isinstance(error, JudgeError) and not is_disk_full(error):
                raise
            # Else it is the problem's fault or the submission's: whoever tries it will fail.
            self._fail(lease, error, is_final=not is_disk_full(error))
            return True
        ordinals = {test.name: number for number, test in enumerate(ready.job.tests, start=1)}
        judging = _Judging(lease, ordinals, Yardstick(ready.job.work, self._ceilings))
        with self._lock:
            self._judging.add(judging)
        judging.handle = self._pool.submit(
            ready.job,
            partial(self._judge_one, judging, ready.slowdown),
            Priority(lease.job.priority),
            on_end=partial(self._ended, judging),
        )
        return True

    def _judge_one(
        self, judging: _Judging, slowdown: Slowdown, job: Job, cores: Sequence[int], stop: Stop
    ) -> Result:
        def on_test(test: TestResult) -> None:
            ordinal = judging.ordinals.get(test.test.name)
            if ordinal is None:  # of no test that is listed, such as that of a static validator
                return
            with judging.lock:
                judging.runs.append(run_of(test, ordinal))
                judging.details[ordinal] = test_detail(job.solution, test, judging.measure)

        return self._gpus.judge(job, cores, stop, slowdown, on_test)

    def _ended(self, judging: _Judging, handle: Handle) -> None:
        """Keeps the result. Called by the thread that has judged it."""
        try:
            if not judging.is_lost:
                self._keep(judging, handle)
        except LeaseLost:
            pass  # another worker has the job: its result counts
        except BaseException as error:  # raised by run()
            self._failure = error
        finally:
            with self._lock:
                self._judging.discard(judging)

    def _keep(self, judging: _Judging, handle: Handle) -> None:
        lease, queue = judging.lease, self._store.queue
        assert lease.judgement
        try:
            result = handle.result()
        except CancelledError:
            queue.release(lease)
            return
        except Exception as error:  # so that one submission does not end the others
            self._fail(lease, error)
            return
        if result.verdict in (Verdict.SKIP, Verdict.JE):
            is_final = result.verdict is Verdict.SKIP
            self._disk.keep(lambda: queue.fail(lease, result.reason, is_final=is_final))
            return
        if result.verdict is not Verdict.AC and (lack := self._disk.lack()):  # which may be what it failed of
            self._fail(lease, NoSpace(lack))
            return
        with judging.lock:
            runs, details = judging.take()
        made = judgement_of(lease.judgement, result, judging.measure, self._host_id)
        detail = solution_detail(result, judging.measure)
        self._disk.keep(lambda: self._store.judgements.finish(lease, made, runs, details, detail))

    def _fail(self, lease: Lease, error: Exception, *, is_final: bool = False) -> None:
        """Keeps the message; what may be done about it is for whoever runs this worker."""
        told = error if isinstance(error, JudgeError) else JudgeError(fault(error))
        assert lease.submission
        self._host.tell(Warned(f"submission {lease.submission.id} is not judged: {told}"))
        self._disk.keep(lambda: self._store.queue.fail(lease, told.message, is_final=is_final))

    def _write_all(self) -> None:
        """Keeps what has become known, and says that this worker lives."""
        for judging in self._under_way():
            with judging.lock:
                now_s = time.monotonic()
                is_due = now_s - judging.written_s >= LEASE_MS / 1000 / BEATS_OF_A_LEASE
                if not judging.runs and not is_due:
                    continue
                runs, details = judging.take()
                judging.written_s = now_s
                try:
                    self._disk.keep(partial(self._write, judging.lease, runs, details))
                except LeaseLost:
                    judging.is_lost = True
            if judging.is_lost and judging.handle:
                self._pool.cancel(judging.handle)

    def _write(self, lease: Lease, runs: Sequence[Run], details: Mapping[int, Any]) -> None:
        if runs:
            self._store.judgements.add_runs(lease, runs, details)
        else:
            self._store.queue.heartbeat(lease)

    def _give_back(self) -> None:
        """What is left when it ends waits for another worker."""
        for judging in self._under_way():
            judging.is_lost = True
            with suppress(LeaseLost, StoreFull):  # it goes back when its lease has run out
                self._store.queue.release(judging.lease)
