"""The queue: workers claim jobs, and have each for as long as they say that they live.

The most urgent job is next, and of these the oldest. So that nobody starves, one in sixteen claims of a worker looks
for a job of each lower priority first, and one for an own run: however many urgent ones come, a job with N before it in
its own priority is claimed within 16 (N + 1) claims of each worker that can do it. Own runs wait among those who
practise.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import count
from typing import Any

from judge.base.priority import Priority
from judge.base.records import replace
from judge.base.submission_state import State
from judge.store.database import Database, Transaction
from judge.store.errors import LeaseLost, StoreError
from judge.store.events import Event, EventKind, note
from judge.store.jobs import end_job, lose_job, queue_job, read_job
from judge.store.judgements import insert_judgement
from judge.store.leases import hold, is_done, require_attempt
from judge.store.queue_records import (
    JobKind,
    JobRecord,
    JobState,
    Lane,
    Lease,
    OnGpu,
    Resource,
    WaitingJobs,
    WorkerState,
)
from judge.store.records import Judgement
from judge.store.rows import columns, record_of
from judge.store.submissions import read_submission

TURNS = 16
FIRST_OF_A_TURN: Mapping[int, Priority | JobKind] = {
    4: Priority.CLASS,
    6: JobKind.RUN,
    8: Priority.PRACTICE,
    12: Priority.REJUDGING,
    0: Priority.MEASURING,
}
"""What comes first by the turn: the priority, or the kind of job, that is looked for first."""
EXPIRED_AT_ONCE = 100
OLDEST = """SELECT priority, queued_utc_ms, id FROM jobs
    WHERE state = 'queued' AND kind = ? AND resource = ?{} ORDER BY priority, queued_utc_ms, id LIMIT 1"""
OF_A_SUBMISSION = "SELECT id FROM jobs WHERE submission_id = ? AND state = 'queued' AND rejudging_id IS NULL"
EXPIRED = "SELECT {} FROM jobs WHERE state = 'running' AND lease_until_utc_ms < ?"
Lanes = Sequence[tuple[JobKind, Resource]]


class Queue:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._turns = count(1)

    def put(self, job: JobRecord) -> JobRecord:
        """Queues one that is not about a submission."""
        if job.submission_id is not None or job.kind is JobKind.JUDGE:
            raise StoreError("a submission gets its job when it is submitted, or by a rejudging.")
        with self._database.write(durable=True) as transaction:
            return queue_job(transaction, job)

    def job(self, number: int) -> JobRecord:
        """Raises StoreError where there is none."""
        with self._database.read() as transaction:
            return read_job(transaction, number)

    def of_kind(self, kind: JobKind, at_most: int = 1000) -> list[JobRecord]:
        """Jobs that are about no submission, the newest first."""
        sql = f"SELECT {columns(JobRecord)} FROM jobs WHERE submission_id IS NULL AND kind = ? ORDER BY id DESC LIMIT ?"
        return self._database.records(JobRecord, sql, kind, at_most)

    def claim(
        self,
        worker: str,
        lease_ms: int,
        *,
        kinds: Iterable[JobKind] = JobKind,
        resources: Iterable[Resource] = Resource,
        submission_id: int | None = None,
        held: Collection[int] | None = None,
    ) -> Lease | None:
        """The next job of these kinds that needs one of these resources; None: there is none. `submission_id`: only
        its job, for anyone who judges what they have submitted. `held`: the jobs that the worker knows to have: another
        one that it was given is given to it again, as it has not heard of that; None: it hears of all."""
        lanes = [(kind, resource) for kind in kinds for resource in resources]
        if held is not None and (unheard := self._unheard(worker, held, lanes)):
            return unheard
        with self._database.read() as transaction:  # who waits for work must not keep others from writing
            if _next(transaction, lanes, submission_id) is None and not _has_expired(transaction):
                return None
        turn = next(self._turns) % TURNS
        first = FIRST_OF_A_TURN.get(turn)
        with self._database.write() as transaction:
            _expire(transaction)
            number = _next(transaction, lanes, submission_id, first, to_change=True)
            return None if number is None else _leased(transaction, number, worker, lease_ms)

    def _unheard(self, worker: str, held: Collection[int], lanes: Lanes) -> Lease | None:
        """A job that this worker was given, and does not know of."""
        sql = f"SELECT {columns(JobRecord)} FROM jobs WHERE state = 'running' AND worker = ? ORDER BY id"
        for job in self._database.records(JobRecord, sql, worker):
            if job.id not in held and (job.kind, job.resource) in lanes:
                with suppress(LeaseLost):
                    lease = self.lease(job.id, job.attempt)
                    self.heartbeat(lease)
                    return lease
        return None

    def lease(self, number: int, attempt: int) -> Lease:
        """The lease of this attempt of a job, as claim() has given it; whether it still holds is seen when it is used.
        Raises LeaseLost where it is another's now, and NotInStore."""
        with self._database.read() as transaction:
            job = read_job(transaction, number)
            require_attempt(job, attempt)
            return _lease_of(transaction, job)

    def expire(self) -> int:
        """Gives back what has a lease that ran out, as each claim does; how many there were."""
        with self._database.write() as transaction:
            return _expire(transaction)

    def heartbeat(self, lease: Lease) -> None:
        """Prolongs it from now on. Raises LeaseLost."""
        with self._database.write() as transaction:
            hold(transaction, lease)

    def release(self, lease: Lease) -> None:
        """Gives it back unfinished, as a worker does that is told to stop. Raises LeaseLost."""
        with self._database.write() as transaction:
            job = hold(transaction, lease)
            end_job(transaction, job, JobState.QUEUED, f"given back by {job.worker}")

    def fail(self, lease: Lease, why: str, *, is_final: bool = False) -> JobState:
        """The judge itself failed. Another worker tries it, unless it was tried too often, or `is_final`: anyone who
        tries it will fail. Raises LeaseLost."""
        with self._database.write(durable=True) as transaction:
            return lose_job(transaction, hold(transaction, lease), why, is_final=is_final)

    def complete(self, lease: Lease) -> None:
        """Ends a job that is not one of judging. A repetition changes nothing. Raises LeaseLost."""
        with self._database.write(durable=True) as transaction:
            if not is_done(transaction, lease):
                end_job(transaction, hold(transaction, lease), JobState.DONE, "")

    def lanes(self) -> list[Lane]:
        """How many jobs wait or are done now, by what they need and their priority."""
        sql = (
            "SELECT resource, state, priority, count(*) FROM jobs WHERE state = '{}' "
            "GROUP BY resource, state, priority"
        )
        with self._database.read() as transaction:
            rows = [row for state in ("running", "queued") for row in transaction.rows(sql.format(state))]
        return [
            Lane(Resource(resource), state == "running", priority, count)
            for resource, state, priority, count in rows
        ]

    def waiting(self) -> list[WaitingJobs]:
        """How many jobs wait, and since when the oldest does, by priority."""
        sql = (
            "SELECT priority, count(*), min(queued_utc_ms) FROM jobs WHERE state = 'queued' GROUP BY priority"
        )
        with self._database.read() as transaction:
            return [WaitingJobs(*row) for row in transaction.rows(sql)]

    def workers(self) -> list[WorkerState]:
        """Workers that have jobs, by name."""
        with self._database.read() as transaction:
            rows = transaction.rows(
                "SELECT worker, count(*), max(heartbeat_utc_ms) FROM jobs WHERE state = 'running' "
                "GROUP BY worker ORDER BY worker"
            )
        return [WorkerState(*row) for row in rows]

    def on_gpus(self) -> list[OnGpu]:
        """Jobs that workers do on their GPUs, by worker."""
        sql = "SELECT worker, submission_id FROM jobs WHERE state = 'running' AND resource = 'gpu' ORDER BY worker, id"
        return self._database.records(OnGpu, sql)

    def without_gpus(self) -> int:
        """What waits for a GPU waits for a core from now on: for a judge that has none any more. Returns how many."""
        with self._database.write(durable=True) as transaction:
            return transaction.change(
                "UPDATE jobs SET resource = 'core' WHERE resource = 'gpu' AND state IN ('queued', 'held')"
            )


