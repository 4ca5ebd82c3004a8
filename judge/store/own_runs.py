"""Own runs in the tables: queued with their source and input, ended, and removed when they are old."""

import base64
from collections.abc import Sequence

import msgspec

from judge.base.priority import Priority
from judge.base.records import as_json, converted, replace
from judge.base.units import DAY_MS
from judge.store.compression import compressed, packed, uncompressed, unpacked
from judge.store.database import StorePart, Transaction
from judge.store.errors import NotInStore, StoreError
from judge.store.events import Event, EventKind, note
from judge.store.jobs import end_job, hold, is_done, place_of, queue_job
from judge.store.own_run_records import KeptOwnRun, OwnRun, OwnRunOutcome
from judge.store.queue_records import JobKind, JobRecord, JobState, Lease, Place, Resource
from judge.store.records import FileRecord
from judge.store.rows import columns, record_of, row_of

RUN = "own_run"
"""The key for it in the job's payload."""
KEPT_OF_A_USER = 20
KEPT_MS = 7 * DAY_MS
FORGOTTEN_AT_ONCE = 100
ENDED = "jobs.state NOT IN ('queued', 'held', 'running')"


class OwnRuns(StorePart):
    def ask(
        self,
        run: OwnRun,
        files: Sequence[FileRecord],
        typed: bytes,
        *,
        priority: Priority = Priority.PRACTICE,
        resource: Resource = Resource.CORE,
    ) -> OwnRun:
        """Stores it with its source and the input `typed`, and queues its job: all or nothing, and durable when this
        returns. Removes the oldest of the user's earlier ones that have ended."""
        given = packed(
            [[file.name, base64.b64encode(file.content).decode()] for file in files], "a program to run"
        )
        content = compressed(typed, "an input")
        with self._database.write(durable=True) as transaction:
            job = queue_job(transaction, JobRecord(JobKind.RUN, resource, priority))
            new = replace(run, made_utc_ms=transaction.now_ms, job_id=job.id)
            number = transaction.insert("own_runs", {**row_of(new), "given": given, "typed": content})
            new = replace(new, id=number)
            payload = msgspec.json.encode({RUN: number}).decode()
            transaction.change("UPDATE jobs SET payload = ? WHERE id = ?", payload, job.id)
            _forget(
                transaction, "user_id = ? AND own_runs.id <= ?", new.user_id, _oldest_kept(transaction, new)
            )
            note(
                transaction,
                Event(
                    EventKind.OWN_RUN,
                    actor_id=new.user_id,
                    user_id=new.user_id,
                    problem_id=new.problem_id,
                    data={"own_run": number, "job": job.id},
                ),
            )
        return new

    def get(self, number: int) -> KeptOwnRun:
        """Raises NotInStore if there is none."""
        found = self._kept("own_runs.id = ?", number, at_most=1)
        if not found:
            raise NotInStore(f"own run {number} is not in the store.")
        return found[0]

    def newest(self, user_id: int, problem_id: int, at_most: int) -> list[KeptOwnRun]:
        """A user's own runs for one problem, the newest first."""
        return self._kept("user_id = ? AND problem_id = ?", user_id, problem_id, at_most=at_most)

    def _kept(self, where: str, *values: object, at_most: int) -> list[KeptOwnRun]:
        sql = (
            f"SELECT {columns(OwnRun, 'own_runs')}, jobs.state, jobs.failure FROM own_runs "
            f"JOIN jobs ON jobs.id = job_id WHERE {where} ORDER BY own_runs.id DESC LIMIT ?"
        )
        rows = self._database.rows(sql, *values, at_most)
        return [KeptOwnRun(record_of(OwnRun, row[:-2]), JobState(row[-2]), row[-1]) for row in rows]

    def given(self, number: int) -> tuple[list[FileRecord], bytes]:
        """Its files and its input. Raises NotInStore if there is none."""
        sql, what = "SELECT given, typed FROM own_runs WHERE id = ?", f"own run {number}"
        row = self._database.first(sql, number)
        if row is None:
            raise NotInStore(f"{what} is not in the store.")
        files = [
            FileRecord(name, base64.b64decode(content)) for name, content in unpacked(bytes(row[0]), what)
        ]
        return files, uncompressed(bytes(row[1]), what)

    def outcome(self, number: int) -> OwnRunOutcome | None:
        """The outcome; None: not known yet."""
        row = self._database.first("SELECT outcome FROM own_runs WHERE id = ?", number)
        if row is None or row[0] is None:
            return None
        try:
            return converted(unpacked(bytes(row[0]), f"own run {number}"), OwnRunOutcome)
        except msgspec.ValidationError as error:
            raise StoreError(
                f"own run {number} is damaged in the store ({error}): ask for it again."
            ) from error

    def open_count(self, user_id: int) -> int:
        """The number of a user's own runs that are waiting or in progress."""
        sql = (
            f"SELECT count(*) FROM own_runs JOIN jobs ON jobs.id = job_id WHERE user_id = ? AND NOT ({ENDED})"
        )
        return self._database.number(sql, user_id)

    def place(self, run: OwnRun) -> Place | None:
        """Its place in the queue; None: it is not waiting there."""
        with self._database.read() as transaction:
            return place_of(transaction, "id = ?", run.job_id)

    def finish(self, lease: Lease, outcome: OwnRunOutcome) -> None:
        """Ends it. A repetition changes nothing. Raises LeaseLost."""
        number = int((lease.job.payload or {})[RUN])
        content = packed(as_json(outcome), f"own run {number}")
        with self._database.write(durable=True) as transaction:
            if is_done(transaction, lease):
                return
            job = hold(transaction, lease)
            transaction.change("UPDATE own_runs SET outcome = ? WHERE id = ?", content, number)
            end_job(transaction, job, JobState.DONE, "")

    def forget_old(self) -> int:
        """Removes those that ended and were requested too long ago; returns their number."""
        with self._database.read() as transaction:
            before_ms = transaction.now_ms - KEPT_MS
            if transaction.first("SELECT 1 FROM own_runs WHERE made_utc_ms < ? LIMIT 1", before_ms) is None:
                return 0
        with self._database.write() as transaction:
            return _forget(transaction, "made_utc_ms < ?", before_ms)


def _oldest_kept(transaction: Transaction, newest: OwnRun) -> int:
    """The number of the user's newest own run beyond the bound; 0: none is."""
    sql = "SELECT id FROM own_runs WHERE user_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?"
    row = transaction.first(sql, newest.user_id, KEPT_OF_A_USER)
    return int(row[0]) if row else 0


def _forget(transaction: Transaction, where: str, *values: object) -> int:
    """Removes them. Their jobs stay, like those of judgings: they do not show what was run."""
    sql = (
        "SELECT own_runs.id FROM own_runs JOIN jobs ON jobs.id = job_id "
        f"WHERE {where} AND {ENDED} LIMIT {FORGOTTEN_AT_ONCE}"
    )
    rows = transaction.rows(sql, *values)
    for [number] in rows:
        transaction.change("DELETE FROM own_runs WHERE id = ?", number)
    return len(rows)
