"""Who owns the files of the data folder if the pages and the judging run as two users.

| place | of | others |
|---|---|---|
| the folder itself | root | both make files in it, and neither removes the other's |
| `store.sqlite` with its log | root | both write it |
| `pages.key`, copies of the store | the pages | nobody reads them |
| `contests/`, `packages/upload-...` | the pages | judging reads them |
| `packages/NUMBER`, `.judging/` | judging | the pages read them |
| `problems/` | root | both read it |

Root goes by descriptors and follows no link: both users write in the folder.

Where `fs.protected_regular` is 2, as on a system with systemd, nobody but its owner opens a file of such a folder for
making (O_CREAT), unless it is the folder's owner's. SQLite opens the store and its log so: they are root's, as the
folder is, and there before anybody opens them.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.scratch import scratch_folder
from judge.base.user_state import state_folder
from judge.commands.serve_store import STORE
from judge.doctor.serving import OF_TWO_USERS
from judge.machine.users import Account
from judge.service.package_files import DROPPED, KEPT, UPLOADED
from judge.service.shelf import OF_CONTESTS
from judge.store.store import Store

JUDGING = ".judging"
"""Data that judging keeps between starts: limits, compiled submissions, generated tests. It is not part of a
backup."""
SHARED = (STORE, f"{STORE}-wal", f"{STORE}-shm")
LOCK = "lock"
FORMATS_AT, LOGGED = 18, b"\2\2"
"""The offset in an SQLite file that says whether it has a write-ahead log, and the value there if it has."""
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW


def default_data() -> Path:
    """The folder if none is named. The users that serve instead of root cannot enter root's home."""
    own = state_folder() / "serve"
    is_root = os.geteuid() == 0 and not os.environ.get("XDG_STATE_HOME")
    return Path("/var/lib/warp-judge/serve") if is_root and not own.exists() else own


def hand_out(data: Path, web: Account, judging: Account, *, has_store: bool = True) -> None:
    """Gives each user its files. `has_store`: the store is a file here. Raises JudgeError for a link where none is
    permitted, and if an owner cannot be set."""
    try:
        with _opened(data.resolve()) as folder:
            _set(folder, 0, judging.gid, OF_TWO_USERS)
            if has_store:
                _make_store(folder)
            _hand_out_files(folder, web, judging.gid)
            _hand_out_folders(folder, web, judging)
    except OSError as error:
        raise JudgeError(
            f"{error.filename or data}: {error.strerror}: the files of {data} cannot be given to {web.name} and "
            f"{judging.name}. Choose a folder on a disk of this machine with --data, or serve with --users one."
        ) from error


def _hand_out_files(folder: int, web: Account, group: int) -> None:
    for entry in os.scandir(folder):
        if not entry.is_file(follow_symlinks=False):
            continue
        with _opened(entry.name, folder, os.O_RDONLY | os.O_NOFOLLOW) as file:
            if os.fstat(file).st_nlink > 1:
                raise JudgeError(f"{entry.name} in the data folder has a second name: remove one of them.")
            if entry.name in SHARED:
                _set(file, 0, group, 0o660)
            elif entry.name == LOCK or os.fstat(file).st_uid != web.uid:
                _set(file, web.uid, group, 0o640 if entry.name == LOCK else 0o600)


def _make_store(folder: int) -> None:
    """Creates the store if there is none, and its log and the log's index."""
    with suppress(FileExistsError), _new(STORE, folder) as file:
        file.write(_new_store())
    with os.fdopen(os.open(STORE, os.O_RDWR | os.O_NOFOLLOW, dir_fd=folder), "r+b", buffering=0) as file:
        head = file.read(20)
        if not head:  # from a start that did not get this far
            file.write(_new_store())
        elif not _has_log(head) and not _is_there(f"{STORE}-journal", folder):
            # The header of a copy: it says that there is a log
            # (https://www.sqlite.org/fileformat.html#file_format_version_numbers).
            os.pwrite(file.fileno(), LOGGED, FORMATS_AT)
    for name in SHARED:
        with suppress(FileExistsError), _new(name, folder):
            pass


def _new_store() -> bytes:
    """An empty store, made where nobody else can write."""
    with scratch_folder() as place:
        Store.open(place / STORE).close()
        return (place / STORE).read_bytes()


def _has_log(head: bytes) -> bool:
    """Whether a file with this beginning has a write-ahead log; files that are not a store are left as they are."""
    return not head.startswith(b"SQLite format 3\0") or head[FORMATS_AT : FORMATS_AT + 2] == LOGGED


def _is_there(name: str, folder: int) -> bool:
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


@contextmanager
def _new(name: str, folder: int) -> Iterator[FileIO]:
    """Raises FileExistsError."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    with os.fdopen(os.open(name, flags, 0o600, dir_fd=folder), "wb", buffering=0) as file:
        yield file


def _hand_out_folders(folder: int, web: Account, judging: Account) -> None:
    group = judging.gid
    for name, owner, mode in (
        (KEPT, 0, 0o3770),
        (DROPPED, 0, 0o2750),
        (OF_CONTESTS, web.uid, 0o2750),
        (JUDGING, judging.uid, 0o2750),
    ):
        with suppress(FileExistsError):
            os.mkdir(name, 0o700, dir_fd=folder)
        with _opened(name, folder) as place:
            was = os.fstat(place).st_uid
            if name == OF_CONTESTS and was != owner:
                _give_all(place, owner, group)
            _set(place, owner, group, mode)
            if name == KEPT:
                _hand_out_packages(place, web, judging)


def _hand_out_packages(place: int, web: Account, judging: Account) -> None:
    """Hands out the packages of a restored backup, or of a judge that ran as one user."""
    for entry in os.scandir(place):
        if entry.name.startswith(UPLOADED):
            with suppress(OSError):  # it is not empty: its content has not been processed yet
                os.rmdir(entry.name, dir_fd=place)
                continue
        if entry.stat(follow_symlinks=False).st_uid in (web.uid, judging.uid):
            continue
        owner = web.uid if entry.name.startswith(UPLOADED) else judging.uid
        with _opened(entry.name, place) as package:
            _give_all(package, owner, judging.gid)
            _set(package, owner, judging.gid, 0o2770 if owner == web.uid else 0o2750)


def _give_all(place: int, owner: int, group: int) -> None:
    """Gives away the content of a folder that belonged to neither user, so that they could not put anything there."""
    for _, folders, files, inside in os.fwalk(".", dir_fd=place, follow_symlinks=False):
        for name in (*folders, *files):
            os.chown(name, owner, group, dir_fd=inside, follow_symlinks=False)
            mode = os.stat(name, dir_fd=inside, follow_symlinks=False).st_mode
            if not stat.S_ISLNK(mode):
                more = 0o750 if stat.S_ISDIR(mode) else 0o640
                os.chmod(name, stat.S_IMODE(mode) & 0o1777 | more, dir_fd=inside)


def _set(descriptor: int, owner: int, group: int, mode: int) -> None:
    os.fchown(descriptor, owner, group)
    os.fchmod(descriptor, mode)


@contextmanager
def _opened(path: Path | str, folder: int | None = None, flags: int = FOLDER) -> Iterator[int]:
    descriptor = os.open(path, flags, dir_fd=folder)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
