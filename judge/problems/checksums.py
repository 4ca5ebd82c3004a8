"""SHA-256 of test files, without reading unchanged files again.

A file that is written to gets another time of change (st_ctime), which cannot be set back.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from judge.base.whole_files import put_in_one_step, read_map
from judge.problems.manifest import sha256_of
from judge.project.data_folder import DataFolder

SETTLED_NS = 100_000_000
"""The age that a change must have: file systems' clocks tick every 4 ms or so, so that a second change may have the
same time."""


@contextmanager
def known_checksums(data: DataFolder, problem_id: str) -> Iterator[Callable[[Path], str]]:
    """A function that returns the SHA-256 of a file; results are cached in build/checksums/."""
    file = data.checksums(problem_id)
    known = read_map(file)
    fresh: dict[str, list[object]] = {}

    def checksum(path: Path) -> str:
        found = path.stat()
        facts = [found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns]
        entry = known.get(str(path))
        if entry is not None and entry[:4] == facts:
            return str(entry[4])
        digest = sha256_of(path)
        if time.time_ns() - found.st_ctime_ns > SETTLED_NS:
            fresh[str(path)] = [*facts, digest]
        return digest

    yield checksum
    if fresh:
        there = {path: entry for path, entry in known.items() if Path(path).exists()}
        with suppress(PermissionError):  # it belongs to the pages, while another user judges
            put_in_one_step(file, json.dumps({**there, **fresh}))
