"""Jobs in the tables: how one is queued, leased, returned, and ended together with its dependent rows; and its place in
the queue."""

from judge.base.priority import Priority
from judge.base.submission_state import State
from judge.store.catalogue_records import UNPREPARED
from judge.store.database import Transaction
from judge.store.errors import LeaseLost
from judge.store.events import Event, EventKind, about, note
from judge.store.queue_records import JobRecord, JobState, Lease, Place, Resource
from judge.store.records import Submission
from judge.store.rows import columns

NOT_READY = (
    "EXISTS (SELECT 1 FROM problems WHERE problems.id = submissions.problem_id "
    f"AND data_sha256 = '{UNPREPARED}')"
)
PAUSED = (
    "EXISTS (SELECT 1 FROM paused_problems WHERE paused_problems.contest_id = submissions.contest_id "
    "AND paused_problems.problem_id = submissions.problem_id)"
)
HOLDING = "held jobs"
"""The lock without which a new job could be missed by a transaction that holds or releases those of its problem."""
BEFORE = "state = 'queued' AND (priority, queued_utc_ms, id) < (?, ?, ?)"
MOST_LOSSES = 3
"""The number of failed attempts after which a job is given up: it may be the job that kills its workers."""
STATE_OF_SUBMISSION = {
    JobState.QUEUED: State.QUEUED,
    JobState.FAILED: State.FAILED,
    JobState.CANCELLED: State.CANCELLED,
}
KIND_OF_EVENT = {
    JobState.QUEUED: EventKind.GIVEN_BACK,
    JobState.DONE: EventKind.COMPLETED,
    JobState.FAILED: EventKind.FAILED,
    JobState.CANCELLED: EventKind.CANCELLED,
}


def queue_job(transaction: Transaction, job: JobRecord) -> JobRecord:
    """Adds it at the end of its priority; it is held if its problem is not judged at the moment."""
    state = JobState.HELD if _is_held(transaction, job) else JobState.QUEUED
    return transaction.add("jobs", job, queued_utc_ms=transaction.now_ms, state=state)


def _is_held(transaction: Transaction, job: JobRecord) -> bool:
    """Whether its problem is not ready yet, or its contest has paused it. Rejudgings are never held."""
    if job.submission_id is None or job.rejudging_id is not None:
        return False
    transaction.serialize(HOLDING)
    sql = f"SELECT 1 FROM submissions WHERE submissions.id = ? AND ({NOT_READY} OR {PAUSED})"
    return transaction.first(sql, job.submission_id) is not None


def hold_jobs(transaction: Transaction, problem_id: int) -> None:
    """Holds the queued jobs of a problem's submissions."""
    _move(transaction, "queued", "held", PAUSED, problem_id)


def release_jobs(transaction: Transaction, problem_id: int) -> None:
    """Queues held jobs of a problem that is ready and not paused."""
    _move(transaction, "held", "queued", f"NOT ({NOT_READY} OR {PAUSED})", problem_id)


def _move(transaction: Transaction, before: str, after: str, which: str, problem_id: int) -> None:
    transaction.serialize(HOLDING)
    transaction.change(
        "UPDATE jobs SET state = ? WHERE state = ? AND rejudging_id IS NULL AND submission_id IN "
        f"(SELECT submissions.id FROM submissions WHERE problem_id = ? AND state = 'queued' AND {which})",
        after,
        before,
        problem_id,
    )


def read_job(transaction: Transaction, number: int, *, to_change: bool = False) -> JobRecord:
    return transaction.get(JobRecord, "jobs", number, "job", to_change=to_change)


def resource_of(transaction: Transaction, submission_id: int) -> Resource:
    """The resource that the submission's last judging needed."""
    sql = "SELECT resource FROM jobs WHERE submission_id = ? ORDER BY id DESC LIMIT 1"
    row = transaction.first(sql, submission_id)
    return Resource(row[0]) if row else Resource.CORE


def lose_job(transaction: Transaction, job: JobRecord, why: str, *, is_final: bool = False) -> JobState:
    """Ends a failed attempt: the job waits for another worker, or fails after too many."""
    losses = job.losses + 1
    if is_final or losses >= MOST_LOSSES:
        failure = why if is_final else f"given up after {losses} attempts, the last one: {why}"
        return end_job(transaction, job, JobState.FAILED, failure, losses=losses)
    return end_job(transaction, job, JobState.QUEUED, why, losses=losses)


