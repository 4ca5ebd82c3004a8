"""The queue: workers claim jobs, and have each for as long as they send heartbeats.

The most urgent job is next, and among these the oldest. So that no job starves, one in sixteen claims of a worker
looks for a job of each lower priority first, and one for an own run: however many urgent ones arrive, a job with N
before it in its own priority is claimed within 16 (N + 1) claims of each worker that can do it. Own runs have the
priority of practice.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import count

from judge.base.priority import Priority
from judge.base.records import replace
from judge.store.database import Database, Query, StorePart, Transaction, insertion
from judge.store.errors import LeaseLost, StoreError
from judge.store.events import Event, EventKind, about, note
from judge.store.jobs import end_job, hold, is_done, lose_job, queue_job, read_job, require_attempt
from judge.store.queue_records import (
    GpuJob,
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
from judge.store.records import Judgement, Submission
from judge.store.rows import columns, record_of, row_of
from judge.store.submissions import read_submission

TURNS = 16
FIRST_OF_A_TURN: Mapping[int, Priority | JobKind] = {
    4: Priority.CLASS,
    6: JobKind.RUN,
    8: Priority.PRACTICE,
    12: Priority.REJUDGING,
    0: Priority.MEASURING,
}
"""What each turn looks for first: a priority, or a kind of job."""
EXPIRED_AT_ONCE = 100
OLDEST = """SELECT priority, queued_utc_ms, id FROM jobs
    WHERE state = 'queued' AND kind = ? AND resource = ?{} ORDER BY priority, queued_utc_ms, id LIMIT 1"""
OF_A_SUBMISSION = "SELECT id FROM jobs WHERE submission_id = ? AND state = 'queued' AND rejudging_id IS NULL"
FIRST_END = "SELECT min(lease_until_utc_ms) FROM jobs WHERE state = 'running'"
Lanes = Sequence[tuple[JobKind, Resource]]


class Queue(StorePart):
    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._turns = count(1)

    def put(self, job: JobRecord) -> JobRecord:
        """Queues a job that is not about a submission."""
        if job.submission_id is not None or job.kind is JobKind.JUDGE:
            raise StoreError("a submission gets its job when it is submitted, or by a rejudging.")
        with self._database.write(durable=True) as transaction:
            return queue_job(transaction, job)

    def job(self, number: int) -> JobRecord:
        """Raises StoreError if there is none."""
        with self._database.read() as transaction:
            return read_job(transaction, number)

    def of_kind(self, kind: JobKind, at_most: int = 1000) -> list[JobRecord]:
        """Jobs that are not about a submission, the newest first."""
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
        its job, for users who judge their own submissions. `held`: the jobs that the worker knows it has: another one
        that it was given is given to it again, as the answer was lost; None: no answer is ever lost."""
        lanes = [(kind, resource) for kind in kinds for resource in resources]
        if held is not None and (unheard := self._unheard(worker, held, lanes)):
            return unheard
        is_waiting, first_end_ms = self._waiting_and_first_end(_next(lanes, submission_id))
        if not is_waiting and not self._is_past(first_end_ms):
            return None  # waiting for work must not block writers
        preferred = FIRST_OF_A_TURN.get(next(self._turns) % TURNS)
        with self._database.write() as transaction:
            if first_end_ms is not None and first_end_ms < transaction.now_ms:
                expire_leases(transaction)
            skip_locked = transaction.dialect.skip_locked
            for sql, values in [
                *_preferred(lanes, submission_id, preferred, skip_locked),
                _next(lanes, submission_id, skip_locked),
            ]:
                if taken := _taken(transaction, sql, values, worker, lease_ms):
                    return _begun(transaction, *taken)
        return None

    def _waiting_and_first_end(self, query: Query) -> tuple[bool, int | None]:
        """Whether the query finds a job, and when the first lease ends, if there is one."""
        sql, values = query
        [[is_waiting, first_end_ms]] = self._database.rows(f"SELECT EXISTS ({sql}), ({FIRST_END})", *values)
        return bool(is_waiting), first_end_ms

    def _is_past(self, time_ms: int | None) -> bool:
        if time_ms is None:
            return False
        with self._database.read() as transaction:
            return time_ms < transaction.now_ms

    def _unheard(self, worker: str, held: Collection[int], lanes: Lanes) -> Lease | None:
        """A job that this worker was given, but does not know of."""
        sql = f"SELECT {columns(JobRecord)} FROM jobs WHERE state = 'running' AND worker = ? ORDER BY id"
        for job in self._database.records(JobRecord, sql, worker):
            if job.id not in held and (job.kind, job.resource) in lanes:
                with suppress(LeaseLost):
                    lease = self.lease(job.id, job.attempt)
                    self.heartbeat(lease)
                    return lease
        return None

    def lease(self, number: int, attempt: int) -> Lease:
        """The lease of this attempt of a job, as claim() returned it; whether it is still valid is checked when it is
        used. Raises LeaseLost if another worker has the job now, and NotInStore."""
        with self._database.read() as transaction:
            job = read_job(transaction, number)
            require_attempt(job, attempt)
            return _lease_of(transaction, job)

    def heartbeat(self, lease: Lease) -> None:
        """Prolongs the lease from now on. Raises LeaseLost."""
        with self._database.write() as transaction:
            hold(transaction, lease)

    def release(self, lease: Lease) -> None:
        """Returns the job unfinished, for a worker that must stop. Raises LeaseLost."""
        with self._database.write() as transaction:
            job = hold(transaction, lease)
            end_job(transaction, job, JobState.QUEUED, f"given back by {job.worker}")

    def fail(self, lease: Lease, why: str, *, is_final: bool = False) -> JobState:
        """Records that the judge itself failed. Another worker tries the job, unless it failed too often, or
        `is_final`: every worker would fail. Raises LeaseLost."""
        with self._database.write(durable=True) as transaction:
            return lose_job(transaction, hold(transaction, lease), why, is_final=is_final)

    def complete(self, lease: Lease) -> None:
        """Ends a job that does not judge. A repetition changes nothing. Raises LeaseLost."""
        with self._database.write(durable=True) as transaction:
            if not is_done(transaction, lease):
                end_job(transaction, hold(transaction, lease), JobState.DONE, "")

    def lanes(self) -> list[Lane]:
        """The number of waiting and running jobs, by resource and priority."""
        sql = (
            "SELECT resource, {}, priority, count(*) FROM jobs WHERE state = '{}' GROUP BY resource, priority"
        )
        with self._database.read() as transaction:
            return [
                lane
                for is_running, state in ((1, "running"), (0, "queued"))
                for lane in transaction.records(Lane, sql.format(is_running, state))
            ]

    def waiting(self) -> list[WaitingJobs]:
        """The number of waiting jobs, and since when the oldest has waited, by priority."""
        sql = (
            "SELECT priority, count(*), min(queued_utc_ms) FROM jobs WHERE state = 'queued' GROUP BY priority"
        )
        return self._database.records(WaitingJobs, sql)

    def workers(self) -> list[WorkerState]:
        """Workers that have jobs, by name."""
        sql = (
            "SELECT worker, count(*), max(heartbeat_utc_ms) FROM jobs WHERE state = 'running' "
            "GROUP BY worker ORDER BY worker"
        )
        return self._database.records(WorkerState, sql)

    def on_gpus(self) -> list[OnGpu]:
        """Jobs that workers do on their GPUs, by worker."""
        sql = "SELECT worker, submission_id FROM jobs WHERE state = 'running' AND resource = 'gpu' ORDER BY worker, id"
        return self._database.records(OnGpu, sql)

    def judged_on_gpus(self, among: int) -> list[GpuJob]:
        """Submissions that were judged on GPUs, among so many of the last judgements; the last one to end first."""
        sql = (
            "SELECT worker, claimed_utc_ms, jobs.ended_utc_ms, "
            "(SELECT count(*) FROM runs WHERE judgement_id = judgements.id) "
            "FROM judgements JOIN jobs ON jobs.id = job_id "
            "WHERE judgements.id > (SELECT max(id) FROM judgements) - ? AND verdict IS NOT NULL AND is_emulated = 0 "
            "AND resource = 'gpu' AND jobs.state = 'done' ORDER BY jobs.ended_utc_ms DESC, jobs.id DESC"
        )
        return self._database.records(GpuJob, sql, among)

    def without_gpus(self) -> int:
        """Lets jobs that wait for a GPU use a core from now on: for a judge that no longer has one. Returns their
        number."""
        with self._database.write(durable=True) as transaction:
            return transaction.change(
                "UPDATE jobs SET resource = 'core' WHERE resource = 'gpu' AND state IN ('queued', 'held')"
            )


