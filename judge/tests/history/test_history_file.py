"""The history's file: whole after anything, never overwritten, and what stands in the way is named."""

import multiprocessing
import os
import shutil
import sqlite3
import stat
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from judge.base import sqlite
from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.base.user_state import file_system, state_folder
from judge.machine.hardware import Hardware
from judge.store import sqlite_dialect, user_store
from judge.store.errors import StoreError
from judge.store.history.moments import ms_of
from judge.store.schema import MIGRATIONS
from judge.store.sqlite_dialect import KIND
from judge.store.user_store import open_to_write, opened_to_read
from judge.tests.history.large_history import make
from judge.tests.history.rows import put_session, read, written


@pytest.fixture
def path(state: Path) -> Path:
    return state / "store.sqlite"


@pytest.fixture
def ordinary_user() -> Iterator[Path]:
    """A folder, in the shoes of a user whom permissions bind: root's are taken off for the test."""
    root = os.geteuid() == 0
    folder = Path(tempfile.mkdtemp())
    if root:
        os.chown(folder, 65534, 65534)
        os.seteuid(65534)
    yield folder
    if root:
        os.seteuid(0)
    folder.chmod(0o700)
    shutil.rmtree(folder)


def sessions(path: Path) -> list[int]:
    with read(path) as transaction:
        return [number for (number,) in transaction.rows("SELECT id FROM sessions ORDER BY id")]


def test_what_is_written_is_there(path: Path) -> None:
    assert [put_session(path), put_session(path)] == [1, 2]
    assert sessions(path) == [1, 2]
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def pragmas(path: Path) -> list[object]:
    """The journal, and how far a commit waits for the disk."""
    with written(path) as transaction:
        return [transaction.rows(f"PRAGMA {name}")[0][0] for name in ("journal_mode", "synchronous")]


def test_its_journal_survives_the_process(path: Path) -> None:
    assert pragmas(path) == ["wal", 1]


def test_no_log_where_several_machines_may_write(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_dialect, "may_be_shared", lambda _: True)
    assert pragmas(path) == ["delete", 2]
    assert put_session(path) == 1


def test_the_file_system_of_a_folder() -> None:
    mounts = (
        "1 0 0:1 / / rw - overlay overlay rw\n"
        "2 1 0:2 / /home rw shared:1 - nfs4 server:/home rw\n"
        "3 1 0:3 / /home/my\\040disk rw - ext4 /dev/sda rw\n"
    )
    assert file_system(Path("/homes/me"), mounts) == "overlay"
    assert file_system(Path("/home/me"), mounts) == "nfs4"
    assert file_system(Path("/home/my disk/state"), mounts) == "ext4"
    assert file_system(Path("/home/me"), "") == ""


def test_the_state_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", "/there")
    assert state_folder() == Path("/there/warp-judge")
    for relative in ("", "state"):
        monkeypatch.setenv("XDG_STATE_HOME", relative)
        assert state_folder() == tmp_path / ".local/state/warp-judge"
    monkeypatch.setenv("HOME", str(tmp_path / "nowhere"))
    with pytest.raises(FileNotFoundError, match="nowhere does not exist"):
        state_folder()
    assert not (tmp_path / "nowhere").exists()


def test_half_a_transaction_is_none(path: Path) -> None:
    put_session(path)

    def two_of_which_one_fails() -> None:
        with written(path) as transaction:
            transaction.change("DELETE FROM sessions")
            transaction.put("judgement_details", [{"judgement_id": 1, "compressed": None}])

    with pytest.raises(StoreError):
        two_of_which_one_fails()
    assert sessions(path) == [1]


def write_many(path: Path, count: int) -> None:
    for number in range(count):
        put_session(path, machine=Hardware(f"a CPU {number}" * 20, 2, 1, "6", None, None, None))


def test_many_processes_write_into_a_file_that_none_has_made_yet(path: Path) -> None:
    spawn = multiprocessing.get_context("fork")
    writers = [spawn.Process(target=write_many, args=(path, 20)) for _ in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0] * len(writers)
    assert sessions(path) == list(range(1, 161))


def test_a_new_file_that_another_process_makes_is_waited_for(path: Path) -> None:
    """Two first judges at once: SQLite itself would refuse the one that comes second."""
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path, check_same_thread=False, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        done = threading.Timer(0.2, lambda: other.execute("COMMIT"))
        done.start()
        open_to_write(path).close()
        done.join()
    assert pragmas(path) == ["wal", 1]


