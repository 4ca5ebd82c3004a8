"""Backups of a data folder: one file, made while it is served, with a checksum for each of its parts.

The database comes first, in a consistent state (SQLite's online backup); then the files of the folder, to which the
database refers and which are only ever added. So every file that the copied database names is there.
"""

import gzip
import hashlib
import io
import os
import sqlite3
import tarfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

import msgspec

from judge.base.errors import JudgeError
from judge.base.outside_folders import MOST_FILES, fault_of_link, files_of_package, leads_back
from judge.base.records import Record, decoded
from judge.base.scratch import scratch_folder
from judge.base.sqlite import connect, explain, version_of
from judge.store.sqlite_dialect import KIND

STORE = "store.sqlite"
MANIFEST = "manifest.json"
FORMAT = 1
MOST_OF_A_MANIFEST = 64 << 20
OWN = (STORE, f"{STORE}-wal", f"{STORE}-shm", "lock", "sign-in-link", MANIFEST)
"""Names in the folder that are not copied."""
WHOLE = ("packages", "contests")
"""Folders of packages, and of contests with theirs: all in them was put there by the judge."""
DROPPED = "problems"
"""A folder of packages that belong to their owners."""
OnLeftOut = Callable[[Path, str], None]
CHUNK = 1 << 20


class BackupPart(Record, frozen=True, array_like=True):
    """A file of a backup."""

    name: str
    bytes: int
    sha256: str


class BackupManifest(Record, frozen=True, forbid_unknown_fields=False):
    """What a backup holds."""

    format: int
    schema: int
    """The version of the database's schema."""
    parts: tuple[BackupPart, ...]


def back_up(data: Path, file: Path, on_left_out: OnLeftOut = lambda *_: None) -> BackupManifest:
    """Writes the backup of a data folder, whether or not it is served. Raises JudgeError; a partial file is removed.

    `on_left_out`: called with each link in a package that nothing may be read through, and the reason.
    """
    if not (data / STORE).is_file():
        raise JudgeError(
            f"{data}: expected the data folder of judge serve, with its {STORE}, found none. Name it with --data; a "
            "store in PostgreSQL is copied by pg_dump -Fc DATABASE > FILE."
        )
    if file.exists():
        raise JudgeError(f"{file} exists and is left unchanged: move it away, or choose another name.")
    partial = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with scratch_folder(file.resolve().parent) as folder:
            schema = _copied_store(data / STORE, folder / STORE)
            sources = [(STORE, folder / STORE), *_files_of(data, on_left_out)]
            descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as raw:
                manifest = _written(raw, sources, schema)
                raw.flush()
                os.fsync(raw.fileno())
        partial.rename(file)
    except OSError as error:
        raise JudgeError(
            f"{error.filename or file}: {error.strerror}: no backup was made. Free some space, or name another one."
        ) from error
    finally:
        partial.unlink(missing_ok=True)
    return manifest


def _copied_store(store: Path, copy: Path) -> int:
    """Copies the database in a consistent state; returns the version of its schema."""
    try:
        source, target = connect(store, "rw"), sqlite3.connect(copy)
        try:
            version = version_of(source, store, KIND)
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
            return version
        finally:
            source.close()
            target.close()
    except sqlite3.Error as error:
        raise JudgeError(explain(error, store, KIND)) from error


def _files_of(data: Path, on_left_out: OnLeftOut) -> Iterator[tuple[str, Path]]:
    """Regular files of the folder except the database, without incoming and temporary ones. A link in a package counts
    as what it leads to. Raises JudgeError for a link in the place of a package."""
    for place, folders, names in os.walk(data):
        here = Path(place)
        parts = here.relative_to(data).parts
        folders[:] = sorted(name for name in folders if not name.startswith((".", "warp-judge-scratch-")))
        if len(parts) == 2 and parts[0] in (*WHOLE, DROPPED):
            folders.clear()
            paths = _dropped(here, on_left_out) if parts[0] == DROPPED else _whole(here, on_left_out)
        else:
            shown = [here / name for name in sorted(names) if not name.startswith(".")]
            for path in (*(here / name for name in folders), *shown):
                if path.is_symlink() and (*parts, path.name)[0] in WHOLE:
                    raise JudgeError(f"{path} is a link: no backup was made. Put the folder there instead.")
            paths = [path for path in shown if path.is_file() and not path.is_symlink()]
        for path in paths:
            relative = path.relative_to(data).as_posix()
            if relative not in OWN:
                yield relative, path


def _dropped(folder: Path, on_left_out: OnLeftOut) -> list[Path]:
    """The files of a package that belongs to somebody else."""
    try:
        return files_of_package(folder)
    except JudgeError as error:
        on_left_out(folder, error.message)
        return []


