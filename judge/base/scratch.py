"""Temporary files: one folder for each judge process, which is removed however the judge ends.

The folder is locked as long as its judge lives, and removed at the judge's end. If the judge was killed, a helper in a
session of its own removes it: the helper reads from a pipe that only the judge holds, so the end of the pipe is the
end of the judge. After a crash of the machine, the next judge that starts removes what is left: a folder that is not
locked has no owner. Files to be moved atomically to their final place need a second such folder, in the same file
system as that place.
"""

import atexit
import fcntl
import os
import secrets
import signal
import stat
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from judge.base.interruption import HEARD
from judge.base.trees import remove_tree

PREFIX = "warp-judge-scratch-"
"""The prefix of their names. It differs from that of the runner's own folders, which the runner sweeps by other
rules."""
# A cache would compute a value twice if two threads asked at once.
_making = threading.Lock()
_made: list[Path] = []
"""The folders of this process."""
# One folder per line. A run that is just ending may still write, hence more than one attempt.
REMOVE = """
while IFS= read -r folder; do set -- "$@" "$folder"; done
for pause_s in 0.1 0.1 0.2 0.5 1 2 5 0; do rm -rf -- "$@" && exit; sleep $pause_s; done
"""


@contextmanager
def scratch_folder(place: Path | None = None) -> Iterator[Path]:
    """An empty folder for the `with` block, below `place` or else where temporary files go.

    Folders are used again: making and removing one for each of a thousand tests would cost more than using it.
    """
    place = place or Path(tempfile.gettempdir())
    free = _free_folders(place)
    try:
        folder = free.pop()
    except IndexError:
        with _making:
            parent = _process_folder(place)
        folder = Path(tempfile.mkdtemp(dir=parent, prefix=""))
    try:
        yield folder
    finally:
        _empty(folder)
        free.append(folder)


def lasting_folder() -> Path:
    """An empty folder that exists until the judge ends."""
    with _making:
        parent = _process_folder(Path(tempfile.gettempdir()))
    return Path(tempfile.mkdtemp(dir=parent, prefix=""))


def owners_of_folders(places: Iterable[Path]) -> set[int]:
    """The processes, other than this one, that have folders at these places or where temporary files go."""
    owners = set()
    for place in (Path(tempfile.gettempdir()), *places):
        for folder in place.glob(f"{PREFIX}*"):
            lock = _lock(folder)
            if lock is not None:
                os.close(lock)
            elif (owner := folder.name.removeprefix(PREFIX).partition("-")[0]).isdecimal():
                owners.add(int(owner))
    return owners - {os.getpid()}


def forget_folders() -> None:
    """Forgets the folders made so far. A process that becomes another user cannot write in them, so its next folder is
    new."""
    _free_folders.cache_clear()
    _process_folder.cache_clear()


def remove_folders() -> None:
    """Removes the folders of a process that exits without Python's own cleanup: its helper may have been killed."""
    for folder in _made:
        remove_tree(folder)


@cache
def _free_folders(place: Path) -> list[Path]:
    return []


@cache
def _process_folder(place: Path) -> Path:
    """The folder of this process at this place, made at the first call, which also sweeps the folders of dead
    judges."""
    place.mkdir(parents=True, exist_ok=True)
    _sweep(place)
    while True:
        folder = made_with_this_process(place, f"{PREFIX}{os.getpid()}-")
        lock = _lock(folder)
        # Another judge's sweep may have come between the two lines above: then the folder is gone, or will be.
        if lock is not None and folder.exists():
            break
    atexit.register(remove_tree, folder)
    return folder


def made_with_this_process(place: Path, prefix: str) -> Path:
    """A new folder that is removed when this process ends, however it ends."""
    folder = place / f"{prefix}{secrets.token_hex(4)}"
    # Before it is made: this process may be killed at any moment after that.
    _remove_with_this_process(folder)
    folder.mkdir(0o700)
    return folder


def _remove_with_this_process(folder: Path) -> None:
    """Has the helper remove a folder; if the helper was killed, a new one removes all."""
    _made.append(folder)
    try:
        _tell_helper([folder])
    except BrokenPipeError:
        _helper.cache_clear()
        _tell_helper(_made)


def _tell_helper(folders: Sequence[Path]) -> None:
    pipe = _helper().stdin
    assert pipe
    pipe.write(b"".join(os.fsencode(folder) + b"\n" for folder in folders))
    pipe.flush()


@cache
def _helper() -> subprocess.Popen[bytes]:
    """The process that outlives this one by a moment."""
    # Ctrl-C also reaches it in the moment before it has a session of its own.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, HEARD)
    try:
        helper = subprocess.Popen(
            ["/bin/sh", "-c", REMOVE, f"warp-judge-helper-of-{os.getpid()}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
        )
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    atexit.register(helper.communicate)
    return helper


def _sweep(parent: Path) -> None:
    """Removes the folders of this user's judges that no longer run."""
    for entry in os.scandir(parent):
        try:
            ours = entry.name.startswith(PREFIX) and entry.is_dir(follow_symlinks=False)
            if not ours or entry.stat(follow_symlinks=False).st_uid != os.getuid():
                continue
        except OSError:  # gone in the meantime
            continue
        lock = _lock(Path(entry.path))
        if lock is not None:
            remove_tree(entry.path)
            os.close(lock)


def _lock(folder: Path) -> int | None:
    """A descriptor that holds the folder's lock until it is closed; None if another process holds it."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def _empty(folder: Path) -> None:
    for entry in os.scandir(folder):
        if stat.S_ISDIR(entry.stat(follow_symlinks=False).st_mode):
            remove_tree(entry.path)
        else:
            Path(entry.path).unlink()
