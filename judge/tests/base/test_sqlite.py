"""SQLite files of any kind: which are ours, and what is said of those that cannot be used."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.base.sqlite import FileKind, connect, explain, migrate, version_of

KIND = FileKind(
    title="a list of birds",
    application_id=0x42697264,
    migrations=(
        (),
        ("CREATE TABLE birds (name TEXT NOT NULL) STRICT",),
        ("CREATE INDEX by_name ON birds (name)",),
    ),
    elsewhere="choose another folder",
    on_damage="remove {path}",
    oldest=2,
)


def made(path: Path, kind: FileKind = KIND) -> Path:
    with closing(connect(path, "rwc")) as connection:
        assert version_of(connection, path, kind) == 0
        migrate(connection, kind)
        assert version_of(connection, path, kind) == kind.version
    return path


def version(path: Path, kind: FileKind = KIND) -> int:
    with closing(connect(path, "rw")) as connection:
        return version_of(connection, path, kind)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, None),
        (1, "older Warp Judge .schema 1, this one reads 2 and later"),
        (2, None),
        (3, None),
        (4, "newer"),
    ],
)
def test_versions_that_are_read(tmp_path: Path, number: int, said: str | None) -> None:
    path = made(tmp_path / "birds.sqlite")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {number}")
    if said is None:
        assert version(path) == number
    else:
        with pytest.raises(JudgeError, match=said):
            version(path)


def test_a_step_is_applied_once(tmp_path: Path) -> None:
    path = made(tmp_path / "birds.sqlite", replace(KIND, migrations=KIND.migrations[:2]))
    for _ in range(2):
        with closing(connect(path, "rw")) as connection:
            migrate(connection, KIND)
            assert version_of(connection, path, KIND) == 3


def test_a_file_of_another_kind(tmp_path: Path) -> None:
    path = made(tmp_path / "birds.sqlite", replace(KIND, application_id=1))
    with pytest.raises(JudgeError, match="is not a list of birds; move it away, or choose another folder"):
        version(path)


def test_what_is_refused_is_no_damage(tmp_path: Path) -> None:
    path = made(tmp_path / "birds.sqlite")
    with closing(connect(path, "rw")) as connection, pytest.raises(sqlite3.IntegrityError) as refused:
        connection.execute("INSERT INTO birds VALUES (NULL)")
    assert explain(refused.value, path, KIND) == f"{path}: NOT NULL constraint failed: birds.name"
    path.write_bytes(b"x" * 5000)
    with closing(connect(path, "rw")) as connection, pytest.raises(sqlite3.DatabaseError) as damaged:
        connection.execute("SELECT * FROM birds")
    assert explain(damaged.value, path, KIND).endswith(f"and is left as it is; remove {path}")


@pytest.mark.parametrize("damage", [b"CREATE \x80ABLE birds", b"CREATE TABL\xff birds"])
def test_damage_that_is_no_text_is_damage(tmp_path: Path, damage: bytes) -> None:
    """SQLite repeats it in its message."""
    path = made(tmp_path / "birds")
    content = path.read_bytes()
    assert content.count(b"CREATE TABLE birds") == 1
    path.write_bytes(content.replace(b"CREATE TABLE birds", damage))
    with pytest.raises(sqlite3.DatabaseError) as raised:
        version(path)
    assert "is damaged" in explain(raised.value, path, KIND)
