"""A store with something in it, and what tests ask of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from judge.base.priority import Priority
from judge.base.records import replace
from judge.store.catalogue_records import ProblemRecord, User
from judge.store.database import Connection
from judge.store.jobs import end_job, queue_job, resource_of
from judge.store.queue import expire_leases
from judge.store.queue_records import JobKind, JobRecord, JobState, Lease, Resource
from judge.store.records import FileRecord, Judgement, Run, Submission
from judge.store.rejudgings import OPEN
from judge.store.rows import columns
from judge.store.sqlite_dialect import SqliteDialect
from judge.store.store import Store
from judge.tests.store.postgresql_server import empty_schema

DATA = "d" * 64
LEASE_MS = 30_000
SOURCE = (FileRecord("mine.py", b"print(2 * int(input()))\n"),)


@dataclass
class Clock:
    """The time that a store goes by."""

    now_ms: int = 1_800_000_000_000

    def set_for(self, store: Store) -> None:
        dialect = store.database.dialect
        begin_write = dialect.begin_write

        def begin(connection: Connection, *, durable: bool) -> int:
            begin_write(connection, durable=durable)
            return self.now_ms

        dialect.begin_write = begin  # type: ignore[method-assign]
        dialect.now_ms = lambda _: self.now_ms  # type: ignore[method-assign, assignment]

    def passes(self, ms: int) -> None:
        self.now_ms += ms


@dataclass
class StoreUnderTest:
    store: Store
    clock: Clock
    problem: ProblemRecord = field(init=False)
    anna: User = field(init=False)

    def __post_init__(self) -> None:
        self.problem = self.store.catalogue.put(ProblemRecord("double", DATA))
        self.anna = self.store.catalogue.put(User("anna"))

    @property
    def is_sqlite(self) -> bool:
        return isinstance(self.store.database.dialect, SqliteDialect)

    def expire(self) -> int:
        """Returns expired leases' jobs to the queue, as each claim does; returns their number."""
        with self.store.database.write() as transaction:
            return expire_leases(transaction)

    def submit(
        self,
        priority: Priority = Priority.PRACTICE,
        resource: Resource = Resource.CORE,
        files: Sequence[FileRecord] = SOURCE,
        **fields: Any,
    ) -> int:
        """The new submission's id, a millisecond after the one before."""
        self.clock.passes(1)
        submission = Submission(self.problem.id, "mine.py", "python3", user_id=self.anna.id)
        submission = replace(submission, **fields)
        return self.store.submissions.submit(submission, files, priority=priority, resource=resource).id

    def claim(self, worker: str = "worker", **options: Any) -> Lease:
        lease = self.store.queue.claim(worker, LEASE_MS, **options)
        assert lease is not None
        return lease

    def claimed(self, worker: str = "worker", **options: Any) -> int | None:
        """The submission whose job was next; None: there was none."""
        lease = self.store.queue.claim(worker, LEASE_MS, **options)
        return lease.job.submission_id if lease else None

    def finish(self, lease: Lease, verdict: str = "AC") -> Judgement:
        return self.store.judgements.finish(lease, completed(lease, verdict))

    def judge(self, verdict: str = "AC") -> int:
        """A submission that has been judged."""
        number = self.submit()
        self.finish(self.claim(submission_id=number), verdict)
        return number

    def count(self, table: str) -> int:
        with self.store.database.read() as transaction:
            [[rows]] = transaction.rows(f"SELECT count(*) FROM {table}")
        return int(rows)


def cancel(store: Store, number: int, why: str) -> bool:
    """Cancels a submission's job, as a rejudging does that has judged it. Returns whether it was waiting or in
    progress."""
    with store.database.write(durable=True) as transaction:
        sql = f"SELECT {columns(JobRecord)} FROM jobs WHERE submission_id = ? AND rejudging_id IS NULL AND {OPEN}"
        job = transaction.record(JobRecord, f"{sql} {transaction.dialect.locked}", number)
        if job:
            end_job(transaction, job, JobState.CANCELLED, why)
    return job is not None


def queue_again(store: Store, number: int) -> None:
    """Queues a submission again that failed."""
    with store.database.write(durable=True) as transaction:
        change = "UPDATE submissions SET state = 'queued', failure = '' WHERE id = ? AND state = 'failed'"
        if transaction.change(change, number):
            resource = resource_of(transaction, number)
            job = JobRecord(JobKind.JUDGE, resource, Priority.PRACTICE, submission_id=number)
            queue_job(transaction, job)


def completed(lease: Lease, verdict: str = "AC") -> Judgement:
    assert lease.judgement
    return replace(lease.judgement, verdict=verdict, tests_passed=int(verdict == "AC"), tests_total=1)


def run(ordinal: int = 1, verdict: str = "AC", **fields: Any) -> Run:
    return replace(Run(ordinal, f"secret/{ordinal}", verdict, "", 1_800_000_000_000, 20, 10, 4096), **fields)


def new_address(request: pytest.FixtureRequest, folder: Path) -> str:
    """The address of a store which does not exist yet, in the kind of database that the fixture's parameter names."""
    if request.param == "sqlite":
        return str(folder / "store.sqlite")
    return empty_schema(request.getfixturevalue("postgresql"))
