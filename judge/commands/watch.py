"""`judge submit --watch`: judges again whenever the file is saved, until Ctrl-C."""

import os
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from judge.base.console import err
from judge.base.errors import JudgeError

POLL_S = 0.2
"""The interval of polling, which sees every way of saving, on every file system: written in place, or replaced by
renaming another file."""

State = tuple[tuple[str, int, int, int], ...]
"""The state of each file: name, inode, size, time of the last change. Empty: there is none."""


def watch(
    given: Sequence[str], judge_once: Callable[[], int], wait: Callable[[float], None] = time.sleep
) -> int:
    """Judges, and judges again after each change of one of the files, or of a file in a folder.

    Ctrl-C during a wait ends it, with the last exit status. An error in the first call ends it; later errors may be
    corrected by saving again.
    """
    if "-" in given:
        raise JudgeError("--watch needs a file to look at: standard input is read once.")
    paths = [Path(one) for one in given]
    name = ", ".join(path.name for path in paths)
    judged = state_of(paths)
    status = judge_once()
    while True:
        try:
            err.print()
            err.print(f"watching {', '.join(given)}; Ctrl-C stops it", style="dim", soft_wrap=True)
            judged = _next_state(paths, judged, wait)
        except KeyboardInterrupt:
            return status
        now = f"{datetime.now():%H:%M:%S}"
        err.rule(f"{name} was saved at {now}", style="dim")
        try:
            status = judge_once()
        except JudgeError as error:
            status = 2
            err.print(f"judge: {error}", style="red", soft_wrap=True)


def state_of(paths: Sequence[Path]) -> State:
    """What changes when one of the files, or any file of a folder, is saved."""
    found = []
    for each in (file for path in paths for file in _files(path)):
        try:
            stat = each.stat()
        except OSError:  # between the two steps of a replacement
            continue
        found.append((str(each), stat.st_ino, stat.st_size, stat.st_mtime_ns))
    return tuple(sorted(found))


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return [Path(parent) / name for parent, _, names in os.walk(path) for name in sorted(names)]


def _next_state(paths: Sequence[Path], judged: State, wait: Callable[[float], None]) -> State:
    """The state after the next change, once it is stable: an editor may write in several steps. A file that disappears
    and comes back unchanged counts as changed."""
    before = state_of(paths)
    while True:
        wait(POLL_S)
        now = state_of(paths)
        if now and now == before != judged:
            return now
        if judged and not now and not before:
            gone = ", ".join(map(str, paths))
            err.print(f"{gone} is gone; waiting for it to come back", style="yellow", soft_wrap=True)
            judged = ()
        before = now
