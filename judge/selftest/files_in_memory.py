"""A place in memory for the tests' temporary files: they make and remove hundreds of thousands of small ones, and the
file system of a disk searches for room for each."""

import os
import re
import shutil
import tempfile
from pathlib import Path

IN_MEMORY = Path("/dev/shm")
MOUNTS, MEMORY = Path("/proc/mounts"), Path("/proc/meminfo")
NEEDED_BYTES = 8 << 30
"""Several times what the tests use at a time."""


def put_temporary_files_in_memory() -> None:
    """Sets TMPDIR for this process and those that it starts, unless it is set, or memory is short."""
    if "TMPDIR" not in os.environ and is_suitable(IN_MEMORY):
        os.environ["TMPDIR"] = str(IN_MEMORY)
        tempfile.tempdir = None  # where they went before


def is_suitable(folder: Path) -> bool:
    """Whether a folder is a file system in memory that has room and lets programs run."""
    mounts = [line.split()[1:4] for line in MOUNTS.read_text().splitlines()]
    options = [
        options.split(",") for place, kind, options in mounts if (place, kind) == (str(folder), "tmpfs")
    ]
    if not options or {"noexec", "ro"} & set(options[-1]) or not os.access(folder, os.W_OK | os.X_OK):
        return False
    available = re.search(r"^MemAvailable:\s*(\d+) kB", MEMORY.read_text(), re.MULTILINE)
    return (
        available is not None and min(shutil.disk_usage(folder).free, int(available[1]) << 10) >= NEEDED_BYTES
    )
