"""The store in an SQLite file: one writer at a time, and readers that it never makes wait.

Its journal is a write-ahead log: what is committed survives the death of any process (https://www.sqlite.org/wal.html).
A durable commit waits for the disk, and takes along what was committed before it; others do not, as that would disturb
a run that is timed.
"""

import sqlite3
import threading
import time
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.sqlite import FileKind, connect, explain, migrate, quick_check, set_journal, version_of
from judge.base.user_state import may_be_shared
from judge.store.database import Connection
from judge.store.errors import StoreError, Unavailable
from judge.store.schema import migrations

WORDS = {
    "ID": "INTEGER PRIMARY KEY AUTOINCREMENT",
    "WHOLE": "INTEGER",
    "REAL": "REAL",
    "BYTES": "BLOB",
    "TABLE_END": "STRICT",
    "TABLE_END_OF_KEYS": "STRICT, WITHOUT ROWID",
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
"""Tables that every process depends upon; damage elsewhere is noticed when it is read."""


class SqliteDialect:
    errors: tuple[type[Exception], ...] = (sqlite3.Error,)
    skip_locked = ""
    locked = ""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.writers = threading.Semaphore(1)

    def connect(self) -> Connection:
        connection = connect(self.path, "rw")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    def sql(self, text: str) -> str:
        return text

    def begin_write(self, connection: Connection, *, durable: bool) -> None:
        connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
        connection.execute("BEGIN IMMEDIATE")

    def begin_read(self, connection: Connection) -> None:
        connection.execute("BEGIN")

    def serialize(self, connection: Connection, what: str) -> None:
        """Every writer is alone."""

    def now_ms(self, connection: Connection) -> int:
        return time.time_ns() // 1_000_000

    def is_gone(self, connection: Connection) -> bool:
        return False

    def explained(self, error: Exception) -> StoreError:
        is_passing = isinstance(error, sqlite3.OperationalError)
        return (Unavailable if is_passing else StoreError)(explain(error, self.path, KIND))

    def migrate(self) -> None:
        """Makes the file where there is none."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            if may_be_shared(self.path.parent):
                raise StoreError(
                    f"{self.path} lies in a network's file system, where SQLite cannot keep several writers apart: "
                    "choose a folder on a disk of this machine, or a server by postgresql://..."
                )
            connection = connect(self.path, "rwc")
            try:
                if version_of(connection, self.path, KIND):
                    quick_check(connection, self.path, KIND, QUICKLY_CHECKED)
                set_journal(connection, "WAL")  # also of a copy that was made without
                connection.execute("PRAGMA synchronous = FULL")
                migrate(connection, KIND)
            finally:
                connection.close()
        except (sqlite3.Error, OSError) as error:
            raise self.explained(error) from error
        except JudgeError as error:
            raise error if isinstance(error, StoreError) else StoreError(str(error)) from error
