"""SHA256SUMS of a problem's test data, in the format of `sha256sum`, and the one of its large tests."""

import hashlib
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.outside_files import DATA_BYTES, opened, text_of

FILE_NAME = "SHA256SUMS"
FILE_OF_LARGE = "LARGE_SHA256SUMS"


def sha256_of(path: Path) -> str:
    with opened(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_manifest(folder: Path, file_name: str = FILE_NAME) -> dict[str, str]:
    """SHA-256 by file name relative to the folder ("secret/01-one.in"). Empty if there is no manifest."""
    path = folder / file_name
    if not path.exists():
        return {}
    entries: dict[str, str] = {}
    for number, line in enumerate(text_of(path, DATA_BYTES).splitlines(), start=1):
        digest, separator, name = line.partition("  ")
        if not separator or len(digest) != 64:
            raise JudgeError(f"{path}, line {number}: expected '<sha256>  <file>', found '{line[:80]}'.")
        entries[name] = digest
    return entries


def write_manifest(folder: Path, entries: dict[str, str], file_name: str = FILE_NAME) -> None:
    text = "".join(f"{digest}  {name}\n" for name, digest in sorted(entries.items()))
    (folder / file_name).write_text(text, encoding="utf-8")
