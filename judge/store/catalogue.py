"""Users, problems, contests, sessions and machines: added, changed and found by name."""

from collections.abc import Iterable
from typing import Any, TypeVar

from judge.base.records import Record, replace
from judge.store.catalogue_records import (
    UNPREPARED,
    ContestRecord,
    Host,
    ProblemRecord,
    SessionRecord,
    User,
)
from judge.store.database import StorePart, Transaction
from judge.store.events import Event, EventKind, note
from judge.store.jobs import release_jobs
from judge.store.rows import columns, row_of

Named = TypeVar("Named", User, ProblemRecord, ContestRecord)
TABLES: dict[type[Record], str] = {User: "users", ProblemRecord: "problems", ContestRecord: "contests"}
KINDS: dict[type[Record], EventKind] = {
    User: EventKind.USER,
    ProblemRecord: EventKind.PROBLEM,
    ContestRecord: EventKind.CONTEST,
}


class Catalogue(StorePart):
    def put(self, new: Named) -> Named:
        """Adds a record, or changes the one with its name. An unchanged one is left alone."""
        shape: type[Named] = type(new)
        table = TABLES[shape]
        with self._database.write(durable=True) as transaction:
            transaction.serialize(table)
            before = find_named(transaction, shape, new.name)
            new = with_kept(new, before) if before else _begun(new, transaction.now_ms)
            if new == before:
                return new
            row = row_of(new)
            if before:
                transaction.update(table, row, before.id)
                if isinstance(before, ProblemRecord) and before.data_sha256 == UNPREPARED:
                    release_jobs(transaction, before.id)
            else:
                new = replace(new, id=transaction.insert(table, row))
            was = row_of(before) if before else row
            changed = {name: value for name, value in row.items() if value != was[name]}
            note(transaction, _event(new, changed))
        return new

    def get(self, shape: type[Named], number: int) -> Named:
        """Raises NotInStore if there is none."""
        with self._database.read() as transaction:
            return transaction.get(shape, TABLES[shape], number, KINDS[shape])

    def named(self, shape: type[Named], name: str) -> Named | None:
        with self._database.read() as transaction:
            return find_named(transaction, shape, name)

    def by_id(self, shape: type[Named], numbers: Iterable[int]) -> dict[int, Named]:
        """The existing records with these numbers."""
        sql = f"SELECT {columns(shape)} FROM {TABLES[shape]} WHERE id IN ({{}})"
        return {one.id: one for one in self._database.records_of(shape, sql, numbers)}

    def all(self, shape: type[Named]) -> list[Named]:
        """Records by name."""
        sql = f"SELECT {columns(shape)} FROM {TABLES[shape]} ORDER BY name"
        return self._database.records(shape, sql)

    def put_host(self, host: Host) -> Host:
        """The stored host: there is one for each `sha256`."""
        with self._database.write() as transaction:
            conflict = "ON CONFLICT (sha256) DO NOTHING"
            number = transaction.insert("hosts", row_of(host), on_conflict=conflict)
            if not number:
                [[number]] = transaction.rows("SELECT id FROM hosts WHERE sha256 = ?", host.sha256)
        return replace(host, id=number)

    def host(self, number: int) -> Host:
        with self._database.read() as transaction:
            return transaction.get(Host, "hosts", number, "host")

    def begin_session(self, session: SessionRecord) -> SessionRecord:
        with self._database.write() as transaction:
            return transaction.add("sessions", session)

    def end_session(self, number: int) -> None:
        """Ends a session. A repetition changes nothing."""
        with self._database.write() as transaction:
            change = "UPDATE sessions SET ended_utc_ms = ? WHERE id = ? AND ended_utc_ms IS NULL"
            transaction.change(change, transaction.now_ms, number)


def _begun(new: Named, now_ms: int) -> Named:
    if isinstance(new, User):
        return replace(new, created_utc_ms=now_ms)
    return replace(new, added_utc_ms=now_ms) if isinstance(new, ProblemRecord) else new


def with_kept(new: Named, before: Named) -> Named:
    """The record with the values that it got since it was added."""
    new = replace(new, id=before.id)
    if isinstance(before, User):
        return replace(new, created_utc_ms=before.created_utc_ms)
    if isinstance(before, ProblemRecord):
        return replace(new, added_utc_ms=before.added_utc_ms, state=before.state, feedback=before.feedback)
    return new


def find_named(transaction: Transaction, shape: type[Named], name: str) -> Named | None:
    """The record of this name."""
    return transaction.record(shape, f"SELECT {columns(shape)} FROM {TABLES[shape]} WHERE name = ?", name)


def _event(of: User | ProblemRecord | ContestRecord, changed: dict[str, Any] | None = None) -> Event:
    return Event(
        KINDS[type(of)],
        user_id=of.id if isinstance(of, User) else None,
        contest_id=of.id if isinstance(of, ContestRecord) else None,
        problem_id=of.id if isinstance(of, ProblemRecord) else None,
        data=changed or None,
    )
