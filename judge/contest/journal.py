"""The journal of a contest, judgements.sqlite in its folder: each judgement is committed as soon as it is known.

A judge that is killed at any moment loses only what it was judging; the next one continues. A rejudging is kept beside
the judgements that count until all of it is known, and then takes their place in one transaction.
"""

import fcntl
import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from judge.base.errors import JudgeError
from judge.base.outside_files import reading
from judge.base.outside_folders import require_inside
from judge.base.sqlite import FileKind, connect, explain, insert, migrate, transaction, version_of
from judge.contest.judgements import TYPES, Judgement, Key, Run

NAME = "judgements.sqlite"
_SCHEMA = (
    """CREATE TABLE rejudgings (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        of TEXT NOT NULL,
        started_utc TEXT NOT NULL,
        ended_utc TEXT
    ) STRICT""",
    """CREATE TABLE judgements (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        submission TEXT NOT NULL,
        content_sha256 TEXT NOT NULL,
        data_sha256 TEXT NOT NULL,
        rejudging INTEGER NOT NULL,
        counts INTEGER NOT NULL,
        verdict TEXT NOT NULL,
        score REAL NOT NULL,
        -- Points by group, as JSON.
        groups TEXT NOT NULL,
        started_ms INTEGER NOT NULL,
        ended_ms INTEGER NOT NULL,
        max_run_time_ms INTEGER,
        reason TEXT NOT NULL
    ) STRICT""",
    # Nothing is judged twice: 0 stands for the first judging.
    "CREATE UNIQUE INDEX once ON judgements (submission, content_sha256, data_sha256, rejudging)",
    "CREATE UNIQUE INDEX one_counts ON judgements (submission) WHERE counts",
    """CREATE TABLE runs (
        judgement INTEGER NOT NULL REFERENCES judgements (id),
        ordinal INTEGER NOT NULL,
        verdict TEXT NOT NULL,
        ended_ms INTEGER NOT NULL,
        run_time_ms INTEGER NOT NULL,
        PRIMARY KEY (judgement, ordinal)
    ) STRICT, WITHOUT ROWID""",
)
KIND = FileKind(
    title="the journal of a contest",
    application_id=0x576A436F,
    migrations=((), _SCHEMA),
    oldest=2,
    elsewhere="copy the contest to another folder that can be written",
    on_damage="move it away: then all is judged anew",
)
REMEDY = "Move it away: then all is judged anew."
COLUMNS = (
    "id, submission, content_sha256, data_sha256, verdict, score, groups, started_ms, ended_ms, max_run_time_ms, "
    "reason"
)
_RunRow = tuple[int, int, str, int, int]
_Row = tuple[int, str, str, str, str, float, str, int, int, int | None, str]
"""Of these columns. A damaged page may hold values of other kinds, whatever the schema says."""


