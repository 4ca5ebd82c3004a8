"""The problems of a server elsewhere: a package is fetched by its content, once, and kept within bounds; a problem of
the judge itself is taken from this checkout, and must be the same there."""

import hashlib
import os
import shutil
import tempfile
from pathlib import Path, PurePosixPath

from judge.base.errors import JudgeError
from judge.base.units import mebibytes
from judge.client.connection import RemoteJudge
from judge.client.failures import ServerGone
from judge.client.remote_desk import RemoteDesk
from judge.languages.compile_cache import remove_oldest
from judge.project.host import JudgeHost
from judge.service.remote_workers import BundledFile, PackageBundle
from judge.service.shelf import NotHere, Shelf
from judge.store.catalogue_records import ProblemRecord
from judge.store.errors import Unavailable

FOLDER = "fetched-packages"
MOST_BYTES = 8 << 30
"""The total size of the kept packages."""
MOST_OF_ONE_BYTES = 4 << 30


class RemoteShelf(Shelf):
    other_data = NotHere

    def __init__(
        self, host: JudgeHost, judge: RemoteJudge, desk: RemoteDesk, most_bytes: int = MOST_BYTES
    ) -> None:
        super().__init__(host)
        self._judge, self._desk, self._most_bytes = judge, desk, most_bytes
        self._folder = host.installation.data.path / FOLDER
        self._fetched: dict[tuple[int, str], str] = {}
        """The packages' folders, by the problem's number and data."""

    def where(self, problem: ProblemRecord) -> str:
        """The package's folder. Raises JudgeError if the package is not available; Unavailable if it may be later."""
        if not problem.origin:
            return problem.name
        key = problem.id, problem.data_sha256
        place = self._fetched.get(key)
        if place is None or not Path(place).exists():
            bundle = self._desk.ask("GET", f"/problems/{problem.id}/bundle", PackageBundle)
            place = self._fetched[key] = str(self._unpacked(problem.id, bundle))
        os.utime(Path(place).parent)  # the time of its last use
        return place

    def _unpacked(self, number: int, bundle: PackageBundle) -> Path:
        require_harmless(bundle)
        place = self._folder / bundle.digest
        if not place.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            part = Path(tempfile.mkdtemp(dir=self._folder, prefix=".part-"))
            try:
                part.chmod(0o755)  # programs in a sandbox run as another user
                for one in bundle.files:
                    self._fetch(number, one, part / bundle.name / one.path)
                part.rename(place)
            except FileExistsError:  # another worker here was faster
                pass
            finally:
                shutil.rmtree(part, ignore_errors=True)
            remove_oldest(self._folder, self._most_bytes, few=1)
        return place / bundle.name

    def _fetch(self, number: int, one: BundledFile, place: Path) -> None:
        place.parent.mkdir(parents=True, exist_ok=True)
        digest = hashlib.sha256()
        try:
            with place.open("wb") as file:
                for chunk in self._judge.content(
                    f"/worker/problems/{number}/files/{one.sha256}", one.size_bytes
                ):
                    digest.update(chunk)
                    file.write(chunk)
        except ServerGone as error:
            raise Unavailable(error.message) from error
        if digest.hexdigest() != one.sha256:
            raise Unavailable(f"{one.path} came damaged: expected SHA-256 {one.sha256}, found another one.")
        place.chmod(0o755 if one.is_executable else 0o644)


def require_harmless(bundle: PackageBundle) -> None:
    """Raises JudgeError for a path that leads out of the package, and for excessive size."""
    for path in (bundle.name, *(one.path for one in bundle.files)):
        parts = PurePosixPath(path)
        if parts.is_absolute() or ".." in parts.parts or "\0" in path:
            raise JudgeError(f"{path!r}: expected a path within the package.")
    if bundle.name in ("", ".") or "/" in bundle.name:
        raise JudgeError(f"{bundle.name!r}: expected the name of a package.")
    if (size := sum(one.size_bytes for one in bundle.files)) > MOST_OF_ONE_BYTES:
        raise JudgeError(
            f"expected a package of at most {mebibytes(MOST_OF_ONE_BYTES)}, found {mebibytes(size)}."
        )
