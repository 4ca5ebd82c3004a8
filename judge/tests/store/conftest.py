"""Fixtures: an empty store in each kind of database, and a clock that goes as a test says."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.store.store import Store
from judge.tests.store.stores import Clock, StoreUnderTest


@pytest.fixture(params=["sqlite"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "store.sqlite")


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