class Journal:
    """Open; one process at a time writes to it."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path, self._connection = path, connection

    def keep(self, judgement: Judgement, rejudging: int = 0) -> None:
        """Commits it. Without a rejudging it counts from now on, in place of any other of its submission."""
        key = judgement.key
        with self._failing(), transaction(self._connection):
            if not rejudging:
                self._connection.execute(
                    "UPDATE judgements SET counts = 0 WHERE submission = ?", (key.submission_id,)
                )
            number = insert(
                self._connection,
                "judgements",
                {
                    "submission": key.submission_id,
                    "content_sha256": key.content_sha256,
                    "data_sha256": key.data_sha256,
                    "rejudging": rejudging,
                    "counts": not rejudging,
                    "verdict": judgement.verdict,
                    "score": judgement.score,
                    "groups": json.dumps(judgement.groups),
                    "started_ms": judgement.started_ms,
                    "ended_ms": judgement.ended_ms,
                    "max_run_time_ms": judgement.max_run_time_ms,
                    "reason": judgement.reason,
                },
            )
            self._connection.executemany(
                "INSERT INTO runs VALUES (?, ?, ?, ?, ?)",
                [(number, run.ordinal, run.verdict, run.ended_ms, run.run_time_ms) for run in judgement.runs],
            )

    def counting(self) -> list[Judgement]:
        """Those that count, without their runs."""
        return self._judgements("counts")

    def of(self, rejudging: int) -> list[Judgement]:
        """Those of a rejudging that is under way, without their runs."""
        return self._judgements("rejudging = ?", rejudging)

    def all(self) -> list[tuple[Judgement, bool]]:
        """Each with its runs, and whether it counts, in the order in which they were made."""
        counting = {one.id for one in self.counting()}
        return [(one, one.id in counting) for one in self._judgements("TRUE", with_runs=True)]

    def recall(self, keys: Mapping[str, Key]) -> list[Judgement]:
        """What counts of these submissions from now on: an earlier judgement of the same key counts again, and one of
        another key no longer does."""
        with self._failing(), transaction(self._connection):
            for counting in self.counting():
                key = keys.get(counting.key.submission_id)
                if key is not None and counting.key != key:
                    self._connection.execute("UPDATE judgements SET counts = 0 WHERE id = ?", (counting.id,))
                    self._connection.execute(
                        "UPDATE judgements SET counts = 1 WHERE id = (SELECT max(id) FROM judgements "
                        "WHERE submission = ? AND content_sha256 = ? AND data_sha256 = ? AND rejudging NOT IN "
                        "(SELECT id FROM rejudgings WHERE ended_utc IS NULL))",
                        (key.submission_id, key.content_sha256, key.data_sha256),
                    )
        return self.counting()

    def unfinished_rejudging(self) -> tuple[int, str] | None:
        """Its number, and what it is of."""
        with self._failing():
            rows = self._connection.execute(
                "SELECT id, of FROM rejudgings WHERE ended_utc IS NULL"
            ).fetchall()
        return (int(rows[0][0]), str(rows[0][1])) if rows else None

    def begin_rejudging(self, of: str) -> int:
        """The number of a new one; an unfinished one is given up, with its judgements."""
        with self._failing(), transaction(self._connection):
            given_up = "IN (SELECT id FROM rejudgings WHERE ended_utc IS NULL)"
            self._connection.execute(
                f"DELETE FROM runs WHERE judgement IN (SELECT id FROM judgements WHERE rejudging {given_up})"
            )
            self._connection.execute(f"DELETE FROM judgements WHERE rejudging {given_up}")
            self._connection.execute("DELETE FROM rejudgings WHERE ended_utc IS NULL")
            return insert(self._connection, "rejudgings", {"of": of, "started_utc": _now()})

    def end_rejudging(self, number: int) -> None:
        """All of it takes the place of what counted."""
        with self._failing(), transaction(self._connection):
            self._connection.execute(
                "UPDATE judgements SET counts = 0 WHERE submission IN "
                "(SELECT submission FROM judgements WHERE rejudging = ?)",
                (number,),
            )
            self._connection.execute("UPDATE judgements SET counts = 1 WHERE rejudging = ?", (number,))
            self._connection.execute("UPDATE rejudgings SET ended_utc = ? WHERE id = ?", (_now(), number))

    def _judgements(self, where: str, *values: int, with_runs: bool = False) -> list[Judgement]:
        with self._failing():
            rows = self._connection.execute(
                f"SELECT {COLUMNS} FROM judgements WHERE {where} ORDER BY id", values
            ).fetchall()
            of_runs = self._connection.execute("SELECT * FROM runs").fetchall() if with_runs else []
        runs: dict[int, list[Run]] = {}
        with reading(self._path, REMEDY):
            for number, ordinal, verdict, ended, took in msgspec.convert(of_runs, list[_RunRow]):
                runs.setdefault(number, []).append(Run(ordinal, verdict, ended, took))
        found = []
        for row in rows:
            with reading(self._path, REMEDY):
                number, submission, content, data, verdict, score, groups, began, ended, run_time, reason = (
                    msgspec.convert(row, _Row)
                )
                points = msgspec.json.decode(groups, type=dict[str, float])
                if verdict not in TYPES:
                    raise ValueError(f"expected a verdict, found {verdict!r}")
            key, of_it = Key(submission, content, data), tuple(runs.get(number, ()))
            found.append(
                Judgement(key, verdict, score, began, ended, run_time, reason, of_it, points, number)
            )
        return found

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise _explained(self._path, error) from error


@contextmanager
def opened(folder: Path) -> Iterator[Journal]:
    """The journal of the contest in this folder, made if need be. Raises JudgeError if another judge has it."""
    path = _path_in(folder)
    lock = os.open(folder, os.O_RDONLY)
    connection = None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        connection = _connected(path)
        yield Journal(path, connection)
    except BlockingIOError as error:
        raise JudgeError(
            f"{folder}: another judge is judging this contest: wait until it has ended, or look with --show."
        ) from error
    except sqlite3.Error as error:
        raise _explained(path, error) from error
    finally:
        if connection:
            connection.close()
        os.close(lock)


@contextmanager
def opened_to_read(folder: Path) -> Iterator[Journal | None]:
    """None: nothing has been judged yet. Another judge may be writing to it."""
    path = _path_in(folder)
    if not path.exists():
        yield None
        return
    connection = None
    try:
        # What a judge that was killed has left half done is taken back by whoever opens the file next.
        mode = "rw" if os.access(path, os.W_OK) and os.access(folder, os.W_OK) else "ro"
        connection = connect(path, mode)
        if not version_of(connection, path, KIND):
            yield None
            return
        connection.execute("PRAGMA query_only = ON")
        yield Journal(path, connection)
    except sqlite3.Error as error:
        raise _explained(path, error) from error
    finally:
        if connection:
            connection.close()


def _path_in(folder: Path) -> Path:
    """Raises JudgeError for a link that leads out: the folder may come from a zip file."""
    path = folder / NAME
    if path.is_symlink():
        require_inside(path, folder)
    return path


def _connected(path: Path) -> sqlite3.Connection:
    # An interrupted judge stores what it knows in another thread, never in two at a time.
    connection = connect(path, "rwc")
    try:
        # A rollback journal, and not a write-ahead log: a contest's folder may lie on a network's file system.
        connection.execute("PRAGMA synchronous = FULL")
        version_of(connection, path, KIND)
        migrate(connection, KIND)
    except BaseException:
        connection.close()
        raise
    return connection


def _explained(path: Path, error: sqlite3.Error) -> JudgeError:
    return JudgeError(explain(error, path, KIND))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def targets_text(names: Sequence[str]) -> str:
    """What a rejudging is of, as it is typed; empty: of everything."""
    return " ".join(sorted(names))
