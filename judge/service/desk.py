"""The desk at which a worker gets its jobs and reports results: that of a store that it opens itself, or of a remote
server (judge/client/remote_desk.py)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

from judge.base.records import Record
from judge.machine.hardware import Hardware
from judge.store.catalogue_records import ProblemRecord, host_of
from judge.store.own_run_records import OwnRun, OwnRunOutcome
from judge.store.own_runs import RUN
from judge.store.queue_records import JobKind, Lease, Resource
from judge.store.records import FileRecord, Judgement, Run
from judge.store.store import Store


class JobSubject(Record, frozen=True):
    """The subject of a job."""

    problem: ProblemRecord
    files: tuple[FileRecord, ...]
    own_run: OwnRun | None = None
    """Null: a submission is judged."""
    typed: bytes = b""
    """The input of an own run."""


class Desk(Protocol):
    """A desk at which workers get their jobs, for any number of threads. Raises Unavailable if it cannot be reached:
    requests may be repeated."""

    flush_s: float
    """The interval at which results are handed in."""
    idle_s: float
    """The time between two looks at an empty queue."""

    def host_id(self, hardware: Hardware) -> int:
        """The number of this machine in results."""
        ...

    def beat(self, name: str, kind: str, device: str) -> None:
        """Records that a worker is alive."""
        ...

    def leave(self, name: str) -> None:
        """Records that a worker has ended regularly."""
        ...

    def claim(
        self,
        worker: str,
        lease_ms: int,
        kinds: Iterable[JobKind],
        resources: Iterable[Resource],
        held: Collection[int],
    ) -> Lease | None:
        """The next job; None: there is none. `held`: the worker's jobs."""
        ...

    def given(self, lease: Lease) -> JobSubject:
        """Raises LeaseLost if a server notices that."""
        ...

    def heartbeat(self, lease: Lease) -> None:
        """Prolongs the lease. Raises LeaseLost, as do the following methods."""
        ...

    def release(self, lease: Lease) -> None: ...

    def fail(self, lease: Lease, why: str, *, is_final: bool = False) -> object: ...

    def add_runs(self, lease: Lease, runs: Sequence[Run], details: Mapping[int, Any]) -> None: ...

    def finish(
        self,
        lease: Lease,
        judgement: Judgement,
        runs: Sequence[Run],
        details: Mapping[int, Any],
        detail: Any,
    ) -> object: ...

    def finish_own_run(self, lease: Lease, outcome: OwnRunOutcome) -> None: ...


class StoreDesk:
    """The desk of a store that this process has open."""

    flush_s, idle_s = 0.1, 0.2

    def __init__(self, store: Store, *, hears_all: bool = True) -> None:
        """`hears_all`: whether each answer reaches the worker; otherwise a claim whose answer was lost is repeated."""
        self._store, self._hears_all = store, hears_all
        self.heartbeat, self.release = store.queue.heartbeat, store.queue.release
        self.leave = store.heartbeats.end
        self.fail = store.queue.fail
        self.add_runs, self.finish = store.judgements.add_runs, store.judgements.finish
        self.finish_own_run = store.own_runs.finish

    def host_id(self, hardware: Hardware) -> int:
        return self._store.catalogue.put_host(host_of(hardware)).id

    def beat(self, name: str, kind: str, device: str) -> None:
        self._store.heartbeats.beat(name, kind, device)
        self._store.own_runs.forget_old()

    def claim(
        self,
        worker: str,
        lease_ms: int,
        kinds: Iterable[JobKind],
        resources: Iterable[Resource],
        held: Collection[int],
    ) -> Lease | None:
        known = None if self._hears_all else held
        return self._store.queue.claim(worker, lease_ms, kinds=kinds, resources=resources, held=known)

    def given(self, lease: Lease) -> JobSubject:
        if lease.submission is not None:
            problem = self._store.catalogue.get(ProblemRecord, lease.submission.problem_id)
            return JobSubject(problem, tuple(self._store.submissions.files(lease.submission.id)))
        number = int((lease.job.payload or {})[RUN])
        files, typed = self._store.own_runs.given(number)
        run = self._store.own_runs.get(number).run
        return JobSubject(self._store.catalogue.get(ProblemRecord, run.problem_id), tuple(files), run, typed)