def _has_expired(transaction: Transaction) -> bool:
    return transaction.first(f"{EXPIRED.format('1')} LIMIT 1", transaction.now_ms) is not None


def _expire(transaction: Transaction) -> int:
    rows = transaction.rows(
        f"{EXPIRED.format(columns(JobRecord))} ORDER BY lease_until_utc_ms LIMIT ? {transaction.dialect.skip_locked}",
        transaction.now_ms,
        EXPIRED_AT_ONCE,
    )
    for row in rows:
        job = record_of(JobRecord, row)
        lose_job(transaction, job, f"worker {job.worker} was not heard of for {job.lease_ms / 1000:g} s")
    return len(rows)


def _next(
    transaction: Transaction,
    lanes: Lanes,
    submission_id: int | None,
    preferred: Priority | JobKind | None = None,
    *,
    to_change: bool = False,
) -> int | None:
    """The number of the job; one of the preferred priority or kind, if there is any. `to_change`: nobody else gets
    it."""
    skip_locked = transaction.dialect.skip_locked if to_change else ""
    if submission_id is not None:
        row = transaction.first(f"{OF_A_SUBMISSION} {skip_locked}", submission_id)
        return row[0] if row else None
    found: list[Sequence[Any]] = []
    if isinstance(preferred, JobKind):
        of_kind = [lane for lane in lanes if lane[0] is preferred]
        if of_kind:
            found = transaction.rows(_oldest(len(of_kind), "", skip_locked), *_values(of_kind))
    elif preferred is not None:
        of_its = [value for lane in lanes for value in (*lane, preferred)]
        found = transaction.rows(_oldest(len(lanes), " AND priority = ?", skip_locked), *of_its)
    if not found:
        found = transaction.rows(_oldest(len(lanes), "", skip_locked), *_values(lanes))
    return int(min(found, key=tuple)[2]) if found else None