def _whole(folder: Path, on_left_out: OnLeftOut) -> list[Path]:
    """The files of a package or contest, hidden ones too, and through links that the judge reads through."""
    found, linked, real = [], 0, folder.resolve()
    for place, folders, names in os.walk(folder, followlinks=True, onerror=_unread):
        folders.sort()
        # Links to folders with links can show a few files very many times.
        if Path(place).resolve() != real / Path(place).relative_to(folder):
            linked += len(folders) + len(names)
        if linked > MOST_FILES:
            raise JudgeError(
                f"{folder}: links show more than {MOST_FILES} files and folders: no backup was made."
            )
        for path in (Path(place, name) for name in (*folders, *sorted(names))):
            if path.is_symlink() and (fault := _fault_of(path, folder)):
                on_left_out(path, fault)
                if path.name in folders:
                    folders.remove(path.name)
            elif path.is_file():
                found.append(path)
    return found


def _unread(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):  # it was removed since its folder was listed
        raise error


def _fault_of(link: Path, folder: Path) -> str | None:
    """The reason why nothing is read through a link in a package; None: it is."""
    back = "is a link to a folder that contains it" if leads_back(link, folder) else None
    return fault_of_link(link, folder, folder.resolve()) or back


def _written(raw: io.BufferedWriter, sources: list[tuple[str, Path]], schema: int) -> BackupManifest:
    parts = []
    with tarfile.open(fileobj=raw, mode="w:gz", compresslevel=1) as tar:
        for name, path in sources:
            try:
                content = path.open("rb")
            except FileNotFoundError:  # it was removed since the folder was listed
                continue
            with content:
                member = tarfile.TarInfo(name)
                member.size = os.fstat(content.fileno()).st_size
                member.mode = 0o600
                hashed = _Hashed(content)
                tar.addfile(member, hashed)  # type: ignore[arg-type]  # only its read() is needed
                parts.append(BackupPart(name, member.size, hashed.digest.hexdigest()))
        manifest = BackupManifest(FORMAT, schema, tuple(parts))
        text = msgspec.json.encode(manifest)
        member = tarfile.TarInfo(MANIFEST)
        member.size = len(text)
        tar.addfile(member, io.BytesIO(text))
    return manifest


class _Hashed:
    """A file that is hashed as it is read."""

    def __init__(self, content: io.BufferedReader) -> None:
        self._content, self.digest = content, hashlib.sha256()

    def read(self, most: int) -> bytes:
        piece = self._content.read(most)
        self.digest.update(piece)
        return piece


def restore(file: Path, data: Path) -> BackupManifest:
    """Makes a data folder from a backup. Raises JudgeError for a backup that is damaged or newer, or a folder that is
    not empty; then nothing of it stays there."""
    if data.exists() and any(data.iterdir()):
        raise JudgeError(f"{data} is not empty and is left unchanged: name a new folder with --data.")
    data.parent.mkdir(parents=True, exist_ok=True)
    try:
        with scratch_folder(data.resolve().parent) as folder:
            found = _unpacked(file, folder / "data")
            manifest = _checked(file, found, folder / "data" / MANIFEST)
            (folder / "data" / MANIFEST).unlink()
            if data.exists():
                data.rmdir()
            (folder / "data").rename(data)
        return manifest
    except (OSError, EOFError, tarfile.TarError, zlib.error, ValueError) as error:
        raise JudgeError(f"{file}: expected a backup of judge backup: {error}. Take another one.") from error


def _unpacked(file: Path, folder: Path) -> dict[str, BackupPart]:
    """The content of the archive, by name."""
    folder.mkdir(mode=0o700)
    found = {}
    with gzip.open(file) as raw, tarfile.open(fileobj=raw, mode="r:") as tar:
        for member in tar:
            path = PurePosixPath(member.name)
            if not member.isreg() or path.is_absolute() or ".." in path.parts or member.name in found:
                raise ValueError(f"it holds {member.name!r}, which is not a file of a data folder")
            content = tar.extractfile(member)
            assert content
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            hashed = _Hashed(content)  # type: ignore[arg-type]
            with target.open("xb") as written:
                while piece := hashed.read(CHUNK):
                    written.write(piece)
            target.chmod(0o600)
            found[member.name] = BackupPart(member.name, member.size, hashed.digest.hexdigest())
        while raw.read(CHUNK):  # to its own checksum, at its end
            pass
    return found


def _checked(file: Path, found: dict[str, BackupPart], manifest: Path) -> BackupManifest:
    if MANIFEST not in found or found[MANIFEST].bytes > MOST_OF_A_MANIFEST:
        raise ValueError(f"it has no {MANIFEST}: it ends early")
    try:
        listed = decoded(manifest.read_bytes(), BackupManifest)
    except ValueError as error:
        raise ValueError(f"its {MANIFEST} is not a manifest: {error}") from error
    if listed.format > FORMAT or listed.schema > KIND.version:
        raise JudgeError(
            f"{file} was written by a newer Warp Judge (schema {listed.schema}, this one supports {KIND.version}): "
            "update Warp Judge, then restore it."
        )
    wanted = {one.name: one for one in listed.parts}
    for name in sorted(wanted.keys() | (found.keys() - {MANIFEST})):
        if found.get(name) != wanted.get(name):
            raise ValueError(f"{name} is damaged or missing (its sha256 is not the one that was noted)")
    return listed
