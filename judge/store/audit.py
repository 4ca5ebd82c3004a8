"""The log of people's actions, the newest first: the part of the event log that has addresses."""

from typing import Any

from judge.base.records import Record
from judge.store.catalogue_records import Id, UtcMs
from judge.store.database import StorePart
from judge.store.events import Event, EventKind
from judge.store.rows import columns

AT_MOST = 1000


class AuditFilter(Record, frozen=True):
    """The events to find: all conditions that are set must hold."""

    kind: EventKind | None = None
    actor_id: Id | None = None
    address: str | None = None
    by_staff: bool = False
    """Actions of the staff alone."""
    since_utc_ms: UtcMs | None = None
    until_utc_ms: UtcMs | None = None
    before: Id | None = None
    """A bound: events have a lower number."""


class Audit(StorePart):
    def newest(self, wanted: AuditFilter, at_most: int) -> list[Event]:
        where, values = ["address IS NOT NULL"], list[Any]()
        if wanted.by_staff:
            where.append("by_staff = 1")
        for condition, value in (
            ("kind = ?", wanted.kind),
            ("actor_id = ?", wanted.actor_id),
            ("address = ?", wanted.address),
            ("at_utc_ms >= ?", wanted.since_utc_ms),
            ("at_utc_ms < ?", wanted.until_utc_ms),
            ("id < ?", wanted.before),
        ):
            if value is not None:
                where.append(condition)
                values.append(value)
        sql = f"SELECT {columns(Event)} FROM events WHERE {' AND '.join(where)} ORDER BY id DESC LIMIT ?"
        return self._database.records(Event, sql, *values, min(at_most, AT_MOST))
