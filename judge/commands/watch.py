"""`judge submit --watch`: judges again whenever the file is saved, until Ctrl-C."""

import os
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from judge.base.console import err
from judge.base.errors import JudgeError

POLL_S = 0.2
"""Polling sees every way of saving, on every file system: written in place, or replaced by renaming another file."""

State = tuple[tuple[str, int, int, int], ...]
"""Of each file: name, inode, size, time of the last change. Nothing: there is none."""


def watch(file: str, judge_once: Callable[[], int], wait: Callable[[float], None] = time.sleep) -> int:
    """Judges, and judges again after each change of the file, or of a file in the folder.

    Ctrl-C while it waits ends it, with the last exit status. What is wrong with the first call ends it; later it may be
    mended by saving again.
    """
    if file == "-":
        raise JudgeError("--watch needs a file to look at: standard input is read once.")
    judged = state_of(Path(file))
    status = judge_once()
    while True:
        try:
            err.print()
            err.print(f"watching {file}; Ctrl-C ends it", style="dim", soft_wrap=True)
            judged = _next_state(Path(file), judged, wait)
        except KeyboardInterrupt:
            return status
        now = f"{datetime.now():%H:%M:%S}"
        err.rule(f"{Path(file).name} was saved at {now}", style="dim")
        try:
            status = judge_once()
        except JudgeError as error:
            status = 2
            err.print(f"judge: {error}", style="red", soft_wrap=True)


def state_of(path: Path) -> State:
    """What changes when the file, or any file of the folder, is saved."""
    files = [path]
    if path.is_dir():
        files = [Path(parent) / name for parent, _, names in os.walk(path) for name in sorted(names)]
    found = []
    for each in files:
        try:
            stat = each.stat()
        except OSError:  # between the two steps of being replaced
            continue
        found.append((str(each), stat.st_ino, stat.st_size, stat.st_mtime_ns))
    return tuple(sorted(found))


def _next_state(path: Path, judged: State, wait: Callable[[float], None]) -> State:
    """The state after the next change, once nothing more changes: an editor may write in several steps. A file that
    is gone, and comes back as it was, counts as changed."""
    before = state_of(path)
    while True:
        wait(POLL_S)
        now = state_of(path)
        if now and now == before != judged:
            return now
        if judged and not now and not before:
            err.print(f"{path} is gone; waiting for it to come back", style="yellow", soft_wrap=True)
            judged = ()
        before = now
