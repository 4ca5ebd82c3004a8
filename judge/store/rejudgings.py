"""Rejudgings: many submissions are judged again and viewed together; then all results count, or all are dropped.

Until it is applied, a rejudging changes nothing that counts. Opening, applying and dropping are atomic, and a
repetition changes nothing.
"""

from collections.abc import Iterable
from enum import StrEnum

from judge.base.priority import Priority
from judge.base.records import Record, replace
from judge.base.submission_state import State
from judge.base.units import plural
from judge.store.acting import actor_id
from judge.store.catalogue_records import Id, UtcMs
from judge.store.database import StorePart, Transaction
from judge.store.errors import StoreError
from judge.store.events import Event, EventKind, about, note
from judge.store.jobs import end_job, queue_job, resource_of
from judge.store.judgements import make_count
from judge.store.queue_records import JobKind, JobRecord, JobState
from judge.store.records import Judgement
from judge.store.rows import columns
from judge.store.submissions import read_submission

OPEN = "state IN ('queued', 'held', 'running')"
ENDED = (State.DONE, State.FAILED)


class RejudgingState(StrEnum):
    OPEN = "open"
    APPLIED = "applied"
    DROPPED = "dropped"


class Rejudging(Record, frozen=True):
    """Submissions that are judged again."""

    reason: str
    state: RejudgingState = RejudgingState.OPEN
    created_utc_ms: UtcMs = 0
    ended_utc_ms: UtcMs | None = None
    created_by: Id | None = None
    ended_by: Id | None = None
    id: Id = 0


class Change(Record, frozen=True):
    """The effect of a rejudging on one submission."""

    submission_id: Id
    state: JobState
    """The progress of judging it again."""
    failure: str
    before: Judgement | None
    """The judgement that counts now; null: none does."""
    after: Judgement | None
    """The new judgement; null: not known yet."""

    @property
    def is_another(self) -> bool:
        """Whether the verdict or the points differ."""
        if self.before is None or self.after is None:
            return self.after is not None
        return (self.before.verdict, self.before.points) != (self.after.verdict, self.after.points)


class Rejudgings(StorePart):
    def open(
        self,
        submission_ids: Iterable[int],
        reason: str,
        *,
        priority: Priority = Priority.REJUDGING,
    ) -> Rejudging:
        """Queues those that were judged, or failed. Submissions that wait for their first judgement need no other, and
        cancelled ones stay so. Raises StoreError for one in another open rejudging, and if none is left."""
        with self._database.write(durable=True) as transaction:
            transaction.serialize("rejudgings")
            chosen = [read_submission(transaction, number) for number in sorted(set(submission_ids))]
            chosen = [submission for submission in chosen if submission.state in ENDED]
            if not chosen:
                raise StoreError("nothing is to be rejudged: none of the submissions has been judged yet.")
            for submission in chosen:
                _require_free(transaction, submission.id)
            new = Rejudging(reason, created_utc_ms=transaction.now_ms, created_by=actor_id())
            new = transaction.add("rejudgings", new)
            for submission in chosen:
                resource = resource_of(transaction, submission.id)
                queue_job(
                    transaction,
                    JobRecord(
                        JobKind.JUDGE, resource, priority, submission_id=submission.id, rejudging_id=new.id
                    ),
                )
            note(transaction, _event(EventKind.REJUDGING_OPENED, new))
        return new

    def get(self, number: int) -> Rejudging:
        """Raises NotInStore if there is none."""
        with self._database.read() as transaction:
            return _read(transaction, number)

    def all(self) -> list[Rejudging]:
        """The newest first."""
        return self._database.records(
            Rejudging, f"SELECT {columns(Rejudging)} FROM rejudgings ORDER BY id DESC"
        )

    def preview(self, number: int) -> list[Change]:
        """Changes by submission. For an applied one: what counts by now."""
        with self._database.read() as transaction:
            _read(transaction, number)
            return [_change(transaction, job) for job in _jobs(transaction, number)]

    def apply(self, number: int) -> Rejudging:
        """Makes its judgements count from now on. Raises StoreError while one is missing, and for a dropped one."""
        with self._database.write(durable=True) as transaction:
            transaction.serialize("rejudgings")
            rejudging = _read(transaction, number)
            if rejudging.state is RejudgingState.APPLIED:
                return rejudging
            _require_open(rejudging)
            jobs = _jobs(transaction, number, to_change=True)
            _require_all_done(number, jobs)
            for job in jobs:
                _make_count(transaction, job)
            return _ended(transaction, rejudging, RejudgingState.APPLIED)

    def drop(self, number: int) -> Rejudging:
        """Drops it, so that nothing of it ever counts, and cancels what is waiting or in progress. Raises StoreError
        for an applied one."""
        with self._database.write(durable=True) as transaction:
            transaction.serialize("rejudgings")
            rejudging = _read(transaction, number)
            if rejudging.state is RejudgingState.DROPPED:
                return rejudging
            _require_open(rejudging)
            for job in _jobs(transaction, number, to_change=True):
                if job.state in (JobState.QUEUED, JobState.RUNNING):
                    why = f"rejudging {number} was dropped"
                    end_job(transaction, job, JobState.CANCELLED, why)
            return _ended(transaction, rejudging, RejudgingState.DROPPED)


