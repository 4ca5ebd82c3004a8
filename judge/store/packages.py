"""Versions of problems: uploaded, checked, and opened in place of the previous one."""

from typing import Any

from judge.base.priority import Priority
from judge.base.records import replace
from judge.store.catalogue import find_named, with_kept
from judge.store.catalogue_records import UNPREPARED, ProblemRecord, ProblemState
from judge.store.database import StorePart, Transaction
from judge.store.errors import ChangedMeanwhile, StoreError
from judge.store.events import Event, EventKind, note
from judge.store.jobs import queue_job, release_jobs
from judge.store.package_records import Outcome, PackageCheck, PackageVersion, Stage
from judge.store.queue_records import JobKind, JobRecord, Resource
from judge.store.rows import columns, row_of

VERSION = "version"
"""The key for the version to check in the job's payload."""


class Packages(StorePart):
    def offer(self, version: PackageVersion) -> PackageVersion:
        """Stores it and queues its check: all or nothing, and durable when this returns."""
        with self._database.write(durable=True) as transaction:
            new = transaction.add("package_versions", version, offered_utc_ms=transaction.now_ms)
            new = replace(new, job_id=_queued(transaction, new.id))
            _set(transaction, new.id, job_id=new.job_id)
            _note(transaction, new, "offered")
        return new

    def get(self, number: int) -> PackageVersion:
        """Raises NotInStore if there is none."""
        with self._database.read() as transaction:
            return _read(transaction, number)

    def newest(self, at_most: int = 50, *, name: str | None = None) -> list[PackageVersion]:
        """The newest first; only those of one problem, if that is given."""
        where, values = ("name = ?", [name]) if name is not None else ("id > ?", [0])
        sql = f"SELECT {columns(PackageVersion)} FROM package_versions WHERE {where} ORDER BY id DESC LIMIT ?"
        return self._database.records(PackageVersion, sql, *values, at_most)

    def checks(self, number: int) -> list[PackageCheck]:
        """Checks in the order of the submissions' names."""
        sql = f"SELECT {columns(PackageCheck)} FROM package_checks WHERE version_id = ? ORDER BY ordinal"
        return self._database.records(PackageCheck, sql, number)

    def begin(self, number: int) -> None:
        """Records that its check begins, or begins again."""
        with self._database.write() as transaction:
            transaction.change("DELETE FROM package_checks WHERE version_id = ?", number)
            _set(transaction, number, outcome=Outcome.CHECKING, failure="")

    def place(self, number: int, origin: str) -> None:
        """Sets its path."""
        with self._database.write(durable=True) as transaction:
            _set(transaction, number, origin=origin)

    def add_check(self, number: int, check: PackageCheck) -> None:
        with self._database.write() as transaction:
            transaction.put("package_checks", [{"version_id": number, **row_of(check)}])

    def again(self, number: int) -> None:
        """Requests another check, unless one is waiting or in progress."""
        with self._database.write(durable=True) as transaction:
            version = _read(transaction, number)
            under_way = "SELECT 1 FROM jobs WHERE id = ? AND state IN ('queued', 'running')"
            if version.stage is Stage.DROPPED or transaction.first(under_way, version.job_id or 0):
                return
            _set(
                transaction, number, outcome=Outcome.WAITING, failure="", job_id=_queued(transaction, number)
            )
            _note(transaction, version, "checked again")

    def end(self, checked: PackageVersion) -> PackageVersion:
        """Stores the outcome of its check. A version that was dropped in the meantime stays dropped."""
        with self._database.write(durable=True) as transaction:
            stage = _read(transaction, checked.id).stage
            ended = replace(checked, stage=stage, checked_utc_ms=transaction.now_ms)
            row = row_of(ended)
            transaction.update("package_versions", row, checked.id)
            _note(transaction, ended, f"found {ended.outcome}")
        return ended

    def open(self, number: int, problem: ProblemRecord, *, over_later: bool = True) -> ProblemRecord:
        """Makes the version its problem's current one, in place of the previous. `problem`: its data from the version;
        the staff's settings stay. Raises ChangedMeanwhile if a later version has been opened, unless `over_later`."""
        with self._database.write(durable=True) as transaction:
            transaction.serialize("problems")
            version = _read(transaction, number)
            if version.stage is Stage.DROPPED:
                raise StoreError(f"version {number} was dropped: offer it again.")
            later = "SELECT 1 FROM package_versions WHERE name = ? AND id > ? AND stage IN (?, ?)"
            if not over_later and transaction.first(later, version.name, number, Stage.OPEN, Stage.REPLACED):
                raise ChangedMeanwhile(f"a version later than {number} has been opened.")
            before = find_named(transaction, ProblemRecord, problem.name)
            if before:
                problem = with_kept(problem, before)
                if problem.state is ProblemState.DELETED:
                    problem = replace(problem, state=ProblemState.OPEN)
                transaction.update("problems", row_of(problem), problem.id)
                if before.data_sha256 == UNPREPARED:
                    release_jobs(transaction, before.id)
            else:
                added = {"added_utc_ms": transaction.now_ms, "state": version.opens_as}
                problem = transaction.add("problems", problem, **added)
            replaced = "UPDATE package_versions SET stage = ? WHERE name = ? AND stage = ? AND id != ?"
            transaction.change(replaced, Stage.REPLACED, version.name, Stage.OPEN, number)
            _set(transaction, number, stage=Stage.OPEN)
            done = "opened" if version.outcome is Outcome.CLEAN else "opened all the same"
            _note(transaction, version, done, problem.id)
        return problem

    def drop(self, number: int, *, is_deleted: bool = False) -> PackageVersion:
        """Raises StoreError for an open version, unless its problem is deleted."""
        with self._database.write(durable=True) as transaction:
            version = _read(transaction, number)
            if version.stage is Stage.OPEN and not is_deleted:
                raise StoreError(f"version {number} is open: delete the problem, or replace it.")
            _set(transaction, number, stage=Stage.DROPPED)
            _note(transaction, version, "dropped")
        return replace(version, stage=Stage.DROPPED)

    def have_removed(self, number: int) -> None:
        """Lets a worker remove the files of a dropped version."""
        with self._database.write(durable=True) as transaction:
            _queued(transaction, number)

    def set_problem(self, problem_id: int, *, state: ProblemState, feedback: str | None) -> None:
        """Sets its visibility, and what is shown of its secret tests."""
        with self._database.write(durable=True) as transaction:
            sql = "UPDATE problems SET state = ?, feedback = ? WHERE id = ?"
            transaction.change(sql, state, feedback, problem_id)
            said = {"state": state.value, "feedback": feedback}
            note(transaction, Event(EventKind.PROBLEM, problem_id=problem_id, data=said))


def _read(transaction: Transaction, number: int) -> PackageVersion:
    return transaction.get(PackageVersion, "package_versions", number, "package version")


def _queued(transaction: Transaction, number: int) -> int:
    """The new job of its check."""
    payload = {VERSION: number}
    job = JobRecord(JobKind.PREPARE, Resource.ALL_CORES, Priority.MEASURING, payload=payload)
    return queue_job(transaction, job).id


def _set(transaction: Transaction, number: int, **changes: Any) -> None:
    transaction.update("package_versions", changes, number)


def _note(
    transaction: Transaction,
    version: PackageVersion,
    what: str,
    problem_id: int | None = None,
) -> None:
    data = {"version": version.id, "name": version.name, "what": what}
    note(transaction, Event(EventKind.PROBLEM, problem_id=problem_id, data=data))
