"""Files of version 0.1.0: each is imported into the store next to it once, and stays unchanged."""

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.sqlite import FileKind, connect, damaged, explain, quick_check, transaction, version_of
from judge.store.errors import StoreError
from judge.store.history.moments import ms_of

CACHE_KIB = 256 << 10


class OldFile(Struct, frozen=True):
    """A file of an earlier version, and how it is imported."""

    name: str
    """Its name next to the store."""
    kind: FileKind
    tables: Sequence[str]
    """Tables that are checked before anything is read."""
    prepare: Callable[[sqlite3.Connection], None]
    """Makes functions and views for the steps. The file's own tables are in the schema `old`."""
    steps: Sequence[str]
    """Statements, which may use ms_of(), :now_ms, and for each table of `numbered` its largest id, as :TABLE."""
    numbered: Sequence[str]

    def is_to_be_taken_in(self, path: Path) -> bool:
        """Whether it is next to the store in `path`, which has not imported it yet."""
        if not path.with_name(self.name).exists():
            return False
        with closing(connect(path, "ro")) as connection:
            return not self._has_taken_in(connection)

    def take_in(self, path: Path, kind: FileKind) -> None:
        """Imports it, if it is next to the store in `path`: all of it or, with a StoreError, nothing."""
        old = path.with_name(self.name)
        if not old.exists():
            return
        with _failing(path, kind), closing(connect(path, "rw")) as connection:
            if self._has_taken_in(connection):
                return
            with _failing(old, self.kind):
                if not self._is_made(old):
                    return
                connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
                connection.create_function("ms_of", 1, _ms_of, deterministic=True)
                connection.execute("ATTACH ? AS old", (f"{old.absolute().as_uri()}?mode=ro",))
                self.prepare(connection)
            with transaction(connection):
                if not self._has_taken_in(connection):  # another judge may have been faster
                    self._copy(connection, old)

    def _has_taken_in(self, connection: sqlite3.Connection) -> bool:
        found = connection.execute("SELECT 1 FROM imports WHERE name = ?", (self.name,)).fetchone()
        return found is not None

    def _is_made(self, old: Path) -> bool:
        """Whether it has any content. Raises JudgeError for a file that is damaged, or not ours."""
        with closing(connect(old, "ro")) as connection:
            if not version_of(connection, old, self.kind):
                return False
            quick_check(connection, old, self.kind, self.tables)
        return True

    def _copy(self, connection: sqlite3.Connection, old: Path) -> None:
        values: dict[str, int | str] = {"old_name": self.name, "now_ms": time.time_ns() // 1_000_000}
        for table in self.numbered:
            [(values[table],)] = connection.execute(f"SELECT coalesce(max(id), 0) FROM {table}")
        try:
            for step in self.steps:
                connection.execute(step, values)
        except sqlite3.Error as error:
            is_value = (
                isinstance(error, sqlite3.IntegrityError) or error.sqlite_errorcode == sqlite3.SQLITE_ERROR
            )
            if not is_value:  # for example, the disk is at fault
                raise
            raise StoreError(damaged(old, str(error), self.kind)) from error
        connection.execute("INSERT INTO imports VALUES (:old_name, :now_ms)", values)


def _ms_of(time_utc: str | None) -> int | None:
    return None if time_utc is None else ms_of(datetime.fromisoformat(time_utc))


@contextmanager
def _failing(path: Path, kind: FileKind) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(explain(error, path, kind)) from error
    except JudgeError as error:
        raise error if isinstance(error, StoreError) else StoreError(str(error)) from error