def _read(transaction: Transaction, number: int) -> Rejudging:
    return transaction.get(Rejudging, "rejudgings", number, "rejudging")


def _jobs(transaction: Transaction, number: int, *, to_change: bool = False) -> list[JobRecord]:
    """Jobs by submission. `to_change`: no worker changes one until the transaction ends."""
    locked = transaction.dialect.locked if to_change else ""
    sql = f"SELECT {columns(JobRecord)} FROM jobs WHERE rejudging_id = ? ORDER BY submission_id {locked}"
    return transaction.records(JobRecord, sql, number)


def _require_free(transaction: Transaction, submission_id: int) -> None:
    row = transaction.first(
        "SELECT rejudgings.id FROM jobs JOIN rejudgings ON rejudgings.id = rejudging_id "
        "WHERE submission_id = ? AND rejudgings.state = 'open'",
        submission_id,
    )
    if row:
        raise StoreError(
            f"submission {submission_id} is in rejudging {row[0]}, which is open: apply or drop that first."
        )


def _require_open(rejudging: Rejudging) -> None:
    if rejudging.state is not RejudgingState.OPEN:
        raise StoreError(f"rejudging {rejudging.id} was {rejudging.state}: open another one.")


def _require_all_done(number: int, jobs: Iterable[JobRecord]) -> None:
    failed = [job for job in jobs if job.state is JobState.FAILED]
    if failed:
        raise StoreError(
            f"rejudging {number}: {plural(len(failed), 'submission')} could not be judged, the first "
            f"{failed[0].submission_id} ({failed[0].failure}): drop the rejudging, and open another one when "
            "that is mended."
        )
    if waiting := sum(job.state is not JobState.DONE for job in jobs):
        raise StoreError(
            f"rejudging {number}: {plural(waiting, 'submission')} not judged yet: wait for that."
        )


def _change(transaction: Transaction, job: JobRecord) -> Change:
    assert job.submission_id is not None
    of = f"SELECT {columns(Judgement)} FROM judgements WHERE"
    before = transaction.record(Judgement, f"{of} submission_id = ? AND counts = 1", job.submission_id)
    new = f"{of} submission_id = ? AND rejudging_id = ? AND verdict IS NOT NULL"
    after = transaction.record(Judgement, new, job.submission_id, job.rejudging_id)
    return Change(job.submission_id, job.state, job.failure, before, after)


def _make_count(transaction: Transaction, job: JobRecord) -> None:
    change = _change(transaction, job)
    assert change.after
    submission = read_submission(transaction, change.submission_id, to_change=True)
    # A submission that had failed may have been queued again meanwhile.
    sql = f"SELECT {columns(JobRecord)} FROM jobs WHERE submission_id = ? AND rejudging_id IS NULL AND {OPEN}"
    sql = f"{sql} {transaction.dialect.locked}"
    for another in transaction.records(JobRecord, sql, submission.id):
        why = f"rejudging {job.rejudging_id} has judged it"
        end_job(transaction, another, JobState.CANCELLED, why)
    make_count(transaction, change.after)
    of = {"judgement_id": change.after.id, "rejudging_id": change.after.rejudging_id}
    data = {"verdict": change.after.verdict, "before": change.before.verdict if change.before else None}
    note(transaction, about(submission, EventKind.JUDGED, **of, data=data))


def _ended(transaction: Transaction, rejudging: Rejudging, state: RejudgingState) -> Rejudging:
    ended = replace(rejudging, state=state, ended_utc_ms=transaction.now_ms, ended_by=actor_id())
    change = "UPDATE rejudgings SET state = ?, ended_utc_ms = ?, ended_by = ? WHERE id = ?"
    transaction.change(change, state, ended.ended_utc_ms, ended.ended_by, ended.id)
    applied = state is RejudgingState.APPLIED
    kind = EventKind.REJUDGING_APPLIED if applied else EventKind.REJUDGING_DROPPED
    note(transaction, _event(kind, ended))
    return ended


def _event(kind: EventKind, rejudging: Rejudging) -> Event:
    return Event(kind, rejudging_id=rejudging.id, data={"reason": rejudging.reason})
