"""Jobs in the tables: how one is queued, returned, and ended together with its dependent rows."""

from judge.base.submission_state import State
from judge.store.catalogue_records import UNPREPARED
from judge.store.database import Transaction
from judge.store.events import Event, EventKind, about, note
from judge.store.queue_records import JobRecord, JobState, Resource
from judge.store.records import Submission

NOT_READY = "EXISTS (SELECT 1 FROM problems WHERE problems.id = submissions.problem_id AND data_sha256 = ?)"
PAUSED = (
    "EXISTS (SELECT 1 FROM paused_problems WHERE paused_problems.contest_id = submissions.contest_id "
    "AND paused_problems.problem_id = submissions.problem_id)"
)
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
    sql = f"SELECT 1 FROM submissions WHERE submissions.id = ? AND ({NOT_READY} OR {PAUSED})"
    return transaction.first(sql, job.submission_id, UNPREPARED) is not None


def hold_jobs(transaction: Transaction, problem_id: int) -> None:
    """Holds the queued jobs of a problem's submissions."""
    _move(transaction, "queued", "held", PAUSED, problem_id)


def release_jobs(transaction: Transaction, problem_id: int) -> None:
    """Queues held jobs when the problem is ready, or its contest resumes it."""
    _move(transaction, "held", "queued", f"NOT ({PAUSED})", problem_id)


def _move(transaction: Transaction, before: str, after: str, which: str, problem_id: int) -> None:
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
