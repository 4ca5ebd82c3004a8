"""Jobs in the tables: how one is queued, given back, and ended together with what hangs on it."""

from judge.base.records import replace
from judge.base.submission_state import State
from judge.store.database import Transaction
from judge.store.errors import StoreError
from judge.store.events import Event, EventKind, note
from judge.store.queue_records import Job, JobState
from judge.store.rows import columns, record_of, row_of

MOST_LOSSES = 3
"""Attempts of a job that come to nothing before it is given up: it may be the job that kills its workers."""
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


def queue_job(transaction: Transaction, job: Job) -> Job:
    """Adds it behind those of its priority."""
    queued = replace(job, queued_utc_ms=transaction.now_ms, state=JobState.QUEUED)
    return replace(queued, id=transaction.insert("jobs", row_of(queued)))


def read_job(transaction: Transaction, number: int, *, to_change: bool = False) -> Job:
    """`to_change`: no other transaction changes it until this one ends. Raises StoreError where there is none."""
    locked = transaction.dialect.locked if to_change else ""
    row = transaction.first(f"SELECT {columns(Job)} FROM jobs WHERE id = ? {locked}", number)
    if row is None:
        raise StoreError(f"job {number} is not in the store.")
    return record_of(Job, row)


def lose_job(transaction: Transaction, job: Job, why: str, *, is_final: bool = False) -> JobState:
    """After an attempt that came to nothing: it waits for another worker, or fails where there were too many."""
    losses = job.losses + 1
    if is_final or losses >= MOST_LOSSES:
        failure = why if is_final else f"given up after {losses} attempts, the last one: {why}"
        return end_job(transaction, job, JobState.FAILED, failure, losses=losses)
    return end_job(transaction, job, JobState.QUEUED, why, losses=losses)


def end_job(
    transaction: Transaction,
    job: Job,
    state: JobState,
    why: str,
    *,
    losses: int | None = None,
    actor_id: int | None = None,
) -> JobState:
    """Ends it, or its attempt (`state` is QUEUED), without a judgement: what the attempt found out so far goes."""
    ended = None if state is JobState.QUEUED else transaction.now_ms
    transaction.change(
        "UPDATE jobs SET state = ?, failure = ?, losses = ?, lease_until_utc_ms = NULL, ended_utc_ms = ? WHERE id = ?",
        state,
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
    note(transaction, _event(transaction, job, KIND_OF_EVENT[state], {"job": job.id, "why": why}, actor_id))
    return state


def _drop_unfinished_judgement(transaction: Transaction, job_id: int) -> None:
    row = transaction.first("SELECT id FROM judgements WHERE job_id = ? AND verdict IS NULL", job_id)
    if row is not None:
        for table, key in (("runs", "judgement_id"), ("run_details", "judgement_id"), ("judgements", "id")):
            transaction.change(f"DELETE FROM {table} WHERE {key} = ?", row[0])


def _event(
    transaction: Transaction, job: Job, kind: EventKind, data: dict[str, object], actor_id: int | None
) -> Event:
    contest = (
        transaction.first(
            "SELECT contest_id, user_id, problem_id FROM submissions WHERE id = ?", job.submission_id
        )
        if job.submission_id is not None
        else None
    )
    contest_id, user_id, problem_id = contest or (None, None, None)
    return Event(
        kind,
        actor_id=actor_id,
        contest_id=contest_id,
        user_id=user_id,
        problem_id=problem_id,
        submission_id=job.submission_id,
        rejudging_id=job.rejudging_id,
        data=data,
    )
