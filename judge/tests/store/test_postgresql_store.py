"""The store in PostgreSQL: its database is ours alone, and a connection that was lost is made again."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from judge.base.priority import Priority
from judge.base.records import replace
from judge.store.catalogue_records import UNPREPARED, ContestRecord, ProblemRecord
from judge.store.database import Transaction
from judge.store.errors import StoreError, Unavailable
from judge.store.package_records import PackageVersion
from judge.store.queue_records import JobState, Resource
from judge.store.records import Submission
from judge.store.store import Store
from judge.tests.store.postgresql_server import empty_schema
from judge.tests.store.stores import SOURCE
from judge.tests.watching import PATIENCE_S, soon

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


WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"
Change = Callable[[Store, ContestRecord, ProblemRecord], object]


def prepare(store: Store, _: ContestRecord, problem: ProblemRecord) -> None:
    store.catalogue.put(replace(problem, data_sha256="a" * 64))


def open_version(store: Store, _: ContestRecord, problem: ProblemRecord) -> None:
    version = store.packages.offer(PackageVersion(problem.name, ""))
    store.packages.open(version.id, replace(problem, data_sha256="a" * 64))


def pause(store: Store, contest: ContestRecord, problem: ProblemRecord) -> None:
    store.contests.pause(contest, problem.id)


def resume(store: Store, contest: ContestRecord, problem: ProblemRecord) -> None:
    store.contests.resume(contest, problem.id)


@pytest.mark.parametrize(
    ("change", "data", "state"),
    [
        (prepare, UNPREPARED, JobState.QUEUED),
        (open_version, UNPREPARED, JobState.QUEUED),
        (resume, "a" * 64, JobState.QUEUED),
        (pause, "a" * 64, JobState.HELD),
    ],
)
def test_a_change_of_what_is_judged_meets_a_submission(
    address: str, other: Any, monkeypatch: pytest.MonkeyPatch, change: Change, data: str, state: JobState
) -> None:
    commit, reached, go = Transaction.commit, threading.Event(), threading.Event()

    def held(self: Transaction) -> None:
        if threading.current_thread().name.startswith("submit"):
            reached.set()
            assert go.wait(PATIENCE_S)
        commit(self)

    with (
        Store.open(address) as store,
        ThreadPoolExecutor(1, "submit") as pool,
        ThreadPoolExecutor(1) as staff,
    ):
        problem = store.catalogue.put(ProblemRecord("double", data))
        cup = store.catalogue.put(ContestRecord("cup", "Cup", 1000, 1))
        if change is resume:
            pause(store, cup, problem)
        monkeypatch.setattr(Transaction, "commit", held)
        submission = Submission(problem.id, "mine.py", "python3", contest_id=cup.id)
        submitted = pool.submit(
            store.submissions.submit, submission, SOURCE, priority=Priority.CONTEST, resource=Resource.CORE
        )
        assert reached.wait(PATIENCE_S)
        changed = staff.submit(change, store, cup, problem)
        try:
            assert soon(lambda: changed.done() or other.execute(WAITING).fetchone() != (0,))
        finally:
            go.set()
        number = submitted.result().id
        changed.result()
    found = other.execute("SELECT state FROM jobs WHERE submission_id = %s", [number]).fetchone()
    assert found == (state.value,)
