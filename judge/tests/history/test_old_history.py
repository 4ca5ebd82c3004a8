"""The history file of version 0.1.0, and of earlier ones, is taken into the store: once, whole, and left as it is.

`old/history_0_1_0.sql` is a dump of a file that the judge of that version wrote.
"""

import json
import multiprocessing
import os
import signal
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.base.errors import JudgeError
from judge.commands.history import history
from judge.commands.options.history import HistoryOptions
from judge.history.details import unpacked
from judge.store.history.attempts import read_attempts, read_result, read_sessions
from judge.store.history.filters import EVERYTHING
from judge.store.history.keeping import History
from judge.store.history.old_file import OLD_NAME
from judge.store.old_files import OldFile
from judge.store.user_store import open_to_write, opened_to_read
from judge.tests.history.rows import put_session, read, written

DUMP = (Path(__file__).parent / "old/history_0_1_0.sql").read_text(encoding="utf-8")


@pytest.fixture
def old(state: Path) -> Path:
    state.mkdir(parents=True)
    path = state / OLD_NAME
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(DUMP)
    return path


@pytest.fixture
def path(state: Path) -> Path:
    return state / "store.sqlite"


def old_rows(old: Path, query: str) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(old)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(query)]


def test_each_session_and_attempt_is_as_it_was(old: Path, path: Path) -> None:
    sessions = old_rows(old, "SELECT * FROM sessions ORDER BY started_utc DESC, id DESC")
    attempts = old_rows(
        old,
        "SELECT attempts.*, result, command, cpu, cores, gpu FROM attempts JOIN details ON attempt = attempts.id "
        "JOIN sessions ON sessions.id = session ORDER BY judged_utc, attempts.id",
    )
    before = old.read_bytes()
    with read(path) as transaction:
        assert [
            msgspec.structs.asdict(one) for one in read_sessions(transaction, EVERYTHING, 100)
        ] == sessions
        found = read_attempts(transaction)
        results = [read_result(transaction, one) for one in found]
    for one, row, result in zip(found, attempts, results, strict=True):
        now = msgspec.structs.asdict(one)
        assert now.pop("machine").startswith(f"{row['cpu']}, {row['cores']} core")
        assert now == {name: row[name] for name in now}
        assert result == row["result"]
        assert json.loads(bytes(unpacked(result, "it")[1])) == json.loads(zlib.decompress(result))
    assert len(attempts) > 10
    assert {row["ended_utc"] is None for row in sessions} == {True, False}
    assert old.read_bytes() == before


def test_its_sessions_keep_their_numbers_and_others_come_behind_them(old: Path, path: Path) -> None:
    last = max(row["id"] for row in old_rows(old, "SELECT id FROM sessions"))
    assert put_session(path) == last + 1
    assert history(HistoryOptions(session=1)) == 0
    assert history(HistoryOptions("double", names=("*.py",), by_author=True)) == 0


def test_it_is_taken_in_once(old: Path, path: Path) -> None:
    open_to_write(path).close()
    with written(path) as transaction:
        transaction.change("DELETE FROM judgement_details")
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("UPDATE attempts SET name = 'another'")
    with read(path) as transaction:
        assert "another" not in {one.name for one in read_attempts(transaction)}
        assert transaction.rows("SELECT * FROM judgement_details") == []


def test_sessions_that_the_store_had_before_stay(old: Path, path: Path) -> None:
    """Somebody puts the old file back."""
    away = old.rename(old.with_name("away"))
    assert put_session(path, 5) == 1
    away.rename(old)
    count = len(old_rows(old, "SELECT id FROM sessions"))
    with read(path) as transaction:
        assert [one.id for one in read_sessions(transaction, EVERYTHING, 100)][-1] == 1
        assert len(read_sessions(transaction, EVERYTHING, 100)) == count + 1
        assert len(read_attempts(transaction)) == len(old_rows(old, "SELECT id FROM attempts"))


def test_packages_keep_the_names_that_they_go_by(old: Path, path: Path) -> None:
    digest = "a" * 64
    with open_to_write(path) as store:
        kept = History(store.database)
        places = [("sums", "/home/me/sums"), ("sums", "/home/you/sums"), ("double", "/home/me/double")]
        assert [kept.problem(name, origin, set(), digest).name for name, origin in places] == [
            "sums-2",
            "sums",
            "double",
        ]


