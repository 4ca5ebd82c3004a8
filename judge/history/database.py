"""The file of all results: SQLite, with a schema that is migrated from version to version.

Its journal is a write-ahead log: what is committed survives the death of the process at any moment, and readers never
make a writer wait (https://www.sqlite.org/wal.html). `synchronous` is NORMAL: a commit does not wait for the disk,
which would disturb the run being timed. So a power failure may lose the last commits, but damages nothing.
"""

import os
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from judge.base.called import JUDGE
from judge.base.errors import JudgeError
from judge.base.user_state import may_be_shared, state_folder
from judge.history.schema import MIGRATIONS

APPLICATION_ID = 0x576A4869
"""Marks the file as ours in its header."""
PATIENCE_S = 10.0
"""How long to wait for another process that is writing."""
RETRY_AFTER_S = 0.01
MOST_WHOLE = 2**63 - 1
"""That SQLite holds."""
QUICKLY_CHECKED = ("sessions", "attempts")
"""Damaged details are noticed when they are read."""
CHECKED_EACH_TIME = 20_000
"""Up to so many attempts; a longer history, which takes seconds, by the first judge of a day that writes."""
ELSEWHERE = "set XDG_STATE_HOME to another folder"

Value = str | int | float | bytes | None


def history_file() -> Path:
    return state_folder() / "history.sqlite"


def open_to_write(path: Path) -> sqlite3.Connection:
    """The file, created or migrated to the newest schema if necessary.

    Raises JudgeError for a file that must not be touched, OSError and sqlite3.Error where it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    connection = _connect(path, "rwc")
    try:
        if _checked_version(connection, path, writes=True) == 0:
            # The log's index is memory shared by all writers, which is impossible across machines.
            journal = "DELETE" if may_be_shared(path.parent) else "WAL"
            _set_journal(connection, journal)
        [(mode,)] = connection.execute("PRAGMA journal_mode")
        connection.execute(f"PRAGMA synchronous = {'NORMAL' if mode == 'wal' else 'FULL'}")
        _migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def opened_to_read(path: Path) -> Iterator[sqlite3.Connection]:
    """The file for the time of the `with` block. Raises JudgeError where there is none, or it cannot be read."""
    if not path.exists():
        raise JudgeError(
            f"nothing has been judged yet: {path} does not exist. `{JUDGE} submit` and `verify` make it."
        )
    connection = None
    try:
        connection = _connect_to_read(path)
        version = _checked_version(connection, path, writes=False)
        if version < len(MIGRATIONS):
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
    if isinstance(error, sqlite3.OperationalError):
        if "locked" in str(error):
            return (
                f"{path}: another process has held it for {PATIENCE_S:g} s; stop that process, then try again"
            )
        return f"{path}: {error}; make it and its folder writable, or set XDG_STATE_HOME to a folder that is"
    if isinstance(error, sqlite3.DatabaseError):
        return _damaged(path, str(error))
    if isinstance(error, OSError):
        why = error.strerror or str(error)
        return f"{error.filename or path}: {why}; set XDG_STATE_HOME to a folder that can be written"
    return str(error)


def insert(connection: sqlite3.Connection, table: str, row: Mapping[str, Value]) -> int:
    """Returns the id of the new row, which takes the place of one of its id."""
    columns, places = ", ".join(row), ", ".join("?" * len(row))
    cursor = connection.execute(
        f"INSERT OR REPLACE INTO {table} ({columns}) VALUES ({places})",
        [_bounded(value) for value in row.values()],
    )
    return cursor.lastrowid or 0


def _bounded(value: Value) -> Value:
    """A number that SQLite can hold: what a program traced of itself may be any."""
    return min(value, MOST_WHOLE) if isinstance(value, int) else value


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing. It waits for other writers at its beginning, when nothing has been read yet."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _connect(path: Path, options: str) -> sqlite3.Connection:
    """`options`: the mode, and what else SQLite takes in a file's URI."""
    uri = f"{path.absolute().as_uri()}?mode={options}"
    # What an interrupted judge knows is stored by another thread, never by two at a time.
    return sqlite3.connect(uri, uri=True, timeout=PATIENCE_S, isolation_level=None, check_same_thread=False)


def _connect_to_read(path: Path) -> sqlite3.Connection:
    connection = _connect(path, "rw")
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
        return _connect(path, "ro&immutable=1")
    return connection


def _set_journal(connection: sqlite3.Connection, mode: str) -> None:
    """Waits for whoever is making the file, too, for which SQLite has no patience of its own."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            connection.execute(f"PRAGMA journal_mode = {mode}")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(RETRY_AFTER_S)


def _checked_version(connection: sqlite3.Connection, path: Path, *, writes: bool) -> int:
    """The schema's version; 0 of a file that is new. Raises JudgeError for a file that must not be touched."""
    connection.execute("BEGIN")  # everything read is from one moment
    [(application,)] = connection.execute("PRAGMA application_id")
    [(version,)] = connection.execute("PRAGMA user_version")
    [(tables,)] = connection.execute("SELECT count(*) FROM sqlite_master")
    if application != APPLICATION_ID and (application or version or tables):
        raise JudgeError(f"{path} is not a Warp Judge history; move it away, or {ELSEWHERE}")
    if version > len(MIGRATIONS):
        raise JudgeError(
            f"{path} was written by a newer Warp Judge (schema {version}, this one supports {len(MIGRATIONS)}); "
            f"update Warp Judge, or {ELSEWHERE}"
        )
    for table in QUICKLY_CHECKED if version and _is_to_be_checked(connection, writes=writes) else ():
        for (line,) in connection.execute(f"PRAGMA quick_check({table})"):
            if line != "ok":
                raise JudgeError(_damaged(path, line.splitlines()[-1]))
    connection.execute("COMMIT")
    return int(version)


def _is_to_be_checked(connection: sqlite3.Connection, *, writes: bool) -> bool:
    [(attempts,)] = connection.execute("SELECT coalesce(max(id), 0) FROM attempts")
    if attempts <= CHECKED_EACH_TIME:
        return True
    [(last,)] = connection.execute("SELECT started_utc FROM sessions ORDER BY id DESC LIMIT 1")
    return writes and str(last)[:10] != f"{datetime.now(UTC):%Y-%m-%d}"


def _migrate(connection: sqlite3.Connection) -> None:
    [(version,)] = connection.execute("PRAGMA user_version")
    if version == len(MIGRATIONS):
        return
    with transaction(connection):
        [(version,)] = connection.execute("PRAGMA user_version")  # another judge may have been faster
        for step in MIGRATIONS[version:]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def _damaged(path: Path, detail: str) -> str:
    return (
        f"{path} is damaged ({detail}) and is left as it is; recover what can be read with "
        f"`sqlite3 {path} .recover`, then move it away: the next run creates a new one"
    )
