"""A place in memory for the tests' temporary files: they make and remove hundreds of thousands of small ones, and the
file system of a disk searches for room for each."""

import os
import re
import tempfile
from pathlib import Path

from judge.base.user_state import file_system

IN_MEMORY = Path("/dev/shm")
MOUNTS, MEMORY = Path("/proc/self/mountinfo"), Path("/proc/meminfo")
NEEDED_BYTES = 8 << 30
"""Several times what the tests use at a time."""


def put_temporary_files_in_memory() -> None:
    """Sets TMPDIR for this process and those that it starts, unless it is set, or memory is short."""
    if "TMPDIR" not in os.environ and is_suitable(IN_MEMORY):
        os.environ["TMPDIR"] = str(IN_MEMORY)
        tempfile.tempdir = None  # where they went before


def is_suitable(folder: Path) -> bool:
    """Whether a folder is in memory, has room and lets programs run."""
    if file_system(folder, MOUNTS.read_text()) != "tmpfs" or not os.access(folder, os.W_OK | os.X_OK):
        return False
    state = os.statvfs(folder)
    available = re.search(r"^MemAvailable:\s*(\d+) kB", MEMORY.read_text(), re.MULTILINE)
    if state.f_flag & (os.ST_NOEXEC | os.ST_RDONLY) or available is None:
        return False
    return min(state.f_bavail * state.f_frsize, int(available[1]) << 10) >= NEEDED_BYTES
