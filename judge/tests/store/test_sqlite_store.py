"""The store's file: made once, whoever comes first, left alone where it is not ours, and never on a network's disk."""

import multiprocessing
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from judge.base import sqlite
from judge.base.priority import Priority
from judge.base.records import replace
from judge.store import sqlite_dialect
from judge.store.catalogue_records import ProblemRecord
from judge.store.errors import StoreError, StoreFull, Unavailable
from judge.store.jobs import queue_job
from judge.store.queue_records import JobKind, JobRecord, Resource
from judge.store.records import Submission
from judge.store.rows import row_of
from judge.store.schema import MIGRATIONS
from judge.store.sqlite_dialect import KIND
from judge.store.store import Store
from judge.tests.store.stores import Clock, StoreUnderTest

JOBS = 300


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data/store.sqlite"


def pragma(path: Path, name: str) -> object:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.mark.parametrize("copied", [False, True])
def test_what_is_made(path: Path, copied: bool) -> None:
    Store.open(path).close()
    if copied:  # by a program that keeps another kind of journal
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    Store.open(path).close()
    assert pragma(path, "journal_mode") == "wal"
    assert pragma(path, "user_version") == len(MIGRATIONS)
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_not_on_the_disk_of_a_network(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sqlite_dialect, "may_be_shared", lambda folder: folder == path.parent)
        with pytest.raises(StoreError, match="lies in a network file system"):
            Store.open(path)
        assert not path.exists()
        Store.open(path.parent.parent / "store.sqlite").close()


def other_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE users (mine TEXT)")


def newer(path: Path) -> None:
    Store.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")


def no_database(path: Path) -> None:
    path.write_text("once upon a time\n" * 100)


def damaged(path: Path) -> None:
    """Damages the first page of its jobs."""
    with Store.open(path) as store:
        StoreUnderTest(store, Clock()).submit()
    with closing(sqlite3.connect(path)) as connection:
        [(page,)] = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'jobs'")
        [(size,)] = connection.execute("PRAGMA page_size")
    content = bytearray(path.read_bytes())
    content[(page - 1) * size : page * size] = b"\xff" * size
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (other_program, "is not a Warp Judge store; move it away"),
        (newer, "was written by a newer Warp Judge .schema 99"),
        (no_database, "is damaged .file is not a database.*restore a backup"),
        (damaged, "is damaged .*restore a backup"),
    ],
)
def test_a_file_that_is_left_as_it_is(path: Path, make: Callable[[Path], None], said: str) -> None:
    path.parent.mkdir()
    make(path)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=said):
        Store.open(path)
    assert path.read_bytes() == before


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    with pytest.raises(StoreError, match=f"{tmp_path}/data"):
        Store.open(tmp_path / "data/store.sqlite")


def add_problems(path: Path, process: int) -> None:
    with Store.open(path) as store:
        for number in range(10):
            store.catalogue.put(ProblemRecord(f"{process}-{number}", "a" * 64))


def test_many_processes_make_it_and_write(path: Path) -> None:
    fork = multiprocessing.get_context("fork")
    writers = [fork.Process(target=add_problems, args=(path, number)) for number in range(6)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0] * 6
    with Store.open(path) as store:
        assert len(store.catalogue.all(ProblemRecord)) == 60


def test_a_writer_that_holds_it_is_waited_for_and_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store.open(path).close()
    monkeypatch.setattr(sqlite, "PATIENCE_S", 0.05)
    with Store.open(path) as holder, Store.open(path) as store, holder.database.write():
        assert store.catalogue.all(ProblemRecord) == []  # who reads need not wait
        with pytest.raises(Unavailable, match="another process has held it"):
            store.catalogue.put(ProblemRecord("double", "a" * 64))
    with Store.open(path) as store:
        assert store.catalogue.put(ProblemRecord("double", "a" * 64)).id == 1


def test_a_full_disk_is_an_error_and_nothing_is_half_written(path: Path) -> None:
    with Store.open(path) as store:
        judged = StoreUnderTest(store, Clock())
        with store.database.read() as transaction:
            [[pages]] = transaction.rows("PRAGMA page_count")
        connect = store.database.dialect.connect

        def without_room() -> object:
            connection = connect()
            connection.execute(f"PRAGMA max_page_count = {pages + 2}")
            return connection

        store.database.close_idle()
        store.database.dialect.connect = without_room  # type: ignore[method-assign, assignment]
        kept = until_it_fails(lambda: judged.submit(name="n" * 200))
        tables = ("submissions", "jobs", "submission_files")
        assert [judged.count(table) for table in tables] == [kept] * 3
        assert kept > 0


def until_it_fails(act: Callable[[], object]) -> int:
    """How often it succeeded before the disk was full."""
    for count in range(1000):
        try:
            act()
        except StoreFull:
            return count
    raise AssertionError("it never failed")


def test_an_older_file_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store.open(path).close()
    step = ("ALTER TABLE problems ADD COLUMN note TEXT", "UPDATE problems SET note = 'old'")
    newer_kind = replace(KIND, migrations=(*KIND.migrations, step))
    monkeypatch.setattr(sqlite_dialect, "KIND", newer_kind)
    Store.open(path).close()
    assert pragma(path, "user_version") == len(MIGRATIONS) + 1


def test_claims_rarely_wait_for_the_log_to_be_moved_into_the_file(path: Path) -> None:
    """The slowest claim would wait for exactly that: the disk, twice."""
    with Store.open(path) as store:
        problem = store.catalogue.put(ProblemRecord("double", "d" * 64))
        with store.database.write() as transaction:
            for number in range(1, 1 + JOBS):
                row = row_of(Submission(problem.id, "mine.py", "python3"))
                transaction.put("submissions", [{**row, "id": number}])
                job = JobRecord(JobKind.JUDGE, Resource.CORE, Priority.PRACTICE, submission_id=number)
                queue_job(transaction, job)
        moved = set()
        for number in range(JOBS):
            assert store.queue.claim(f"worker {number}", 60_000)
            moved.add(path.stat().st_mtime_ns)
    assert len(moved) <= 1 + JOBS // 100
