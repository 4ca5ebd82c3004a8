"""Problems that are made ready behind the pages: asked for in the store, done by a worker, and told of."""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

from judge.base.errors import JudgeError, fault, is_disk_full
from judge.base.priority import Priority
from judge.base.records import Record
from judge.service.full_disk import FullDisk, enough
from judge.service.shelf import Shelf
from judge.service.version_check import VersionCheck
from judge.store.errors import LeaseLost, StoreError, StoreFull
from judge.store.packages import VERSION
from judge.store.queue_records import Job, JobKind, JobState, Lease, Resource
from judge.store.store import Store

PROBLEM = "problem"
"""What a job's payload calls it."""
LEASE_MS = 30_000
BEAT_S = 10.0
LOOK_S = 0.5
"""Between looks at an empty queue."""
OPEN = (JobState.QUEUED, JobState.RUNNING)


class Preparation(Record, frozen=True):
    """How far a problem has got that is to be made ready."""

    name: str
    """As it was given: that of a problem here, or the path of a package."""
    state: JobState
    failure: str
    """Why it cannot be judged; empty unless it failed."""


def ask_for(store: Store, names: Iterable[str]) -> None:
    """Queues their preparation, unless that waits or is under way already."""
    under_way = {one.name for one in preparations(store) if one.state in OPEN}
    for name in names:
        if name not in under_way:
            job = Job(JobKind.PREPARE, Resource.ALL_CORES, Priority.MEASURING, payload={PROBLEM: name})
            store.queue.put(job)


def preparations(store: Store) -> list[Preparation]:
    """The last one of each problem, by name."""
    found: dict[str, Preparation] = {}
    for job in store.queue.of_kind(JobKind.PREPARE):  # the newest first
        if VERSION in (job.payload or {}):
            continue  # told of by itself
        name = str((job.payload or {}).get(PROBLEM, ""))
        failure = job.failure if job.state is JobState.FAILED else ""
        found.setdefault(name, Preparation(name, job.state, failure))
    return [found[name] for name in sorted(found)]


class Preparer:
    """Makes problems ready one after another, while submissions to others are judged: runs take turns on a core."""

    def __init__(
        self,
        shelf: Shelf,
        store: Store,
        name: str,
        versions: VersionCheck | None = None,
        lack: Callable[[], str] = enough,
    ) -> None:
        """`name`: no other worker of the store has it at the same time; `versions`: what checks packages; `lack`: which
        disk has too little room."""
        self._shelf, self._store, self._name, self._versions = shelf, store, name, versions
        self._lease: Lease | None = None
        self._stopping = threading.Event()
        self._disk = FullDisk(shelf.tell, self._stopping, lack)

    def run(self, *, until_empty: bool = False) -> None:
        """Until it is stopped; `until_empty`: or until nothing is left. Raises StoreError."""
        while not self._stopping.is_set():
            has_room, has_done = not self._disk.lack(), False
            with suppress(LeaseLost, StoreFull):  # somebody does it again, once its lease has run out
                has_done = has_room and self._next()
            if has_done:
                continue
            if until_empty and has_room:
                return
            self._stopping.wait(LOOK_S)

    def _next(self) -> bool:
        """Prepares what is next, if there is any. Raises LeaseLost, StoreFull."""
        self._lease = self._store.queue.claim(self._name, LEASE_MS, kinds=(JobKind.PREPARE,))
        if self._lease is not None:
            self._prepare(self._lease)
        elif self._versions:
            self._versions.look()
        return self._lease is not None

    def stop(self) -> None:
        """Gives back what it prepares, which takes minutes and can be begun again at any time. For any thread; what
        runs for it is the caller's to end."""
        self._stopping.set()
        if lease := self._lease:
            with suppress(StoreError):
                self._store.queue.release(lease)

    def _prepare(self, lease: Lease) -> None:
        """A problem that cannot be judged is a job that failed. Raises LeaseLost."""
        payload = lease.job.payload or {}
        with _held(self._store, lease):
            try:
                if VERSION in payload and self._versions:
                    self._versions.check(int(payload[VERSION]))
                else:
                    self._shelf.prepare(self._store, str(payload.get(PROBLEM, "")))
            except StoreError:
                raise
            except Exception as error:  # so that one problem does not end the others
                why = error.message if isinstance(error, JudgeError) else fault(error)
                self._store.queue.fail(lease, why, is_final=not is_disk_full(error))
                return
        self._store.queue.complete(lease)


@contextmanager
def _held(store: Store, lease: Lease) -> Iterator[None]:
    """The lease, for as long as the `with` block takes."""
    is_over = threading.Event()

    def beat() -> None:
        with suppress(StoreError):  # whoever completes the job hears of it
            while not is_over.wait(BEAT_S):
                with suppress(StoreFull):
                    store.queue.heartbeat(lease)

    beating = threading.Thread(target=beat, name="heartbeat", daemon=True)
    beating.start()
    try:
        yield
    finally:
        is_over.set()
        beating.join()