def end_job(
    transaction: Transaction,
    job: JobRecord,
    state: JobState,
    why: str,
    *,
    losses: int | None = None,
) -> JobState:
    """Ends it, or its attempt (`state` is QUEUED), without a judgement: the attempt's partial results are
    discarded."""
    ended = None if state is JobState.QUEUED else transaction.now_ms
    is_held = state is JobState.QUEUED and _is_held(transaction, job)
    transaction.change(
        "UPDATE jobs SET state = ?, failure = ?, losses = ?, lease_until_utc_ms = NULL, ended_utc_ms = ? WHERE id = ?",
        JobState.HELD if is_held else state,
        why,
        job.losses if losses is None else losses,
        ended,
        job.id,
    )
    _drop_unfinished_judgement(transaction, job.id)
    if job.submission_id is not None and job.rejudging_id is None:
        failure = "" if state is JobState.QUEUED else why
        sql = "UPDATE submissions SET state = ?, failure = ? WHERE id = ?"
        transaction.change(sql, STATE_OF_SUBMISSION[state], failure, job.submission_id)
    note(transaction, _event(transaction, job, KIND_OF_EVENT[state], {"job": job.id, "why": why}))
    return state


def _drop_unfinished_judgement(transaction: Transaction, job_id: int) -> None:
    row = transaction.first("SELECT id FROM judgements WHERE job_id = ? AND verdict IS NULL", job_id)
    if row is not None:
        for table, key in (("runs", "judgement_id"), ("run_details", "judgement_id"), ("judgements", "id")):
            transaction.change(f"DELETE FROM {table} WHERE {key} = ?", row[0])


def _event(transaction: Transaction, job: JobRecord, kind: EventKind, data: dict[str, object]) -> Event:
    if job.submission_id is None:
        return Event(kind, data=data)
    submission = transaction.get(Submission, "submissions", job.submission_id, "submission")
    return about(submission, kind, rejudging_id=job.rejudging_id, data=data)


def hold(transaction: Transaction, lease: Lease) -> JobRecord:
    """Prolongs the lease and keeps others off its job until the transaction ends. Raises LeaseLost."""
    now = transaction.now_ms
    held = transaction.record(
        JobRecord,
        "UPDATE jobs SET heartbeat_utc_ms = ?, lease_until_utc_ms = ? + lease_ms "
        f"WHERE id = ? AND attempt = ? AND state = 'running' RETURNING {columns(JobRecord)}",
        now,
        now,
        lease.job.id,
        lease.job.attempt,
    )
    if held is None:
        raise _lost(read_job(transaction, lease.job.id), lease.job.worker, lease.job.attempt)
    return held


def require_attempt(job: JobRecord, attempt: int) -> None:
    """Raises LeaseLost if this attempt of the job is over, unless this lease has completed it."""
    if job.attempt != attempt or job.state not in (JobState.RUNNING, JobState.DONE):
        raise _lost(job, f"attempt {attempt}", attempt)


def is_done(transaction: Transaction, lease: Lease) -> bool:
    """Whether this lease itself has completed its job."""
    job = read_job(transaction, lease.job.id, to_change=True)
    return job.state is JobState.DONE and job.attempt == lease.job.attempt


def _lost(job: JobRecord, whose: str | None, attempt: int) -> LeaseLost:
    why = job.failure or "it has been judged"
    if job.attempt != attempt:
        why = f"{job.worker} has claimed it since"
    return LeaseLost(f"job {job.id} is {job.state} and no longer {whose}'s: {why}.")


def place_of(transaction: Transaction, which: str, number: int) -> Place | None:
    """`which`: the condition that finds the job by the number. None: it is not waiting."""
    row = transaction.first(
        f"SELECT priority, queued_utc_ms, id, resource FROM jobs WHERE {which} AND state = 'queued'", number
    )
    if row is None:
        return None
    *place, resource = row
    counted = transaction.rows(
        f"SELECT priority, resource, count(*) FROM jobs WHERE {BEFORE} GROUP BY priority, resource", *place
    )
    of_each = transaction.rows(
        "SELECT resource, count(*) FROM jobs WHERE state = 'running' GROUP BY resource"
    )
    running = {str(of): int(count) for of, count in of_each}
    by_priority = [sum(count for of, _, count in counted if of == priority) for priority in Priority]
    of_its = sum(count for _, of, count in counted if of == resource)
    total, own = sum(running.values()), running.get(resource, 0)
    return Place(sum(by_priority), tuple(by_priority), of_its, total, Resource(resource), own)
