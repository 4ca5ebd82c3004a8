"""Judgements and their runs: written by the holder of the lease, read by all."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from judge.base.records import replace
from judge.base.submission_state import State
from judge.store.compression import packed, unpacked
from judge.store.database import StorePart, Transaction
from judge.store.errors import StoreError
from judge.store.events import Event, EventKind, about, note
from judge.store.jobs import hold, is_done
from judge.store.queue_records import JobState, Lease
from judge.store.records import Judgement, Run, Submission
from judge.store.rows import columns, row_of

RECENT = 50
"""The number of recent judgements that predict the next ones' time."""


class Judgements(StorePart):
    def get(self, number: int) -> Judgement:
        """Raises NotInStore if there is none."""
        with self._database.read() as transaction:
            return read_judgement(transaction, number)

    def of(self, submission_id: int) -> list[Judgement]:
        """All of a submission, in the order in which they were begun."""
        sql = f"SELECT {columns(Judgement)} FROM judgements WHERE submission_id = ? ORDER BY id"
        return self._database.records(Judgement, sql, submission_id)

    def counting(self, submission_ids: Iterable[int]) -> dict[int, Judgement]:
        """Judgements that count, by submission."""
        sql = f"SELECT {columns(Judgement)} FROM judgements WHERE counts = 1 AND submission_id IN ({{}})"
        found = self._database.records_of(Judgement, sql, submission_ids)
        return {judgement.submission_id: judgement for judgement in found}

    def accepted(self, problem_id: int, at_most: int) -> list[tuple[Submission, Judgement]]:
        """Accepted submissions to a problem, the newest first, each with the judgement that counts."""
        sql = (
            f"SELECT {columns(Submission, 'submissions')}, {columns(Judgement, 'judgements')} FROM submissions "
            "JOIN judgements ON judgements.id = judgement_id WHERE problem_id = ? AND verdict = 'AC' "
            "ORDER BY submissions.id DESC LIMIT ?"
        )
        return self._database.joined((Submission, Judgement), sql, problem_id, at_most)

    def on_other_data(self, problem_id: int, data_sha256: str) -> int:
        """The number of submissions to a problem whose judgement that counts was made on other data."""
        sql = (
            "SELECT count(*) FROM submissions JOIN judgements ON judgements.id = judgement_id "
            "WHERE problem_id = ? AND data_sha256 != ?"
        )
        return self._database.number(sql, problem_id, data_sha256)

    def recent_ms(self) -> list[int]:
        """The times of the last ones."""
        sql = (
            "SELECT ended_utc_ms - started_utc_ms FROM judgements "
            "WHERE id > (SELECT max(id) FROM judgements) - ? AND ended_utc_ms IS NOT NULL"
        )
        return [int(row[0]) for row in self._database.rows(sql, RECENT)]

    def runs(self, number: int, after: int = 0) -> list[Run]:
        """Runs by ordinal, after `after`."""
        sql = f"SELECT {columns(Run)} FROM runs WHERE judgement_id = ? AND ordinal > ? ORDER BY ordinal"
        return self._database.records(Run, sql, number, after)

    def run_details(self, number: int) -> dict[int, Any]:
        """Details of its runs, by ordinal: JSON as it was given. Raises StoreError if it is damaged."""
        sql = "SELECT compressed FROM run_details WHERE judgement_id = ? ORDER BY id"
        found: dict[int, Any] = {}
        for (content,) in self._database.rows(sql, number):
            batch = unpacked(bytes(content), f"what is known of judgement {number}'s runs")
            found |= {int(ordinal): detail for ordinal, detail in batch.items()}
        return found

    def detail(self, number: int) -> Any:
        """Details of the whole: JSON as it was given; None: there are none. Raises StoreError if it is damaged."""
        sql = "SELECT compressed FROM judgement_details WHERE judgement_id = ?"
        row = self._database.first(sql, number)
        return unpacked(bytes(row[0]), f"what is known of judgement {number}") if row else None

    def details(self, numbers: Iterable[int]) -> dict[int, Any]:
        """Details of several, by number. Raises StoreError if one is damaged."""
        sql = "SELECT judgement_id, compressed FROM judgement_details WHERE judgement_id IN ({})"
        return {
            number: unpacked(bytes(content), f"what is known of judgement {number}")
            for number, content in self._database.rows_of(sql, numbers)
        }

    def add_runs(self, lease: Lease, runs: Sequence[Run], details: Mapping[int, Any] | None = None) -> None:
        """Stores the runs that are known so far, which prolongs the lease. `details`: additional data, by ordinal, as
        JSON. A run replaces an earlier one with its ordinal, as when a test is timed again. Raises LeaseLost."""
        with self._database.write() as transaction:
            hold(transaction, lease)
            put_runs(transaction, _judgement_of(lease), runs, details or {})
            if runs:
                span = {"first": min(run.ordinal for run in runs), "last": max(run.ordinal for run in runs)}
                note(transaction, _event(EventKind.RUNS, lease, span))

    def finish(
        self,
        lease: Lease,
        judgement: Judgement,
        runs: Sequence[Run] = (),
        details: Mapping[int, Any] | None = None,
        detail: Any = None,
    ) -> Judgement:
        """Completes the lease's judgement and its job: all or nothing, and durable when this returns. A repetition
        changes nothing. `judgement`: that of the lease, completed; `runs`: all of them, as a server that crashed may
        have lost some of add_runs(); stored ones are not written again; `detail`: additional data about the whole, as
        JSON. Raises LeaseLost."""
        begun = _judgement_of(lease)
        if judgement.verdict is None:
            raise StoreError(f"judgement {begun.id} cannot be finished: expected a verdict, found none.")
        with self._database.write(durable=True) as transaction:
            if is_done(transaction, lease):
                return read_judgement(transaction, begun.id)
            hold(transaction, lease)
            done = replace(
                judgement,
                id=begun.id,
                submission_id=begun.submission_id,
                rejudging_id=begun.rejudging_id,
                job_id=begun.job_id,
                ended_utc_ms=judgement.ended_utc_ms or transaction.now_ms,
                counts=False,
            )
            changed = _not_kept(transaction, begun, runs)
            of_changed = {
                run.ordinal: details[run.ordinal] for run in changed if details and run.ordinal in details
            }
            end = "UPDATE jobs SET state = ?, failure = '', lease_until_utc_ms = NULL, ended_utc_ms = ? WHERE id = ?"
            put_runs(transaction, begun, changed, of_changed)
            with transaction.together():
                transaction.update("judgements", row_of(done), done.id)
                if detail is not None:
                    put_detail(transaction, begun.id, packed(detail, "details of a judgement"))
                transaction.change(end, JobState.DONE, transaction.now_ms, lease.job.id)
                if begun.rejudging_id is None:
                    make_count(transaction, done)
                    done = replace(done, counts=True)
            kind = EventKind.JUDGED if begun.rejudging_id is None else EventKind.REJUDGED
            note(transaction, _event(kind, lease, {"verdict": done.verdict}))
        return done


