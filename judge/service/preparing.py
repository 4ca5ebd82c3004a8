"""Problems that are made ready behind the pages: asked for in the store, done by a worker, and told of."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from judge.base.errors import JudgeError, fault
from judge.base.priority import Priority
from judge.base.records import Record
from judge.service.shelf import Shelf
from judge.store.errors import StoreError
from judge.store.queue_records import Job, JobKind, JobState, Lease, Resource
from judge.store.store import Store

PROBLEM = "problem"
"""What a job's payload calls it."""
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
        name = str((job.payload or {}).get(PROBLEM, ""))
        failure = job.failure if job.state is JobState.FAILED else ""
        found.setdefault(name, Preparation(name, job.state, failure))
    return [found[name] for name in sorted(found)]


def prepare(shelf: Shelf, store: Store, lease: Lease, beat_s: float) -> None:
    """Does what the lease's job asks for, which may take minutes. A problem that cannot be judged is a job that
    failed. Raises LeaseLost."""
    name = str((lease.job.payload or {}).get(PROBLEM, ""))
    with _held(store, lease, beat_s):
        try:
            shelf.prepare(store, name)
        except StoreError:
            raise
        except Exception as error:  # so that one problem does not end the others
            why = error.message if isinstance(error, JudgeError) else fault(error)
            store.queue.fail(lease, why, is_final=True)
            return
    store.queue.complete(lease)


@contextmanager
def _held(store: Store, lease: Lease, beat_s: float) -> Iterator[None]:
    """The lease, for as long as the `with` block takes."""
    is_over = threading.Event()

    def beat() -> None:
        with suppress(StoreError):  # whoever completes the job hears of it
            while not is_over.wait(beat_s):
                store.queue.heartbeat(lease)

    beating = threading.Thread(target=beat, name="heartbeat", daemon=True)
    beating.start()
    try:
        yield
    finally:
        is_over.set()
        beating.join()
