"""The folders of a user, for data that must last and for caches, by the XDG Base Directory Specification."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.next_steps import SetVariable

SHARED_FILE_SYSTEMS = re.compile(
    r"nfs\d?|cifs|smb3?|9p|afs|ceph|lustre|gpfs|beegfs|fuse\.(sshfs|ceph|glusterfs)"
)


def state_folder() -> Path:
    """$XDG_STATE_HOME/warp-judge, or ~/.local/state/warp-judge; it may not exist yet.

    Raises OSError if there is no home folder; it is never created.
    """
    return _own_folder("XDG_STATE_HOME", ".local/state")


def config_folder() -> Path:
    """$XDG_CONFIG_HOME/warp-judge, or ~/.config/warp-judge, with the rules of state_folder()."""
    return _own_folder("XDG_CONFIG_HOME", ".config")


def cache_folder() -> Path:
    """$XDG_CACHE_HOME/warp-judge, or ~/.cache/warp-judge; it may not exist yet, nor the home folder."""
    return _own_folder("XDG_CACHE_HOME", ".cache", needs_home=False)


def _own_folder(variable: str, below_home: str, *, needs_home: bool = True) -> Path:
    base = os.environ.get(variable, "")
    if Path(base).is_absolute():  # the specification: a relative path must be ignored
        return Path(base) / "warp-judge"
    home = Path(os.path.expanduser("~"))  # noqa: PTH111  # Path.home() raises if there is none
    if needs_home and not home.is_dir():
        raise FileNotFoundError(f"there is no home folder: {home} does not exist")
    return home / below_home / "warp-judge"


@contextmanager
def storing(what: str) -> Iterator[None]:
    """Wraps reading and writing in these folders: raises JudgeError instead of OSError. `what`: "the costs"."""
    try:
        yield
    except OSError as error:
        raise JudgeError(
            f"{what} cannot be stored: {error}", SetVariable("XDG_STATE_HOME", "a folder of yours")
        ) from error


def first_time(hint: str) -> bool:
    """Whether this user has not seen the hint of this name yet; from now on it counts as seen.

    False if that cannot be stored: a hint is not worth repeating each time.
    """
    try:
        given = state_folder() / "hints"
        given.mkdir(parents=True, exist_ok=True, mode=0o700)
        (given / hint).touch(exist_ok=False)
    except OSError:
        return False
    return True


def may_be_shared(folder: Path) -> bool:
    """Whether the folder is in a file system that other machines may write to as well."""
    try:
        mounts = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return bool(SHARED_FILE_SYSTEMS.fullmatch(file_system(folder.resolve(), mounts)))


def file_system(folder: Path, mounts: str) -> str:
    """The type of the folder's file system according to /proc/self/mountinfo; empty: unknown."""
    longest, found = 0, ""
    for line in mounts.splitlines():
        fields, _, rest = line.partition(" - ")
        place = re.sub(r"\\(\d{3})", lambda octal: chr(int(octal[1], 8)), fields.split()[4])
        # Of two mounts at one place, the later one is visible.
        if folder.is_relative_to(place) and len(place) >= longest:
            longest, found = len(place), rest.split()[0]
    return found
