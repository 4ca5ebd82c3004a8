"""Packages as files in the data folder: uploaded ones in `packages/`, dropped ones in `problems/`."""

import hashlib
import re
import shutil
import unicodedata
from pathlib import Path, PurePosixPath
from typing import IO

from judge.base.errors import JudgeError
from judge.base.outside_folders import UNPACKED, files_of_package
from judge.base.trees import remove_tree
from judge.problems.formats.archive import MOST_BYTES, SUFFIXES, unpacked_package

KEPT, DROPPED = "packages", "problems"
"""Folders of the data folder."""
UPLOADED = "upload-"
"""The prefix of folders in KEPT with uploads that have not been unpacked."""
MOST_UPLOADED = 1 << 30
"""The most bytes of an uploaded package; a bigger one is dropped into the folder."""
NAME = re.compile(r"\w[\w.-]{0,79}")
"""Names of problems: they are part of addresses."""
PART_BYTES = 1 << 20


def name_of_package(file_name: str) -> str:
    """The problem's name for a file or folder with this name. Raises JudgeError."""
    given = unicodedata.normalize("NFC", PurePosixPath(file_name.replace("\\", "/")).name)
    stem = next((given[: -len(end)] for end in SUFFIXES if given.lower().endswith(end)), given)
    name = re.sub(r" +", "-", stem.strip())
    if not NAME.fullmatch(name):
        raise JudgeError(
            f"{given[:100]!r}: expected a name of letters, digits, '-', '_' and '.', at most 80 of them: it becomes a "
            "part of the problem's address. Rename the file."
        )
    return name


def write_upload(content: IO[bytes], folder: Path, most_bytes: int = MOST_UPLOADED) -> tuple[Path, str]:
    """A new file in the folder with this content, and its SHA-256. Raises JudgeError."""
    folder.parent.mkdir(exist_ok=True, mode=0o750)
    folder.mkdir(exist_ok=True)
    folder.chmod(0o2770)  # the user that unpacks it may differ from the pages' user, and removes it
    digest, size, file = hashlib.sha256(), 0, folder / "package.zip"
    with file.open("xb") as kept:
        while part := content.read(PART_BYTES):
            size += len(part)
            if size > most_bytes:
                raise JudgeError(f"the package has more than {most_bytes} bytes.")
            digest.update(part)
            kept.write(part)
    if not size:
        raise JudgeError("the file is empty: expected a zip file of a problem package.")
    return file, digest.hexdigest()


def taken_apart(given: Path, target: Path) -> None:
    """The package, from a zip file or a folder, as the folder `target`, which has no link to the outside. Raises
    JudgeError."""
    remove_tree(target)
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o750)
    if given.is_dir():
        _copy(given, target)
    else:
        folder = unpacked_package(given)
        shutil.move(folder, target)
    target.chmod(0o750)  # the pages may be another user
    mark = target / UNPACKED
    mark.unlink(missing_ok=True)  # which the zip file may contain as a link
    mark.touch()


def remove_package(data: Path, origin: str) -> bool:
    """Removes a version's files in `packages/`, and returns whether they are gone; files dropped into `problems/`
    belong to their owner."""
    parts = origin.split("/")
    if len(parts) == 3 and parts[0] == KEPT and parts[1] not in ("", ".", ".."):
        remove_tree(data / KEPT / parts[1])
        return not (data / KEPT / parts[1]).exists()
    return True


def _copy(given: Path, target: Path) -> None:
    """Copies it; permitted links become their targets."""
    left = MOST_BYTES
    target.mkdir()
    for path in files_of_package(given):
        left -= path.stat().st_size
        if left < 0:
            raise JudgeError(f"{given} has more than {MOST_BYTES} bytes.")
        copy = target / path.relative_to(given)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, copy)


def mark_of(given: Path) -> tuple[str, int]:
    """A mark that changes with a package in a folder, and its size in bytes. Raises JudgeError."""
    digest, size = hashlib.sha256(), 0
    for path in [given] if given.is_file() else files_of_package(given):
        found = path.stat()
        where = given.name if path == given else path.relative_to(given)
        size += found.st_size
        said = f"{where}\0{found.st_size}\0{found.st_mtime_ns}\0"
        digest.update(said.encode("utf-8", errors="surrogateescape"))
    return digest.hexdigest(), size
