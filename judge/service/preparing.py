"""Problems that are prepared in the background: requested in the store, done by a worker, and reported."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from judge.base.priority import Priority
from judge.base.records import Record
from judge.service.background import Background
from judge.service.full_disk import enough
from judge.service.shelf import Shelf
from judge.service.version_check import VersionCheck
from judge.store.packages import VERSION
from judge.store.queue_records import JobKind, JobRecord, JobState, Resource
from judge.store.store import Store

PROBLEM = "problem"
"""The key for it in the job's payload."""


class Preparation(Record, frozen=True):
    """The progress of preparing a problem."""

    name: str
    """The name as it was given: that of a problem here, or the path of a package."""
    state: JobState
    failure: str
    """Why it cannot be judged; empty unless it failed."""


def ask_for(store: Store, names: Iterable[str]) -> None:
    """Queues their preparation, unless it is waiting or in progress already."""
    under_way = {one.name for one in preparations(store) if one.state.is_open}
    for name in names:
        if name not in under_way:
            job = JobRecord(JobKind.PREPARE, Resource.ALL_CORES, Priority.MEASURING, payload={PROBLEM: name})
            store.queue.put(job)


def preparations(store: Store) -> list[Preparation]:
    """The last preparation of each problem, by name."""
    found: dict[str, Preparation] = {}
    for job in store.queue.of_kind(JobKind.PREPARE):  # the newest first
        if VERSION in (job.payload or {}):
            continue  # reported separately
        name = str((job.payload or {}).get(PROBLEM, ""))
        failure = job.failure if job.state is JobState.FAILED else ""
        found.setdefault(name, Preparation(name, job.state, failure))
    return [found[name] for name in sorted(found)]


def preparation_of(known: Iterable[Preparation], name: str, origin: str = "") -> Preparation | None:
    """The preparation of a problem; None: nothing was requested. `origin`: its package, unless it is one of this
    judge's own."""
    return next((one for one in known if one.name == (origin or name)), None)


class Preparer(Background):
    """Makes problems ready one after another, while submissions to others are judged: runs take turns on a core."""

    KIND = JobKind.PREPARE

    def __init__(
        self,
        shelf: Shelf,
        store: Store,
        name: str,
        versions: VersionCheck | None = None,
        lack: Callable[[], str] = enough,
    ) -> None:
        """`versions`: checks packages."""
        super().__init__(store, name, shelf.tell, lack)
        self._shelf, self._versions = shelf, versions

    def do(self, payload: Mapping[str, Any]) -> None:
        """Prepares a problem. If it cannot be judged, the job fails."""
        if VERSION in payload and self._versions:
            self._versions.check(int(payload[VERSION]))
        else:
            self._shelf.prepare(self._store, str(payload.get(PROBLEM, "")))

    def rest(self) -> None:
        if self._versions:
            self._versions.look()