def expire_leases(transaction: Transaction) -> int:
    """Returns expired leases' jobs to the queue. Returns their number."""
    expired = transaction.records(
        JobRecord,
        f"SELECT {columns(JobRecord)} FROM jobs WHERE state = 'running' AND lease_until_utc_ms < ? "
        f"ORDER BY lease_until_utc_ms LIMIT ? {transaction.dialect.skip_locked}",
        transaction.now_ms,
        EXPIRED_AT_ONCE,
    )
    for job in expired:
        lose_job(transaction, job, f"worker {job.worker} was not heard of for {job.lease_ms / 1000:g} s")
    return len(expired)


def _next(lanes: Lanes, submission_id: int | None, skip_locked: str = "") -> Query:
    """The query for the number of the job. `skip_locked`: the dialect's, if the job is then taken."""
    if submission_id is not None:
        return f"{OF_A_SUBMISSION} {skip_locked}", [submission_id]
    return _oldest(len(lanes), "", skip_locked), [value for lane in lanes for value in lane]


def _preferred(
    lanes: Lanes, submission_id: int | None, preferred: Priority | JobKind | None, skip_locked: str
) -> list[Query]:
    """The query for a job of the preferred priority or kind, if there is a preference that the worker can serve."""
    if preferred is None or submission_id is not None:
        return []
    if isinstance(preferred, JobKind):
        of_kind = [lane for lane in lanes if lane[0] is preferred]
        return [_next(of_kind, None, skip_locked)] if of_kind else []
    values = [value for lane in lanes for value in (*lane, preferred)]
    return [(_oldest(len(lanes), " AND priority = ?", skip_locked), values)]