def test_nothing_is_taken_in_of_an_empty_file(state: Path, path: Path) -> None:
    state.mkdir(parents=True)
    (state / OLD_NAME).touch()  # a judge was killed between making and filling it
    assert put_session(path) == 1
    assert history(HistoryOptions()) == 0


def damage(old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    content = old.read_bytes()
    page = content.rindex(b"a CPU") // 4096 * 4096
    old.write_bytes(content[:page] + b"\xff" * 4096 + content[page + 4096 :])


def make_newer(old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("PRAGMA user_version = 10")


def say_nonsense(old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("UPDATE attempts SET judged_utc = 'one day' WHERE id = 3")


@pytest.mark.parametrize("spoil", [damage, make_newer, say_nonsense])
def test_one_that_cannot_be_read_is_named_and_nothing_of_it_taken(old: Path, path: Path, spoil: Any) -> None:
    spoil(old)
    before = old.read_bytes()
    with pytest.raises(JudgeError) as writing:
        open_to_write(path)
    with pytest.raises(JudgeError) as reading, opened_to_read(path):
        pass
    assert str(reading.value) == str(writing.value)
    assert str(path.parent) in str(writing.value)
    assert old.read_bytes() == before
    old.rename(old.with_name("away"))
    assert put_session(path) == 1


def test_who_is_killed_while_it_is_taken_in_leaves_none_of_it(
    old: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = OldFile._copy

    def copy_and_die(kind: OldFile, connection: sqlite3.Connection, file: Path) -> None:
        copy(kind, connection, file)
        os.kill(os.getpid(), signal.SIGKILL)

    with monkeypatch.context() as patch:
        patch.setattr(OldFile, "_copy", copy_and_die)
        killed = multiprocessing.get_context("fork").Process(target=open_to_write, args=(path,))
        killed.start()
        killed.join()
    assert killed.exitcode == -signal.SIGKILL
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM sessions").fetchone() == (0,)
    with read(path) as transaction:
        assert len(read_attempts(transaction)) == len(old_rows(old, "SELECT id FROM attempts"))
        assert [tuple(row) for row in transaction.rows("PRAGMA integrity_check")] == [("ok",)]


TO_VERSION_2 = """
    DROP TRIGGER attempt_names; DROP TABLE names; DROP TABLE packages;
    DROP INDEX attempts_of_an_author; DROP INDEX attempts_to_compare; DROP INDEX attempts_of_a_name;
    ALTER TABLE sessions DROP COLUMN given;
    ALTER TABLE attempts DROP COLUMN author; ALTER TABLE attempts DROP COLUMN chosen_limit_s;
    ALTER TABLE attempts DROP COLUMN chosen_factor; ALTER TABLE attempts DROP COLUMN points;
    ALTER TABLE attempts DROP COLUMN most_points; ALTER TABLE attempts DROP COLUMN lower_is_better;
    PRAGMA user_version = 2;
"""
"""Undoes what later versions of the schema added."""


def test_authors_and_names_of_an_earlier_version(old: Path, path: Path) -> None:
    """An earlier version put a user's solution into the folder "accepted", which is not its author."""
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("UPDATE attempts SET name = 'accepted/mine.cpp' WHERE name = 'mine.cpp'")
        connection.commit()
        connection.executescript(TO_VERSION_2)
    with read(path) as transaction:
        found = {one.name: one for one in read_attempts(transaction)}
        assert {one.given for one in read_sessions(transaction, EVERYTHING, 100)} == {""}
    authors = {name: found[name].author for name in ("mine.cpp", "anna/a.py", "of/cleo/a.py", "cpu-add")}
    assert authors == {"mine.cpp": None, "anna/a.py": "anna", "of/cleo/a.py": "of/cleo", "cpu-add": None}
    stored = found["accepted/a.cpp"]
    assert (stored.command, stored.author, stored.points, stored.lower_is_better) == (
        "verify",
        None,
        None,
        False,
    )
