"""Fixtures: an empty store in each kind of database, and a clock that goes as a test says."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.store.store import Store
from judge.tests.store import postgresql_server
from judge.tests.store.new_stores import open_new
from judge.tests.store.stores import Clock, StoreUnderTest, new_address


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
    return new_address(request, tmp_path)


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with open_new(address) as opened:
        yield opened


@pytest.fixture
def clock(store: Store) -> Clock:
    clock = Clock()
    clock.set_for(store)
    return clock


@pytest.fixture
def judged(store: Store, clock: Clock) -> StoreUnderTest:
    return StoreUnderTest(store, clock)
