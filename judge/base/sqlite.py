"""Our SQLite files: opened, marked, migrated and checked in one way, with an explanation where one cannot be used."""

import shutil
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from msgspec import Struct

from judge.base.errors import JudgeError

PATIENCE_S = 10.0
"""The time to wait for another process that is writing."""
RETRY_AFTER_S = 0.01
PAGE_BYTES = 32 << 10
"""The size of a page: the step by which the index of a log grows."""
MOST_WHOLE = 2**63 - 1
"""The largest number that a column holds."""

Value = str | int | float | bytes | None


class FileKind(Struct, frozen=True):
    """A kind of file: how it is made and recognised."""

    title: str
    """The kind in messages: "a Warp Judge history"."""
    application_id: int
    """Marks the file as ours in its header."""
    migrations: Sequence[Sequence[str]]
    """Steps of SQL, each from one version of the schema to the next. The file's user_version counts the applied
    ones."""
    elsewhere: str
    """The next step where the file must stay as it is: "set XDG_STATE_HOME to another folder"."""
    on_damage: str
    """The next step where the file is damaged; "{path}" in it stands for the file's path."""
    oldest: int = 0
    """The first version of the schema that can be migrated: older files are not read."""

    @property
    def version(self) -> int:
        return len(self.migrations)


class _Connection(sqlite3.Connection):
    """A connection that reports all damage as damage, also where SQLite's message repeats bytes that are not text."""

    def execute(self, *statement: Any) -> sqlite3.Cursor:
        try:
            return super().execute(*statement)
        except UnicodeDecodeError as error:
            raise sqlite3.DatabaseError(error.object.decode(errors="backslashreplace")) from error


def connect(path: Path, options: str) -> sqlite3.Connection:
    """A connection that begins no transaction by itself. `options`: the mode, and other parameters of a file's URI in
    SQLite. The caller prevents two threads from using it at the same time."""
    uri = f"{path.absolute().as_uri()}?mode={options}"
    return sqlite3.connect(
        uri, uri=True, timeout=PATIENCE_S, isolation_level=None, check_same_thread=False, factory=_Connection
    )


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """A transaction. It waits for other writers at its beginning, when nothing has been read yet."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def one_moment(connection: sqlite3.Connection) -> Iterator[None]:
    """A `with` block whose reads all see the same committed state, also within a transaction that has begun."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN")
    try:
        yield
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")  # nothing was written


def bounded(value: Value) -> Value:
    """A number that fits a column: a program may have traced any number."""
    return min(value, MOST_WHOLE) if isinstance(value, int) else value


def set_journal(connection: sqlite3.Connection, mode: str) -> None:
    """Sets the journal mode. Waits also for the process that is making the file, which SQLite's timeout does not
    cover."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            connection.execute(f"PRAGMA journal_mode = {mode}")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(RETRY_AFTER_S)


def version_of(connection: sqlite3.Connection, path: Path, kind: FileKind) -> int:
    """The version of the file's schema; 0: the file is new. Raises JudgeError for a file that is not of this kind."""
    with one_moment(connection):  # another process may be making it
        [(application,)] = connection.execute("PRAGMA application_id")
        [(version,)] = connection.execute("PRAGMA user_version")
        [(tables,)] = connection.execute("SELECT count(*) FROM sqlite_master")
    if application != kind.application_id and (application or version or tables):
        raise JudgeError(f"{path} is not {kind.title}; move it away, or {kind.elsewhere}")
    if version > kind.version:
        raise JudgeError(
            f"{path} was written by a newer Warp Judge (schema {version}, this one supports {kind.version}); "
            f"update Warp Judge, or {kind.elsewhere}"
        )
    if 0 < version < kind.oldest:
        raise JudgeError(
            f"{path} was written by an older Warp Judge (schema {version}, this one reads {kind.oldest} and later); "
            f"move it away, or {kind.elsewhere}"
        )
    return int(version)


def migrate(connection: sqlite3.Connection, kind: FileKind) -> None:
    """Applies the steps that the file lacks: all of them, or none."""
    [(version,)] = connection.execute("PRAGMA user_version")
    if version == kind.version:
        return
    with transaction(connection):
        [(version,)] = connection.execute("PRAGMA user_version")  # another judge may have been faster
        for step in kind.migrations[version:]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {kind.application_id}")
        connection.execute(f"PRAGMA user_version = {kind.version}")


def quick_check(connection: sqlite3.Connection, path: Path, kind: FileKind, tables: Sequence[str]) -> None:
    """Raises JudgeError where a page of these tables is damaged."""
    for table in tables:
        for (line,) in connection.execute(f"PRAGMA quick_check({table})"):
            if line != "ok":
                raise JudgeError(damaged(path, line.splitlines()[-1], kind))


def is_full(error: Exception, path: Path) -> bool:
    """Whether the file's disk is full. If the index of a write-ahead log cannot grow, SQLite reports an I/O error."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_IOERR:
        with suppress(OSError):
            return shutil.disk_usage(path.parent).free < PAGE_BYTES
    return bool(code == sqlite3.SQLITE_FULL)


def explain(error: Exception, path: Path, kind: FileKind) -> str:
    """A message about what went wrong with the file, with the next step. A JudgeError's message has both already."""
    if isinstance(error, sqlite3.OperationalError):
        if is_full(error, path):
            return f"{path}: no space is left on its disk: free some space there, then try again"
        if "locked" in str(error):
            return (
                f"{path}: another process has held it for {PATIENCE_S:g} s; stop that process, then try again"
            )
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR:  # a statement that is wrong
            return f"{path}: {error}"
        return f"{path}: {error}; make it and its folder writable, or {kind.elsewhere}"
    if isinstance(error, sqlite3.DatabaseError):
        refused = isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError)
        return f"{path}: {error}" if refused else damaged(path, str(error), kind)
    if isinstance(error, OSError):
        return f"{error.filename or path}: {error.strerror or error}; {kind.elsewhere}"
    return str(error)


def damaged(path: Path, detail: str, kind: FileKind) -> str:
    return f"{path} is damaged ({detail}) and is left as it is; {kind.on_damage.format(path=path)}"
