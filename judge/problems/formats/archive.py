"""Unpacks a zipped package, which may be damaged or malicious; one that is refused leaves nothing behind."""

import stat
import zipfile
from pathlib import Path, PurePosixPath

from judge.base.errors import JudgeError
from judge.base.outside_files import opened, reading
from judge.base.outside_folders import DEEPEST, MOST_FILES
from judge.base.scratch import lasting_folder
from judge.base.trees import remove_tree
from judge.base.units import plural
from judge.problems.formats.zip_names import name_of

SUFFIXES = (".zip", ".kpp")
MOST_BYTES = 4 << 30
"""The size of all unpacked files."""
LIST_BYTES = 16 << 20
"""The size of the zip file beyond its files."""
LINK_BYTES = 4096
"""The length of a link's target."""
PART_BYTES = 1 << 20
IS_ENCRYPTED = 0x1
PASSED_OVER = "__MACOSX"
"""Files that a Mac adds."""


def unpacked_package(file: Path) -> Path:
    """The folder of the package, which exists until the judge ends. Raises JudgeError."""
    return _package_in(unpacked(file, MOST_BYTES, "a problem package"))


def unpacked(file: Path, most_bytes: int, expected: str, most_files: int | None = None) -> Path:
    """A folder with its files, no more than `most_bytes`, which exists until the judge ends. Raises JudgeError.

    `expected`: what the files are, as text.
    """
    folder = lasting_folder()
    try:
        with opened(file) as content, reading(file, "Make the zip file again."):
            if (size := file.stat().st_size) > most_bytes + LIST_BYTES:
                raise JudgeError(f"{file} has {size} bytes: expected at most {most_bytes}, unpacked.")
            with zipfile.ZipFile(content) as archive:
                named = [(name_of(one), one) for one in archive.infolist()]
                entries = [(name, one) for name, one in named if name and not name.startswith(PASSED_OVER)]
                _check(file, entries, most_bytes, expected, most_files or MOST_FILES)
                left = most_bytes
                for name, entry in entries:
                    left = _unpack(file, archive, entry, folder / name, left, most_bytes)
    except BaseException:
        remove_tree(folder)
        raise
    return folder


def _package_in(folder: Path) -> Path:
    """The folder that the archive was made from, if its files are not at the top."""
    entries = list(folder.iterdir())
    is_inside = len(entries) == 1 and entries[0].is_dir() and not entries[0].is_symlink()
    return entries[0] if is_inside else folder


def _check(
    file: Path, entries: list[tuple[str, zipfile.ZipInfo]], most_bytes: int, expected: str, most_files: int
) -> None:
    """Checks the archive's list before anything is written. Raises JudgeError."""
    if len(entries) > most_files:
        raise JudgeError(
            f"{file}: the zip file has {len(entries)} entries, at most {most_files} are allowed."
        )
    files = {name for name, _ in entries if not name.endswith("/")}
    if not files:
        raise JudgeError(f"{file}: the zip file has no files: expected {expected}.")
    total = sum(entry.file_size for _, entry in entries)
    if total > most_bytes:
        raise JudgeError(
            f"{file}: the zip file would unpack to {total} bytes, at most {most_bytes} are allowed."
        )
    seen: set[str] = set()
    for full_name, entry in entries:
        name = full_name.rstrip("/")
        where = f"{file}: entry {name!r}"
        parts = name.split("/")
        # zipfile has cut off everything after a NUL.
        if name.startswith("/") or ".." in parts or "\0" in entry.orig_filename or ":" in parts[0]:
            raise JudgeError(f"{where} leads out of the archive, or is not a relative path. Remove it.")
        if not name:
            raise JudgeError(f"{where}: expected the name of a file or a folder.")
        if len(parts) > DEEPEST:
            raise JudgeError(f"{file}: folders are nested more than {DEEPEST} deep.")
        if name in seen:
            raise JudgeError(f"{where} appears twice. Remove one of them.")
        if entry.flag_bits & IS_ENCRYPTED:
            raise JudgeError(f"{where} is encrypted. Make the zip file without a password.")
        seen.add(name)
    for name in sorted(seen):
        for folder in PurePosixPath(name).parents:
            if str(folder) in files:
                raise JudgeError(f"{file}: entry {str(folder)!r} is a file, and a folder in {name!r}.")


def _unpack(
    file: Path, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, target: Path, left: int, most_bytes: int
) -> int:
    """Writes one entry; returns how many more bytes are allowed."""
    if name_of(entry).endswith("/"):
        target.mkdir(parents=True, exist_ok=True)
        return left
    target.parent.mkdir(parents=True, exist_ok=True)
    mode = entry.external_attr >> 16
    if stat.S_ISLNK(mode):
        if entry.file_size > LINK_BYTES:
            raise JudgeError(f"{file}: entry {entry.filename!r} is a link of more than {LINK_BYTES} bytes.")
        # Its target is checked with all links of the package, once everything is unpacked; until then nothing is
        # written through it, as no entry is below another that is a file.
        target.symlink_to(archive.read(entry).decode("utf-8"))
        return left
    with archive.open(entry) as source, target.open("xb") as copy:
        while part := source.read(PART_BYTES):
            left -= len(part)
            if left < 0:  # whatever the list states
                raise JudgeError(f"{file}: the zip file unpacks to more than {plural(most_bytes, 'byte')}.")
            copy.write(part)
    if mode & 0o111:
        target.chmod(0o755)
    return left
