"""How often a client waits for PostgreSQL's server, which may be another machine: what a worker asks of it takes few
exchanges."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from judge.store.database import Connection
from judge.store.store import Store
from judge.tests.store.postgresql_server import empty_schema
from judge.tests.store.stores import Clock, StoreUnderTest, completed, run

psycopg = pytest.importorskip("psycopg", reason="no postgresql here; judge --with-postgresql test")


class Exchanges:
    """Counts the answers of the server on the store's connections, as libpq's trace has them."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._trace, self._connections = folder / "trace", list[Any]()
        dialect = store.database.dialect
        connect = dialect.connect

        def noted() -> Connection:
            self._connections.append(connect())
            return self._connections[-1]  # type: ignore[no-any-return]

        dialect.connect = noted  # type: ignore[method-assign]
        store.database.close_idle()

    @contextmanager
    def at_most(self, most: int) -> Iterator[None]:
        """Uses the connection that is there."""
        [connection] = self._connections
        with self._trace.open("wb") as file:
            connection.pgconn.trace(file.fileno())
            yield
            connection.pgconn.untrace()
        trace = self._trace.read_text()
        assert 0 < trace.count("\tReadyForQuery") <= most, trace


@pytest.fixture
def judged(postgresql: str) -> Iterator[StoreUnderTest]:
    with Store.open(empty_schema(postgresql)) as store:
        yield StoreUnderTest(store, Clock())


def test_judging(judged: StoreUnderTest, tmp_path: Path) -> None:
    for _ in range(16):
        judged.submit()
    exchanges = Exchanges(judged.store, tmp_path)
    judged.submit()
    with exchanges.at_most(5):
        judged.submit()
    lease = judged.claim()
    with exchanges.at_most(5):
        lease = judged.claim()
    with exchanges.at_most(3):
        judged.store.queue.heartbeat(lease)
    with exchanges.at_most(5):
        judged.store.judgements.add_runs(lease, [run(1), run(2)], {1: "more"})
    with exchanges.at_most(6):
        judged.store.judgements.finish(lease, completed(lease), detail="more")


@pytest.mark.parametrize(
    "asks", [lambda store: store.queue.on_gpus(), lambda store: store.judgements.runs(1)]
)
def test_one_statement_is_one_exchange(
    judged: StoreUnderTest, tmp_path: Path, asks: Callable[[Store], object]
) -> None:
    exchanges = Exchanges(judged.store, tmp_path)
    asks(judged.store)
    with exchanges.at_most(1):
        asks(judged.store)
