"""The store in PostgreSQL: its database is ours alone, and a connection that was lost is made again."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from judge.store.catalogue_records import ProblemRecord
from judge.store.errors import StoreError, Unavailable
from judge.store.store import Store
from judge.tests.store.postgresql_server import empty_schema

psycopg = pytest.importorskip("psycopg", reason="no postgresql here; judge --with-postgresql test")


@pytest.fixture
def address(postgresql: str) -> str:
    return empty_schema(postgresql)


@pytest.fixture
def other(address: str) -> Iterator[Any]:
    """Another connection to the same place."""
    with psycopg.connect(address, autocommit=True) as connection:
        yield connection


def test_a_database_of_another_program(address: str, other: Any) -> None:
    other.execute("CREATE TABLE users (mine TEXT)")
    with pytest.raises(StoreError, match="holds tables of another program"):
        Store.open(address)
    assert other.execute("SELECT count(*) FROM users").fetchone() == (0,)


def test_a_newer_one(address: str, other: Any) -> None:
    Store.open(address).close()
    other.execute("UPDATE warp_judge_schema SET version = 99")
    with pytest.raises(StoreError, match="newer Warp Judge"):
        Store.open(address)


def test_many_open_it_first(address: str) -> None:
    failures: list[Exception] = []

    def open_it(number: int) -> None:
        try:
            with Store.open(address) as store:
                store.catalogue.put(ProblemRecord(f"problem {number}", "a" * 64))
        except StoreError as error:
            failures.append(error)

    threads = [threading.Thread(target=open_it, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with Store.open(address) as store:
        assert len(store.catalogue.all(ProblemRecord)) == 6


END_ALL = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL"


def test_a_lost_connection_is_made_again(address: str, other: Any) -> None:
    def remove_problems() -> None:
        with store.database.write() as transaction:
            other.execute(END_ALL)
            transaction.change("DELETE FROM problems")

    with Store.open(address) as store:
        store.catalogue.put(ProblemRecord("double", "a" * 64))
        other.execute(END_ALL)
        assert [problem.name for problem in store.catalogue.all(ProblemRecord)] == ["double"]
        with pytest.raises(Unavailable):
            remove_problems()
        assert [problem.name for problem in store.catalogue.all(ProblemRecord)] == ["double"]


def test_a_server_that_is_not_there(tmp_path_factory: pytest.TempPathFactory) -> None:
    nowhere = f"postgresql://judge:hunter2@/postgres?host={tmp_path_factory.mktemp('nowhere')}"
    with pytest.raises(Unavailable, match="see that the server runs") as caught:
        Store.open(nowhere)
    assert "hunter2" not in str(caught.value)


def test_an_address_that_is_none() -> None:
    with pytest.raises(StoreError):
        Store.open("postgresql://judge@/postgres?no-such-option=1")