@cache
def _oldest(lanes: int, condition: str, skip_locked: str) -> str:
    """The query for the most urgent and oldest of the first jobs of each lane, by its index."""
    of_a_lane = f"{OLDEST.format(condition)} {skip_locked}"
    of_all = " UNION ALL ".join(f"SELECT * FROM ({of_a_lane}) AS lane{number}" for number in range(lanes))
    return f"SELECT id FROM ({of_all}) AS firsts ORDER BY priority, queued_utc_ms, id LIMIT 1"


def _taken(
    transaction: Transaction, which: str, values: Sequence[object], worker: str, lease_ms: int
) -> tuple[JobRecord, str | None, str] | None:
    """The job that a query finds, now the worker's, and the digests of its submission's source and of the problem's
    data; None: it finds none."""
    now = transaction.now_ms
    row = transaction.first(
        "UPDATE jobs SET state = 'running', attempt = attempt + 1, worker = ?, lease_ms = ?, claimed_utc_ms = ?, "
        f"heartbeat_utc_ms = ?, lease_until_utc_ms = ? WHERE id = ({which}) RETURNING {columns(JobRecord)}, "
        "(SELECT source_sha256 FROM submissions WHERE id = jobs.submission_id), "
        "(SELECT data_sha256 FROM problems JOIN submissions ON problems.id = problem_id "
        "WHERE submissions.id = jobs.submission_id)",
        worker,
        lease_ms,
        now,
        now,
        now + lease_ms,
        *values,
    )
    return (record_of(JobRecord, row[:-2]), row[-2], row[-1]) if row else None


def _begun(transaction: Transaction, job: JobRecord, source_sha256: str | None, data_sha256: str) -> Lease:
    """The lease of a job that was just taken; if it judges, its judgement begins."""
    if job.submission_id is None:
        note(transaction, Event(EventKind.BEGUN, data={"job": job.id, "worker": job.worker}))
        return Lease(job, None, None)
    new = Judgement(
        job.submission_id,
        data_sha256,
        source_sha256,
        verdict=None,
        started_utc_ms=transaction.now_ms,
        rejudging_id=job.rejudging_id,
        job_id=job.id,
    )
    sql = f"SELECT {columns(Submission)} FROM submissions WHERE id = ?"
    if job.rejudging_id is None:
        sql = f"UPDATE submissions SET state = 'judging' WHERE id = ? RETURNING {columns(Submission)}"
    row, inserted = transaction.first_of_each(
        (sql, [job.submission_id]), insertion("judgements", row_of(new))
    )
    assert row
    assert inserted
    submission, judgement = record_of(Submission, row), replace(new, id=int(inserted[0]))
    of = {"judgement_id": judgement.id, "rejudging_id": job.rejudging_id}
    note(transaction, about(submission, EventKind.JUDGING, **of, data={"worker": job.worker}))
    return Lease(job, submission, judgement)


def _lease_of(transaction: Transaction, job: JobRecord) -> Lease:
    """The lease as it was returned."""
    if job.submission_id is None:
        return Lease(job, None, None)
    sql = f"SELECT {columns(Judgement)} FROM judgements WHERE job_id = ? ORDER BY id DESC LIMIT 1"
    judgement = transaction.record(Judgement, sql, job.id)
    return Lease(job, read_submission(transaction, job.submission_id), judgement)