def _values(lanes: Lanes) -> list[str]:
    return [value for lane in lanes for value in lane]


@cache
def _oldest(lanes: int, condition: str, skip_locked: str) -> str:
    """The query for the first job of each lane, by its index."""
    of_a_lane = f"{OLDEST.format(condition)} {skip_locked}"
    return " UNION ALL ".join(f"SELECT * FROM ({of_a_lane}) AS lane{number}" for number in range(lanes))


def _leased(transaction: Transaction, number: int, worker: str, lease_ms: int) -> Lease:
    now = transaction.now_ms
    row = transaction.first(
        "UPDATE jobs SET state = 'running', attempt = attempt + 1, worker = ?, lease_ms = ?, claimed_utc_ms = ?, "
        f"heartbeat_utc_ms = ?, lease_until_utc_ms = ? WHERE id = ? RETURNING {columns(JobRecord)}",
        worker,
        lease_ms,
        now,
        now,
        now + lease_ms,
        number,
    )
    assert row
    job = record_of(JobRecord, row)
    if job.submission_id is None:
        note(transaction, Event(EventKind.BEGUN, data={"job": job.id, "worker": worker}))
        return Lease(job, None, None)
    submission = read_submission(transaction, job.submission_id)
    [[data_sha256]] = transaction.rows("SELECT data_sha256 FROM problems WHERE id = ?", submission.problem_id)
    judgement = insert_judgement(
        transaction,
        Judgement(
            submission.id,
            data_sha256,
            submission.source_sha256,
            verdict=None,
            started_utc_ms=now,
            rejudging_id=job.rejudging_id,
            job_id=job.id,
        ),
    )
    if job.rejudging_id is None:
        transaction.change("UPDATE submissions SET state = ? WHERE id = ?", State.JUDGING, submission.id)
        submission = replace(submission, state=State.JUDGING)
    event = Event(
        EventKind.JUDGING,
        user_id=submission.user_id,
        contest_id=submission.contest_id,
        problem_id=submission.problem_id,
        submission_id=submission.id,
        judgement_id=judgement.id,
        rejudging_id=job.rejudging_id,
        data={"worker": worker},
    )
    note(transaction, event)
    return Lease(job, submission, judgement)


def _lease_of(transaction: Transaction, job: JobRecord) -> Lease:
    """The lease as it was given."""
    if job.submission_id is None:
        return Lease(job, None, None)
    sql = f"SELECT {columns(Judgement)} FROM judgements WHERE job_id = ? ORDER BY id DESC LIMIT 1"
    judgement = transaction.record(Judgement, sql, job.id)
    return Lease(job, read_submission(transaction, job.submission_id), judgement)