def test_a_writer_that_holds_the_file_is_waited_for_and_named(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_session(path)
    with written(path):
        monkeypatch.setattr(sqlite, "PATIENCE_S", 0.05)
        assert sessions(path) == [1]  # who reads need not wait
        with pytest.raises(StoreError, match="another process has held it for"):
            put_session(path)


def refused(path: Path) -> str:
    """The message of reading and of writing, which leave the file as it was."""
    before = path.read_bytes()
    with pytest.raises(JudgeError) as reading, opened_to_read(path):
        pass
    with pytest.raises(JudgeError) as writing:
        open_to_write(path)
    assert str(writing.value) == str(reading.value)
    assert path.read_bytes() == before
    return str(reading.value)


def damage_header(path: Path) -> None:
    path.write_bytes(b"x" * 16 + path.read_bytes()[16:])


def damage_text(path: Path) -> None:
    path.write_text("once upon a time\n")


def damage_end(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def damage_page(path: Path) -> None:
    """The first page that holds a machine's CPU."""
    text = path.read_bytes()
    page = text.index(b"a CPU") // 4096 * 4096
    path.write_bytes(text[:page] + b"\xff" * 4096 + text[page + 4096 :])


@pytest.mark.slow
@pytest.mark.parametrize("damage", [damage_header, damage_text, damage_end, damage_page])
def test_a_damaged_file_is_left_and_named(path: Path, damage: object) -> None:
    write_many(path, 100)
    assert callable(damage)
    damage(path)
    message = refused(path)
    assert f"{path} is damaged (" in message
    assert ".recover" in message


@pytest.mark.parametrize(
    ("most", "begun", "writes", "is_checked"),
    [
        (0, "2026-01-02", False, False),
        (0, "2026-01-02", True, True),
        (0, "2026-01-03", True, False),
        (1, "2026-01-03", False, True),
    ],
)
def test_a_long_history_is_checked_once_a_day(
    path: Path, monkeypatch: pytest.MonkeyPatch, most: int, begun: str, writes: bool, is_checked: bool
) -> None:
    """The check is made by a judge that writes. `most`: attempts up to which a history is checked each time; it has
    one."""
    monkeypatch.setattr(sqlite_dialect, "CHECKED_EACH_TIME", most)
    now_ms = ms_of(datetime.fromisoformat("2026-01-03T12:00:00Z"))
    monkeypatch.setattr(sqlite_dialect, "time", SimpleNamespace(time_ns=lambda: now_ms * 1_000_000))
    make(path, 1)
    put_session(path, ms_of(datetime.fromisoformat(f"{begun}T00:00:00Z")))
    statements: list[str] = []
    connect = sqlite.connect

    def traced(path: Path, options: str) -> sqlite3.Connection:
        connection = connect(path, options)
        connection.set_trace_callback(statements.append)
        return connection

    monkeypatch.setattr(sqlite_dialect, "connect", traced)
    if writes:
        open_to_write(path).close()
    else:
        sessions(path)
    assert any("quick_check(judgements)" in statement for statement in statements) == is_checked


def test_a_newer_schema_is_left_and_named(path: Path) -> None:
    put_session(path)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert f"newer Warp Judge (schema 99, this one supports {len(MIGRATIONS)}); update Warp Judge" in refused(
        path
    )


def test_a_file_of_another_program_is_left_and_named(path: Path) -> None:
    path.parent.mkdir(parents=True)
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE sessions (mine TEXT)")
    connection.close()
    assert "is not a Warp Judge store; move it away" in refused(path)


def test_an_empty_file_is_a_new_one(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.touch()  # a judge was killed between making and filling it
    assert put_session(path) == 1


def with_step(monkeypatch: pytest.MonkeyPatch, *statements: str) -> None:
    """A version of the judge whose schema has one more step."""
    kind = replace(user_store.KIND_OF_USER, migrations=(*KIND.migrations, statements))
    monkeypatch.setattr(user_store, "KIND_OF_USER", kind)


def test_an_older_schema_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_session(path)
    with_step(monkeypatch, "ALTER TABLE sessions ADD COLUMN note TEXT", "UPDATE sessions SET note = 'old'")
    with read(path) as transaction:
        assert transaction.rows("SELECT note FROM sessions") == [("old",)]
    assert put_session(path) == 2


def test_a_migration_that_fails_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_session(path)
    with monkeypatch.context() as patch:
        with_step(patch, "ALTER TABLE sessions ADD COLUMN note TEXT", "UPDATE nowhere SET note = 'old'")
        with pytest.raises(StoreError):
            open_to_write(path)
    assert put_session(path) == 2


def test_nothing_judged_yet(path: Path) -> None:
    with pytest.raises(JudgeError, match="nothing has been judged yet"), opened_to_read(path):
        pass
    assert not path.parent.exists()


def test_a_folder_that_takes_nothing(ordinary_user: Path) -> None:
    ordinary_user.chmod(0o555)
    path = ordinary_user / "state/store.sqlite"
    with pytest.raises(StoreError) as caught:
        open_to_write(path)
    assert str(caught.value) == (
        f"{ordinary_user}/state: Permission denied; set XDG_STATE_HOME to another folder that can be written"
    )


def test_a_file_that_can_only_be_read(ordinary_user: Path) -> None:
    path = ordinary_user / "store.sqlite"
    assert put_session(path) == 1
    path.chmod(0o444)
    ordinary_user.chmod(0o555)
    assert sessions(path) == [1]
    with pytest.raises(StoreError, match="make it and its folder writable, or set XDG_STATE_HOME"):
        put_session(path)
