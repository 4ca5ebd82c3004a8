"""Fixtures: an empty store in each kind of database, and a clock that goes as a test says."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from judge.store.store import Store
from judge.tests.store import postgresql_server
from judge.tests.store.stores import Clock, StoreUnderTest

NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a server."""
    programs = postgresql_server.programs()
    if programs is None:
        pytest.skip(postgresql_server.MISSING)
    with postgresql_server.server(programs) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of a store that is not there yet."""
    if request.param == "sqlite":
        return str(tmp_path / "store.sqlite")
    return empty_schema(request.getfixturevalue("postgresql"))


def empty_schema(server: str) -> str:
    import psycopg

    name = f"test{next(NUMBERS)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    return f"{server}&options=-csearch_path%3D{name}"


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with Store.open(address) as opened:
        yield opened


@pytest.fixture
def clock(store: Store, monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(store.database.dialect, "now_ms", lambda _: clock.now_ms)
    return clock


@pytest.fixture
def judged(store: Store, clock: Clock) -> StoreUnderTest:
    return StoreUnderTest(store, clock)
