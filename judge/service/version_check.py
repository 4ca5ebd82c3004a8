"""A worker's check of the versions of problems: each is unpacked, made ready, judged against itself, and opened if
nothing differs. Packages dropped into the data folder's `problems/` are picked up from there."""

import time
from contextlib import suppress
from pathlib import Path

from judge.base.errors import JudgeError, fault, is_disk_full
from judge.base.events import Warned
from judge.base.records import replace
from judge.base.text import as_utf8
from judge.base.trees import remove_tree
from judge.problems.formats.find import is_package
from judge.problems.formats.own import problem_ids
from judge.problems.lesson_file import lesson_folder
from judge.project.host import JudgeHost
from judge.service.checking import faults_of_data, judge_own
from judge.service.package_files import DROPPED, KEPT, mark_of, name_of_package, remove_package, taken_apart
from judge.service.shelf import Shelf, as_opened
from judge.store.errors import ChangedMeanwhile, StoreError
from judge.store.package_records import Outcome, PackageVersion, Stage
from judge.store.store import Store

LOOK_S = 5.0
"""The time between two looks into the folder."""
MOST_FAULTS = 100
"""The most lines that are stored."""
NOBODY_ACCEPTED = (
    "no submission of its own is accepted here: nothing shows that its data, validators and limits are right"
)


class VersionCheck:
    def __init__(self, host: JudgeHost, store: Store, shelf: Shelf, data: Path) -> None:
        """`data`: the folder of packages."""
        self._host, self._store, self._shelf, self._data = host, store, shelf, data
        self._looked_s = -LOOK_S
        self._seen: dict[str, str] = {}
        """The folder's content at the last look: the mark by the path."""

    def check(self, number: int) -> None:
        """Checks a version, and records on it why it cannot be judged. Raises StoreError."""
        packages = self._store.packages
        version = packages.get(number)
        if version.stage is Stage.DROPPED:
            remove_package(self._data, version.origin)
            return
        packages.begin(number)
        try:
            checked = self._checked(version)
        except StoreError:
            raise
        except Exception as error:  # so that one package does not end the others
            if is_disk_full(error):  # it is checked again once there is room
                raise
            why = error.message if isinstance(error, JudgeError) else fault(error)
            why = as_utf8(why).replace(f"{self._data}/", "")
            packages.end(replace(packages.get(number), outcome=Outcome.BROKEN, failure=why))
            return
        ended = packages.end(checked)
        if ended.outcome is Outcome.CLEAN and ended.stage is Stage.OFFERED:
            with suppress(ChangedMeanwhile):  # only the staff opens it over a later one
                open_version(self._store, self._shelf, ended, over_later=False)

    def _checked(self, version: PackageVersion) -> PackageVersion:
        packages = self._store.packages
        if version.origin:
            require_free_name(self._host, version.name)
            version = self._taken_apart(version)
        place = self._shelf.place_of(version.origin) or version.name
        prepared = self._shelf.made_ready(place, version.name)
        faults = faults_of_data(self._host, prepared)
        checks = judge_own(self._host, prepared, lambda check: packages.add_check(version.id, check))
        if not any(one.expected == one.found == "AC" for one in checks):
            faults.append(NOBODY_ACCEPTED)
        is_clean = not faults and all(one.as_expected for one in checks)
        return replace(
            version,
            title=prepared.problem.title,
            data_sha256=prepared.sha256,
            faults=tuple(as_utf8(one) for one in faults[:MOST_FAULTS]),
            outcome=Outcome.CLEAN if is_clean else Outcome.DIFFERS,
            failure="",
        )

    def _taken_apart(self, version: PackageVersion) -> PackageVersion:
        origin = f"{KEPT}/{version.id}/{version.name}"
        if version.origin.startswith(f"{KEPT}/{version.id}/"):  # it was, before
            return version
        given = self._data / version.origin
        taken_apart(given, self._data / origin)
        self._store.packages.place(version.id, origin)
        if version.origin.startswith(f"{KEPT}/"):
            remove_tree(given.parent)
        return replace(version, origin=origin)

    def look(self) -> None:
        """Picks up a package in the folder once it is unchanged since the last look: then it is complete."""
        if time.monotonic() - self._looked_s < LOOK_S:
            return
        self._looked_s = time.monotonic()
        folder = self._data / DROPPED
        if not folder.is_dir():
            return
        seen = {}
        for path in sorted(folder.iterdir()):
            if path.name.startswith(".") or not is_package(str(path)):
                continue
            try:
                mark, size = mark_of(path)
                name = name_of_package(path.name)
            except (JudgeError, OSError) as error:
                if path.name not in self._seen:
                    self._host.tell(Warned(f"{path}: {error}"))
                seen[path.name] = ""
                continue
            seen[path.name] = mark
            if self._seen.get(path.name) == mark and not self._is_known(name, mark):
                version = PackageVersion(name, f"{DROPPED}/{path.name}", mark=mark, size_bytes=size)
                self._store.packages.offer(version)
        self._seen = seen

    def _is_known(self, name: str, mark: str) -> bool:
        return any(one.mark == mark for one in self._store.packages.newest(name=name))


def require_free_name(host: JudgeHost, name: str) -> None:
    """Raises JudgeError."""
    if name in problem_ids(host.installation) or lesson_folder(host.installation, name):
        raise JudgeError(f"{name} is a problem of this installation: give the package another name.")


def open_version(store: Store, shelf: Shelf, version: PackageVersion, *, over_later: bool = True) -> None:
    """`over_later`: also in place of a later version. Raises JudgeError if it cannot be judged."""
    prepared = shelf.made_ready(shelf.place_of(version.origin) or version.name, version.name)
    store.packages.open(version.id, as_opened(prepared, version.origin), over_later=over_later)
