"""The places of a session's jobs: in a temporary file, as there may be a million of them."""

import sqlite3
from collections.abc import Iterable

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.next_steps import SetVariable

CACHE_KIB = 8192


class JobPlace(Struct, frozen=True):
    """The place of a job: the array, and the task in it."""

    batch: int
    task: int


class JobIndex:
    """An index by the job's key. It lasts as long as the process: the session's folder has everything in it."""

    def __init__(self) -> None:
        # An empty name is a file that SQLite creates once its cache is full, and removes.
        self._connection = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        self._execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        self._execute("PRAGMA journal_mode = OFF")
        self._execute("CREATE TABLE places (key TEXT PRIMARY KEY, batch INT, task INT) WITHOUT ROWID")
        self._execute("CREATE TABLE results (key TEXT PRIMARY KEY, begin INT) WITHOUT ROWID")

    def place(self, key: str) -> JobPlace | None:
        """Where the job was queued last; None: nowhere."""
        found = self._execute("SELECT batch, task FROM places WHERE key = ?", (key,)).fetchone()
        return JobPlace(*found) if found else None

    def add_places(self, places: Iterable[tuple[str, JobPlace]]) -> None:
        rows = [(key, place.batch, place.task) for key, place in places]
        self._write("INSERT OR REPLACE INTO places VALUES (?, ?, ?)", rows)

    def result(self, key: str) -> int | None:
        """The offset of the job's result in the results; None: there is none."""
        found = self._execute("SELECT begin FROM results WHERE key = ?", (key,)).fetchone()
        return int(found[0]) if found else None

    def add_results(self, begins: Iterable[tuple[str, int]]) -> None:
        self._write("INSERT OR REPLACE INTO results VALUES (?, ?)", begins)

    def _write(self, statement: str, rows: Iterable[tuple[str | int, ...]]) -> None:
        try:
            self._connection.executemany(statement, rows)
        except sqlite3.OperationalError as error:
            raise _explained(error) from error

    def _execute(self, statement: str, values: tuple[str, ...] = ()) -> sqlite3.Cursor:
        try:
            return self._connection.execute(statement, values)
        except sqlite3.OperationalError as error:
            raise _explained(error) from error


def _explained(error: sqlite3.Error) -> JudgeError:
    return JudgeError(
        f"the index of a session: {error}. Its file lies where temporary files go",
        SetVariable("SQLITE_TMPDIR", "a folder with room"),
    )
