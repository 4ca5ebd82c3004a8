"""The files of submissions: each content is stored once, by its sha256, and compressed."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from msgspec import Struct

from judge.store.compression import MOST_BYTES, compressed, uncompressed
from judge.store.database import Transaction
from judge.store.errors import StoreError
from judge.store.records import FileRecord

FILES_AT_MOST, NAME_AT_MOST = 300, 200


class PackedSource(Struct, frozen=True):
    """The files of a submission, checked and compressed before a transaction begins."""

    sha256: str | None
    """The digest of all of them; None: there is none."""
    names: Mapping[str, str]
    """The content of each, by its sha256."""
    contents: Mapping[str, tuple[int, bytes]]
    """Size and compressed bytes, by sha256."""


def pack(files: Sequence[FileRecord]) -> PackedSource:
    """Raises StoreError for files that must not be stored."""
    _require_room(files)
    names: dict[str, str] = {}
    contents: dict[str, tuple[int, bytes]] = {}
    for file in files:
        _require_name(file.name)
        if file.name in names:
            raise StoreError(f"{file.name}: expected each file once, found it twice.")
        address = hashlib.sha256(file.content).hexdigest()
        names[file.name] = address
        if address not in contents:
            contents[address] = len(file.content), compressed(file.content, file.name)
    return PackedSource(address_of(names), names, contents)


def address_of(names: Mapping[str, str]) -> str | None:
    """The digest of all files together; for a single one its own, whatever its name."""
    if len(names) < 2:
        return next(iter(names.values()), None)
    lines = "".join(f"{name}\0{address}\n" for name, address in sorted(names.items()))
    return hashlib.sha256(lines.encode()).hexdigest()


def put_files(transaction: Transaction, submission_id: int, source: PackedSource) -> None:
    transaction.put(
        "source_files",
        [
            {"sha256": address, "size_bytes": size, "compressed": content}
            for address, (size, content) in sorted(source.contents.items())  # always in the same order
        ],
        on_conflict="ON CONFLICT (sha256) DO NOTHING",
    )
    transaction.put(
        "submission_files",
        [
            {"submission_id": submission_id, "name": name, "file_sha256": address}
            for name, address in source.names.items()
        ],
    )


def files_of(transaction: Transaction, submission_id: int) -> list[FileRecord]:
    """Files by name. Raises StoreError for a damaged one."""
    rows = transaction.rows(
        "SELECT name, sha256, size_bytes, compressed FROM submission_files "
        "JOIN source_files ON sha256 = file_sha256 WHERE submission_id = ? ORDER BY name",
        submission_id,
    )
    files = []
    for name, address, size, content in rows:
        what = f"{name} of submission {submission_id}"
        file = FileRecord(name, uncompressed(bytes(content), what, size))
        if hashlib.sha256(file.content).hexdigest() != address:
            raise StoreError(f"{what} is damaged in the store (sha256 {address}): restore a backup.")
        files.append(file)
    return files


def _require_room(files: Sequence[FileRecord]) -> None:
    if len(files) > FILES_AT_MOST:
        raise StoreError(f"expected at most {FILES_AT_MOST} files, found {len(files):,}.")
    if (size := sum(len(file.content) for file in files)) > MOST_BYTES:
        raise StoreError(f"expected at most {MOST_BYTES:,} bytes of source, found {size:,}.")


def _require_name(name: str) -> None:
    path = PurePosixPath(name)
    is_plain = name.isprintable() and str(path) == name and not path.is_absolute() and ".." not in path.parts
    if not is_plain or name == "." or len(name) > NAME_AT_MOST:
        raise StoreError(
            f"{name!r}: expected a file's name of at most {NAME_AT_MOST} characters below the submitted folder."
        )
