"""Helpers for tests that look at what is left on the machine."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen

PATIENCE_S = 300.0
"""The time after which a test that waits for something fails: long, as a machine may do much else, and only a test that
fails takes it. It is below the limit of a test, so that the test says what it waited for."""
TO_ITS_END_S = 1200.0
"""The time after which a test that waits for the end of a command with much to judge fails."""


def soon(condition: Callable[[], bool], patience_s: float = PATIENCE_S) -> bool:
    """Whether it comes to hold within that time. What takes long to ask is asked less often, so that whatever is waited
    for has the core."""
    deadline = time.monotonic() + patience_s
    while True:
        asked_s = time.monotonic()
        if condition():
            return True
        if time.monotonic() > deadline:
            return False
        time.sleep(max(0.02, 4 * (time.monotonic() - asked_s)))


@contextmanager
def killed_on_failure(process: Popen[str]) -> Iterator[Popen[str]]:
    """Acts like `with process`, which alone waits without end for one that a failed test leaves running."""
    with process:
        try:
            yield process
        except BaseException:
            process.kill()
            raise


def everything_below(folder: Path) -> list[Path]:
    """All files and folders in it, also while somebody removes them: Path.rglob() fails then."""
    return [Path(parent) / name for parent, folders, files in os.walk(folder) for name in (*folders, *files)]


def helpers_of(judge: int) -> dict[int, bytes]:
    """The processes that remove what this judge leaves (base/scratch.py), and their command lines."""
    name = f"warp-judge-helper-of-{judge}"
    return {one: line for one, line in processes_naming(name).items() if name.encode() in line.split(b"\0")}


def processes_naming(text: object) -> dict[int, bytes]:
    """The processes that carry this text in their command line, and these command lines."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            command_line = (entry / "cmdline").read_bytes()
        except OSError:  # ended in the meantime
            continue
        if str(text).encode() in command_line:
            found[int(entry.name)] = command_line
    return found
