"""The file of all results: SQLite, with a schema that is migrated from version to version.

Its journal is a write-ahead log: what is committed survives the death of the process at any moment, and readers never
make a writer wait (https://www.sqlite.org/wal.html). `synchronous` is NORMAL: a commit does not wait for the disk,
which would disturb the run being timed. So a power failure may lose the last commits, but damages nothing.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from judge.base import sqlite
from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.base.sqlite import FileKind, connect, migrate, one_moment, quick_check, set_journal, version_of
from judge.base.user_state import may_be_shared, state_folder
from judge.history.schema import MIGRATIONS

KIND = FileKind(
    title="a Warp Judge history",
    application_id=0x576A4869,
    migrations=MIGRATIONS,
    elsewhere="set XDG_STATE_HOME to another folder that can be written",
    on_damage=(
        "recover what can be read with `sqlite3 {path} .recover`, then move it away: the next run creates a new one"
    ),
)
QUICKLY_CHECKED = ("sessions", "attempts")
"""Damaged details are noticed when they are read."""
CHECKED_EACH_TIME = 20_000
"""Up to so many attempts; a longer history, which takes seconds, by the first judge of a day that writes."""


def history_file() -> Path:
    return state_folder() / "history.sqlite"


def open_to_write(path: Path) -> sqlite3.Connection:
    """The file, created or migrated to the newest schema if necessary.

    Raises JudgeError for a file that must not be touched, OSError and sqlite3.Error where it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    connection = connect(path, "rwc")
    try:
        if _checked_version(connection, path, writes=True) == 0:
            # The log's index is memory shared by all writers, which is impossible across machines.
            journal = "DELETE" if may_be_shared(path.parent) else "WAL"
            set_journal(connection, journal)
        [(mode,)] = connection.execute("PRAGMA journal_mode")
        connection.execute(f"PRAGMA synchronous = {'NORMAL' if mode == 'wal' else 'FULL'}")
        migrate(connection, KIND)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def opened_to_read(path: Path) -> Iterator[sqlite3.Connection]:
    """The file for the time of the `with` block. Raises JudgeError where there is none, or it cannot be read."""
    if not path.exists():
        raise JudgeError(
            f"nothing has been judged yet: {path} does not exist. `submit` and `verify` make it.",
            RunJudge(("submit", "--help"), "See"),
        )
    connection = None
    try:
        connection = _connect_to_read(path)
        version = _checked_version(connection, path, writes=False)
        if version < KIND.version:
            connection.close()
            connection = open_to_write(path)
        connection.execute("PRAGMA query_only = ON")
        connection.row_factory = sqlite3.Row
        yield connection
    except sqlite3.DatabaseError as error:
        raise JudgeError(explain(error, path)) from error
    finally:
        if connection:
            connection.close()


def explain(error: Exception, path: Path) -> str:
    """What went wrong with the file, and the next step. The message of a JudgeError says that itself."""
    return sqlite.explain(error, path, KIND)


def _connect_to_read(path: Path) -> sqlite3.Connection:
    connection = connect(path, "rw")
    try:
        connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.OperationalError:
        connection.close()
        log = path.with_name(path.name + "-wal")
        writable = os.access(path.parent, os.W_OK, effective_ids=True)
        if writable or (log.exists() and log.stat().st_size):
            raise
        # A write-ahead log needs an index file next to it, which the folder does not allow: then no other process
        # writes there either.
        return connect(path, "ro&immutable=1")
    return connection


def _checked_version(connection: sqlite3.Connection, path: Path, *, writes: bool) -> int:
    """The schema's version; 0 of a file that is new. Raises JudgeError for a file that must not be touched."""
    with one_moment(connection):
        version = version_of(connection, path, KIND)
        if version and _is_to_be_checked(connection, writes=writes):
            quick_check(connection, path, KIND, QUICKLY_CHECKED)
    return version


def _is_to_be_checked(connection: sqlite3.Connection, *, writes: bool) -> bool:
    [(attempts,)] = connection.execute("SELECT coalesce(max(id), 0) FROM attempts")
    if attempts <= CHECKED_EACH_TIME:
        return True
    [(last,)] = connection.execute("SELECT started_utc FROM sessions ORDER BY id DESC LIMIT 1")
    return writes and str(last)[:10] != f"{datetime.now(UTC):%Y-%m-%d}"
