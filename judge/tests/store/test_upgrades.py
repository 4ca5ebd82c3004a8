"""A store of an earlier schema is upgraded, and stays beside that as it was."""

import sqlite3
from pathlib import Path

import pytest

from judge.base.records import replace
from judge.store import sqlite_dialect
from judge.store.catalogue_records import User
from judge.store.store import Store


def test_a_copy_is_kept_before_the_schema_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, now = tmp_path / "store.sqlite", sqlite_dialect.KIND
    with Store.open(file) as store:
        store.accounts.sign_up(User("anna"))
    with Store.open(file):
        pass
    assert not list(tmp_path.glob("*.schema-*"))  # nothing was to be changed
    newer = replace(now, migrations=(*now.migrations, ("CREATE TABLE more (id INTEGER)",)))
    monkeypatch.setattr(sqlite_dialect, "KIND", newer)
    with Store.open(file) as store:
        assert store.accounts.user_named("anna")
    [copy] = tmp_path.glob("*.schema-*")
    assert copy.name == f"store.schema-{now.version}.sqlite"
    assert oct(copy.stat().st_mode)[-3:] == "600"
    monkeypatch.setattr(sqlite_dialect, "KIND", now)
    with Store.open(copy) as store:  # the earlier judge goes on with it
        assert store.accounts.user_named("anna")
    connection = sqlite3.connect(file)
    assert connection.execute("PRAGMA user_version").fetchone() == (newer.version,)
    connection.close()
