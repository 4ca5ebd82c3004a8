"""Leases: whether a worker still has its job, and how it keeps the job."""

from judge.store.database import Transaction
from judge.store.errors import LeaseLost
from judge.store.jobs import read_job
from judge.store.queue_records import JobRecord, JobState, Lease
from judge.store.rows import columns


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
