"""The store in an SQLite file: one writer at a time, and readers that never wait for it.

Its journal is a write-ahead log: committed data survives the death of any process (https://www.sqlite.org/wal.html). A
durable commit waits for the disk, and includes earlier ones; others do not, as that would disturb a timed run.

The log's index is memory that all writers share, which is impossible across machines. Nevertheless, a store of one
user's commands may be on a network file system: there it has a rollback journal, and every commit waits for the disk.
"""

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.sqlite import (
    FileKind,
    connect,
    explain,
    is_full,
    migrate,
    one_moment,
    quick_check,
    set_journal,
    version_of,
)
from judge.base.units import DAY_MS
from judge.base.user_state import may_be_shared
from judge.store.database import Connection
from judge.store.errors import StoreError, StoreFull, Unavailable
from judge.store.schema import migrations

WORDS = {
    "ID": "INTEGER PRIMARY KEY AUTOINCREMENT",
    "WHOLE": "INTEGER",
    "REAL": "REAL",
    "BYTES": "BLOB",
    "TABLE_END": "STRICT",
    "TABLE_END_OF_KEYS": "STRICT, WITHOUT ROWID",
    "IN_ANY_CASE": "COLLATE NOCASE",
}
REFUSED = "BEGIN SELECT RAISE(ABORT, 'events are never changed'); END"
STATEMENTS = {
    "APPEND_ONLY events": (
        f"CREATE TRIGGER events_stay BEFORE UPDATE ON events {REFUSED}",
        f"CREATE TRIGGER events_remain BEFORE DELETE ON events {REFUSED}",
    ),
}
KIND = FileKind(
    title="a Warp Judge store",
    application_id=0x576A5374,
    migrations=migrations(WORDS, STATEMENTS),
    elsewhere="choose another file",
    on_damage="restore a backup",
)
QUICKLY_CHECKED = ("jobs",)
"""Tables that every process depends on; damage elsewhere is noticed when it is read."""
CHECKED_WITH_HISTORY = ("hosts", "sessions", "submissions", "judgements")
CHECKED_EACH_TIME = 20_000
"""The judgements in a history that is checked whenever it is opened; a longer one, which takes seconds, is checked by
the first command of a day that writes."""


MOVED_AT_PAGES = 8000
"""The length of the log, in pages of 4 KiB, at which the writer moves it into the file, and waits for the disk twice.
A claim takes about 15 of them: one in 500 waits."""


class SqliteDialect:
    errors: tuple[type[Exception], ...] = (sqlite3.Error,)
    skip_locked = ""
    locked = ""

    def __init__(
        self,
        path: Path,
        kind: FileKind | None = None,
        *,
        may_be_shared: bool = False,
        reads_only: bool = False,
    ) -> None:
        """`may_be_shared`: it may be on a network file system."""
        self.path, self._kind = path, kind or KIND
        self._may_be_shared, self._reads_only = may_be_shared, reads_only
        self._has_log = True
        self.writers = threading.Semaphore(1)

    def connect(self) -> Connection:
        connection = _connected_to_read(self.path) if self._reads_only else connect(self.path, "rw")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA wal_autocheckpoint = {MOVED_AT_PAGES}")
        return connection

    def sql(self, text: str) -> str:
        return text

    def begin_write(self, connection: Connection, *, durable: bool) -> int:
        connection.execute(f"PRAGMA synchronous = {'FULL' if durable or not self._has_log else 'NORMAL'}")
        connection.execute("BEGIN IMMEDIATE")
        return self.now_ms(connection)

    def begin_read(self, connection: Connection) -> None:
        connection.execute("BEGIN")

    def together(self, connection: Connection) -> AbstractContextManager[object]:
        return nullcontext()

    def serialize(self, connection: Connection, what: str) -> None:
        """Every writer is alone."""

    def now_ms(self, connection: Connection) -> int:
        return time.time_ns() // 1_000_000

    def is_gone(self, connection: Connection) -> bool:
        return False

    def explained(self, error: Exception) -> StoreError:
        kind = Unavailable if isinstance(error, sqlite3.OperationalError) else StoreError
        if isinstance(error, sqlite3.Error) and is_full(error, self.path):
            kind = StoreFull
        return kind(explain(error, self.path, self._kind))

    def migrate(self) -> None:
        """Updates the schema; creates the file if there is none."""
        with self._failing():
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._has_log = not may_be_shared(self.path.parent)
            if not self._has_log and not self._may_be_shared:
                raise StoreError(
                    f"{self.path} lies in a network file system, where SQLite cannot keep several writers apart: "
                    "choose a folder on a disk of this machine, or a server by postgresql://..."
                )
            with closing(connect(self.path, "rwc")) as connection:
                version = self._check(connection, writes=True)
                if 0 < version < self._kind.version:
                    _keep_copy(connection, self.path, version)
                set_journal(
                    connection, "WAL" if self._has_log else "DELETE"
                )  # also a copy that was made without one
                connection.execute("PRAGMA synchronous = FULL")
                migrate(connection, self._kind)

    def is_up_to_date(self) -> bool:
        """Whether it can be read without changes. Raises StoreError for a file that must not be changed."""
        with self._failing(), closing(_connected_to_read(self.path)) as connection:
            return self._check(connection, writes=False) == self._kind.version

    def _check(self, connection: sqlite3.Connection, *, writes: bool) -> int:
        """The version of the schema; 0: the file is new."""
        with one_moment(connection):
            version = version_of(connection, self.path, self._kind)
            if version:
                quick_check(connection, self.path, self._kind, QUICKLY_CHECKED)
                if _has_history_to_check(connection, writes=writes):
                    quick_check(connection, self.path, self._kind, CHECKED_WITH_HISTORY)
        return version

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise self.explained(error) from error
        except JudgeError as error:
            raise error if isinstance(error, StoreError) else StoreError(str(error)) from error


def _has_history_to_check(connection: sqlite3.Connection, *, writes: bool) -> bool:
    last = connection.execute("SELECT started_utc_ms FROM sessions ORDER BY id DESC LIMIT 1").fetchone()
    if last is None:
        return False
    [(judgements,)] = connection.execute("SELECT coalesce(max(id), 0) FROM judgements")
    return judgements <= CHECKED_EACH_TIME or (
        writes and last[0] // DAY_MS != time.time_ns() // 1_000_000 // DAY_MS
    )


def _connected_to_read(path: Path) -> sqlite3.Connection:
    connection = connect(path, "rw")
    try:
        connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.OperationalError:
        connection.close()
        log = path.with_name(path.name + "-wal")
        writable = os.access(path.parent, os.W_OK, effective_ids=True)
        if writable or (log.exists() and log.stat().st_size):
            raise
        # A write-ahead log needs an index file next to it, which the folder does not permit: then no other process
        # writes there either.
        connection = connect(path, "ro&immutable=1")
    connection.execute("PRAGMA query_only = ON")
    return connection


def _keep_copy(connection: sqlite3.Connection, path: Path, version: int) -> None:
    """Copies the file next to itself before its schema changes: an older Warp Judge can continue with the copy."""
    copy = path.with_name(f"{path.stem}.schema-{version}{path.suffix}")
    if copy.exists():  # from an upgrade that failed, or another process is making it
        return
    partial = path.with_name(f".{copy.name}.{os.getpid()}")
    try:
        target = sqlite3.connect(partial)
        try:
            connection.backup(target)
        finally:
            target.close()
        partial.chmod(0o600)
        partial.rename(copy)
    finally:
        partial.unlink(missing_ok=True)