def _not_kept(transaction: Transaction, judgement: Judgement, runs: Sequence[Run]) -> list[Run]:
    """The runs that are not in the store in this form."""
    sql = f"SELECT {columns(Run)} FROM runs WHERE judgement_id = ?"
    kept = {run.ordinal: run for run in transaction.records(Run, sql, judgement.id)}
    return [run for run in runs if kept.get(run.ordinal) != run]


def _judgement_of(lease: Lease) -> Judgement:
    if lease.judgement is None:
        raise StoreError(f"job {lease.job.id} is to {lease.job.kind}, and has no judgement.")
    return lease.judgement


def _event(kind: EventKind, lease: Lease, data: dict[str, Any]) -> Event:
    assert lease.submission
    judgement, rejudging_id = _judgement_of(lease), lease.job.rejudging_id
    return about(lease.submission, kind, judgement_id=judgement.id, rejudging_id=rejudging_id, data=data)


def make_count(transaction: Transaction, judgement: Judgement) -> None:
    """Makes it count in place of any other judgement of the submission."""
    change = "UPDATE judgements SET counts = 0 WHERE submission_id = ? AND counts = 1"
    transaction.change(change, judgement.submission_id)
    transaction.change("UPDATE judgements SET counts = 1 WHERE id = ?", judgement.id)
    transaction.change(
        "UPDATE submissions SET state = ?, failure = '', judgement_id = ? WHERE id = ?",
        State.DONE,
        judgement.id,
        judgement.submission_id,
    )


def read_judgement(transaction: Transaction, number: int) -> Judgement:
    return transaction.get(Judgement, "judgements", number, "judgement")


def put_runs(
    transaction: Transaction, judgement: Judgement, runs: Sequence[Run], details: Mapping[int, Any]
) -> None:
    rows = [{"judgement_id": judgement.id, **row_of(run)} for run in runs]
    transaction.put("runs", rows, replacing=("judgement_id", "ordinal"))
    if details:
        content = packed({str(ordinal): detail for ordinal, detail in details.items()}, "details of runs")
        transaction.put("run_details", [{"judgement_id": judgement.id, "compressed": content}])


def put_detail(transaction: Transaction, judgement_id: int, compressed: bytes) -> None:
    row = {"judgement_id": judgement_id, "compressed": compressed}
    transaction.put("judgement_details", [row], replacing=("judgement_id",))
