"""The server's side of workers on other machines, which know the server's address and a token but not its store. With
its token, a worker can reach only the jobs that it claimed. A package is sent as a list of its files with their
SHA-256, and then each file that the worker lacks."""

import hashlib
import json
import threading
from collections import OrderedDict
from pathlib import Path

from msgspec import Struct

from judge.base.outside_folders import files_of_package
from judge.base.records import Positive, Record
from judge.machine.hardware import Hardware
from judge.problems.manifest import sha256_of
from judge.service.desk import StoreDesk
from judge.service.refusals import NotForViewer, Refused
from judge.service.shelf import Shelf
from judge.store.catalogue_records import ProblemRecord
from judge.store.queue_records import Lease
from judge.store.store import Store

PROTOCOL = 1
"""The version of the protocol, raised with every change of it."""
MOST_KEPT = 100
"""The number of packages whose lists are cached."""


class WorkerHello(Record, frozen=True):
    """The machine of a worker, which results will name."""

    protocol: Positive
    hardware: Hardware


class BundledFile(Record, frozen=True):
    """A file of a package, by its path below it."""

    path: str
    sha256: str
    size_bytes: int
    is_executable: bool = False


class PackageBundle(Record, frozen=True):
    """A package in the form in which it is sent."""

    name: str
    """The name of its folder, or of its only file."""
    files: tuple[BundledFile, ...]
    protocol: Positive = PROTOCOL

    @property
    def digest(self) -> str:
        """The digest of all of it."""
        told = [self.name, *([one.path, one.sha256, one.is_executable] for one in self.files)]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()


class _Listed(Struct, frozen=True):
    bundle: PackageBundle
    places: dict[str, Path]
    """Paths of the files, by their SHA-256."""


class RemoteWorkers:
    """Workers on other machines, for any number of threads."""

    def __init__(self, store: Store, shelf: Shelf) -> None:
        self._store, self._shelf = store, shelf
        self.desk = StoreDesk(store, hears_all=False)
        self._listed: OrderedDict[tuple[int, str, str], _Listed] = OrderedDict()
        """Lists by the problem's number, data and place."""
        self._lock = threading.Lock()

    def name(self, token_id: int, given: str) -> str:
        """A worker's name in the store: no token can take the name of another's."""
        return f"{given}@{token_id}"

    def lease(self, token_id: int, number: int, attempt: int) -> Lease:
        """Raises LeaseLost, NotInStore, and Refused if another token's worker has the job."""
        lease = self._store.queue.lease(number, attempt)
        if not (lease.job.worker or "").endswith(f"@{token_id}"):
            raise Refused(f"job {number} is not one of this token's workers.")
        return lease

    def bundle(self, problem_id: int) -> PackageBundle:
        """The package of a problem. Raises NotForViewer if it has none, and JudgeError if it cannot be read."""
        return self._of(problem_id).bundle

    def file(self, problem_id: int, sha256: str) -> Path:
        """The path of a file of the package. Raises as bundle() does."""
        place = self._of(problem_id).places.get(sha256)
        if place is None:
            raise NotForViewer("the package has no such file.")
        return place

    def _of(self, problem_id: int) -> _Listed:
        problem = self._store.catalogue.get(ProblemRecord, problem_id)
        if not problem.origin:
            raise NotForViewer(f"{problem.name} is one of the judge's own: it has no package.")
        key = problem.id, problem.data_sha256, problem.origin
        with self._lock:
            listed = self._listed.get(key)
            if listed is None:
                listed = self._listed[key] = _list(Path(self._shelf.place_of(problem.origin)))
                if len(self._listed) > MOST_KEPT:
                    self._listed.popitem(last=False)
            return listed


def _list(origin: Path) -> _Listed:
    files, places = [], {}
    for place in files_of_package(origin) if origin.is_dir() else [origin]:
        found, sha256 = place.stat(), sha256_of(place)
        path = str(place.relative_to(origin)) if place != origin else ""
        files.append(BundledFile(path, sha256, found.st_size, bool(found.st_mode & 0o100)))
        places[sha256] = place
    return _Listed(PackageBundle(origin.name, tuple(files)), places)
