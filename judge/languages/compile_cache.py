"""Compiled submissions, stored under the hash of everything that they depend on, within bounds: the least recently
used go first.

An entry is a folder with the result, the isolation of its compiler, its warnings, and files that the program reads.
Its modification time is that of its last use.
"""

import errno
import hashlib
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from judge.base.errors import JudgeError, NoSpace
from judge.base.processes import finished
from judge.base.records import decoded
from judge.base.scratch import PREFIX, scratch_folder
from judge.base.trees import remove_tree
from judge.languages.compile_warnings import CompilerWarning
from judge.languages.sources import write_files
from judge.sandbox.isolation import Isolation

ISOLATION, WARNINGS, FILES = "isolation.json", "warnings.json", "files"
MOST_BYTES = 4 << 30
LEFT_SHARE = 0.75
"""The share of the bound that is kept when the bound is exceeded."""
FEW = 500
"""The number of entries up to which counting is not worth it."""
LARGE_BYTES = 64 << 20
"""The size of a result from which on the bound is applied at once: few of them fill a disk."""


class KeptProgram(NamedTuple):
    """A stored result."""

    folder: Path
    isolation: Isolation
    """The isolation of the compiler that made it."""
    warnings: tuple[CompilerWarning, ...]


class CompileCache:
    def __init__(self, folder: Path, *, requires_isolation: bool) -> None:
        """`requires_isolation`: results of a compiler without full isolation do not count."""
        self._folder, self._requires_isolation = folder, requires_isolation

    def find(self, key: str) -> KeptProgram | None:
        """An earlier result; None if none is good enough."""
        for entry in sorted(self._folder.glob(f"{key}-*")):
            try:
                isolation = decoded((entry / ISOLATION).read_bytes(), Isolation)
            except FileNotFoundError:  # another judge has just removed it
                continue
            if isolation.is_full or not self._requires_isolation:
                _is_used(entry)
                return KeptProgram(entry, isolation, _warnings(entry))
        return None

    def keep(
        self,
        key: str,
        result: Path,
        name: str,
        isolation: Isolation,
        warnings: tuple[CompilerWarning, ...] = (),
        files: Mapping[str, bytes] = {},
    ) -> KeptProgram:
        """Puts the result into the cache atomically, next to those of compilers with other isolation.

        `files`: the content by name of what the program reads.
        """
        text = msgspec.json.encode(isolation)
        place = self._folder / f"{key}-{hashlib.sha256(text).hexdigest()[:8]}"
        with scratch_folder(self._folder) as folder:
            new = folder / "new"
            new.mkdir()
            # By a process of its own: a program cannot be started while any process has it open for writing, and a
            # child that another thread starts would inherit this process's descriptor for a moment.
            _copy(result, new / name)
            (new / name).chmod(0o755)
            (new / ISOLATION).write_bytes(text)
            if warnings:
                (new / WARNINGS).write_bytes(msgspec.json.encode(warnings))
            write_files(files, new / FILES)
            try:
                new.rename(place)
            except OSError:  # another judge was faster: its result is the same
                if not place.exists():
                    raise
        if sum(_file_sizes(str(place))) > LARGE_BYTES:
            remove_oldest(self._folder, MOST_BYTES, few=0)
        bound_once(self._folder)
        return KeptProgram(place, isolation, warnings)


def _copy(result: Path, place: Path) -> None:
    copied = finished(["cp", "-r", "--", result, place], capture_output=True, text=True, errors="replace")
    if copied.returncode != 0:
        is_full = os.strerror(errno.ENOSPC) in copied.stderr
        raise (NoSpace if is_full else JudgeError)(
            f"{result} cannot be copied to {place}: {copied.stderr.strip()}. Make room there, or make it writable."
        )


def _warnings(entry: Path) -> tuple[CompilerWarning, ...]:
    try:
        return decoded((entry / WARNINGS).read_bytes(), tuple[CompilerWarning, ...])
    except FileNotFoundError:  # there are none
        return ()


def _is_used(entry: Path) -> None:
    with suppress(OSError):  # a cache that only its owner may write: it is not emptied from here either
        os.utime(entry)


@cache
def bound_once(folder: Path) -> None:
    """Applies the bound once in the life of a judge, which adds little to the cache."""
    remove_oldest(folder, MOST_BYTES)


def remove_oldest(folder: Path, most_bytes: int, few: int = FEW) -> int:
    """Removes the least recently used entries if the cache exceeds its bound. Returns how many entries it removed.

    A program that is running meanwhile is among the most recently used: it stays, unless all are in use.
    """
    entries = [entry for entry in os.scandir(folder) if not entry.name.startswith(PREFIX)]
    if len(entries) <= few:
        return 0
    found = sorted((_last_use_ns(entry), sum(_file_sizes(entry.path)), entry.path) for entry in entries)
    size, removed = sum(size for _, size, _ in found), 0
    if size <= most_bytes:
        return 0
    for _, entry_bytes, path in found:
        if size <= LEFT_SHARE * most_bytes:
            break
        remove_tree(path)
        size, removed = size - entry_bytes, removed + 1
    return removed


def _last_use_ns(entry: os.DirEntry[str]) -> int:
    try:
        return entry.stat(follow_symlinks=False).st_mtime_ns
    except FileNotFoundError:  # another judge has just removed it
        return 0


def _file_sizes(path: str) -> Iterator[int]:
    for folder, _, names in os.walk(path):
        for name in names:
            try:
                yield os.lstat(os.path.join(folder, name)).st_blocks * 512  # noqa: PTH118  # many, and as bytes on the disk
            except FileNotFoundError:
                continue
