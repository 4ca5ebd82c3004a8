"""Background jobs of one kind, done one after another while submissions are judged."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from judge.base.errors import JudgeError, fault, is_disk_full
from judge.base.events import Listener
from judge.service.full_disk import FullDisk, enough
from judge.store.errors import LeaseLost, StoreError, Unavailable
from judge.store.queue_records import JobKind, Lease
from judge.store.store import Store

LEASE_MS = 30_000
BEAT_S = 10.0
LOOK_S = 0.5
"""The time between two looks at an empty queue."""


class Keeper(Protocol):
    """The interface of what keeps leases."""

    def heartbeat(self, lease: Lease) -> None: ...


class Background:
    """Work on one kind of job; a subclass defines the work."""

    KIND: JobKind

    def __init__(self, store: Store, name: str, tell: Listener, lack: Callable[[], str] = enough) -> None:
        """`name`: unique among the store's current workers; `lack`: the disk with too little room."""
        self._store, self._name = store, name
        self._lease: Lease | None = None
        self._stopping = threading.Event()
        self._disk = FullDisk(tell, self._stopping, lack)

    def do(self, payload: Mapping[str, Any]) -> None:
        """Does a job. If it raises, the job fails."""
        raise NotImplementedError

    def rest(self) -> None:
        """Does other work while no job waits."""

    def run(self, *, until_empty: bool = False) -> None:
        """Runs until it is stopped; `until_empty`: or until nothing is left. Raises StoreError."""
        while not self._stopping.is_set():
            has_room, has_done = not self._disk.lack(), False
            with suppress(LeaseLost, Unavailable):  # another worker repeats it once the lease has expired
                has_done = has_room and self._next()
            if has_done:
                continue
            if until_empty and has_room:
                return
            self._stopping.wait(LOOK_S)

    def _next(self) -> bool:
        """Does the next job, if there is one. Raises LeaseLost, Unavailable."""
        self._lease = self._store.queue.claim(self._name, LEASE_MS, kinds=(self.KIND,))
        if self._lease is not None:
            self._do(self._lease)
        else:
            self.rest()
        return self._lease is not None

    def stop(self) -> None:
        """Returns the current job, which may take minutes and can be restarted at any time. Any thread may call it;
        the caller must end running processes."""
        self._stopping.set()
        if lease := self._lease:
            with suppress(StoreError):
                self._store.queue.release(lease)

    def _do(self, lease: Lease) -> None:
        """Raises LeaseLost."""
        with held(self._store.queue, lease):
            try:
                self.do(lease.job.payload or {})
            except StoreError:
                raise
            except Exception as error:  # so that one job does not end the others
                why = error.message if isinstance(error, JudgeError) else fault(error)
                self._store.queue.fail(lease, why, is_final=not is_disk_full(error))
                return
        self._store.queue.complete(lease)


@contextmanager
def held(keeper: Keeper, lease: Lease, also: Callable[[], None] = lambda: None) -> Iterator[None]:
    """The lease, for the `with` block. `also`: called at each heartbeat, too."""
    is_over = threading.Event()

    def beat() -> None:
        with suppress(StoreError):  # the code that completes the job notices it
            while not is_over.wait(BEAT_S):
                with suppress(Unavailable):
                    keeper.heartbeat(lease)
                    also()

    beating = threading.Thread(target=beat, name="heartbeat", daemon=True)
    beating.start()
    try:
        yield
    finally:
        is_over.set()
        beating.join()
