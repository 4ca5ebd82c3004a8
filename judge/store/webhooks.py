"""Webhooks: external addresses that are notified of changes of contests, the position of each, and waiting callbacks.

Callbacks are written in the transaction that advances the position, and wait here until they are received: none is
lost or made twice, whatever ends meanwhile. A sender holds the webhook by moving its due time.
"""

from collections.abc import Sequence

from judge.base.records import Count, Record, replace
from judge.store.catalogue_records import Id, UtcMs
from judge.store.database import StorePart, Transaction
from judge.store.errors import LeaseLost, StoreError
from judge.store.events import Event, EventKind, note
from judge.store.rows import columns, row_of

MOST = 20


class Webhook(Record, frozen=True):
    url: str
    token: str
    """The secret by which the client recognises callbacks."""
    endpoints: tuple[str, ...]
    """Endpoints whose changes are sent; empty: all."""
    contest_ids: tuple[str, ...]
    """Names of contests; empty: all."""
    user_id: Id
    """The user who added it, with whose rights it sees."""
    is_active: bool = True
    made_utc_ms: UtcMs = 0
    next_utc_ms: UtcMs = 0
    """When it is due next. A sender first moves this, so that no other sends."""
    turn: Count = 0
    """A number that every change raises: it distinguishes an earlier holder from the current one."""
    tries: Count = 0
    """The number of failed attempts to send the next callback."""
    failing_since_utc_ms: UtcMs | None = None
    failure: str = ""
    """Why the last attempt failed."""
    id: Id = 0


class WebhookPlace(Record, frozen=True):
    """The position of a webhook in a contest's feed."""

    webhook_id: Id
    contest_id: Id
    token: str
    """The token of the event feed."""
    seen: dict[str, str]
    """What it knows of the objects that the feed compares: their digests, by type and id."""


class Webhooks(StorePart):
    def all(self) -> list[Webhook]:
        return self._database.records(Webhook, f"SELECT {columns(Webhook)} FROM webhooks ORDER BY id")

    def add(self, new: Webhook, places: Sequence[WebhookPlace]) -> Webhook:
        """Adds a webhook. `places`: its initial positions in contests. Raises StoreError if there are too many."""
        with self._database.write(durable=True) as transaction:
            transaction.serialize("webhooks")
            [[count]] = transaction.rows("SELECT count(*) FROM webhooks")
            if count >= MOST:
                raise StoreError(f"there are {MOST} webhooks already: delete one first.")
            now = transaction.now_ms
            new = transaction.add("webhooks", new, made_utc_ms=now, next_utc_ms=now)
            for place in places:
                _put_place(transaction, replace(place, webhook_id=new.id))
            _note(transaction, new, "added")
        return new

    def remove(self, number: int) -> bool:
        """Removes a webhook. Returns whether there was one."""
        with self._database.write(durable=True) as transaction:
            sql = f"SELECT {columns(Webhook)} FROM webhooks WHERE id = ?"
            known = transaction.record(Webhook, sql, number)
            if known is None:
                return False
            for table in ("webhook_callbacks", "webhook_places"):
                transaction.change(f"DELETE FROM {table} WHERE webhook_id = ?", number)
            transaction.change("DELETE FROM webhooks WHERE id = ?", number)
            _note(transaction, known, "removed")
        return True

    def place(self, number: int, contest_id: int) -> WebhookPlace | None:
        sql = f"SELECT {columns(WebhookPlace)} FROM webhook_places WHERE webhook_id = ? AND contest_id = ?"
        return self._database.record(WebhookPlace, sql, number, contest_id)

    def waiting(self, number: int) -> tuple[int, bytes] | None:
        """The next callback: its number and its content; None: none is waiting."""
        sql = "SELECT id, content FROM webhook_callbacks WHERE webhook_id = ? ORDER BY id LIMIT 1"
        row = self._database.first(sql, number)
        return (int(row[0]), bytes(row[1])) if row else None

    def counts_waiting(self) -> dict[int, int]:
        """Waiting callbacks, by webhook."""
        sql = "SELECT webhook_id, count(*) FROM webhook_callbacks GROUP BY webhook_id"
        return {int(number): int(count) for number, count in self._database.rows(sql)}

    def claim(self, hook: Webhook, lease_ms: int) -> Webhook | None:
        """Holds the webhook for this long; None: somebody else has had it since it was read."""
        with self._database.write() as transaction:
            try:
                return _held(transaction, hook, lease_ms)
            except LeaseLost:
                return None

    def queue(self, held: Webhook, place: WebhookPlace, contents: Sequence[bytes], lease_ms: int) -> Webhook:
        """Advances its position, and queues these callbacks, in order. Raises LeaseLost, as do the following
        methods."""
        with self._database.write(durable=True) as transaction:
            held = _held(transaction, held, lease_ms)
            _put_place(transaction, place)
            for content in contents:
                transaction.insert("webhook_callbacks", {"webhook_id": held.id, "content": content})
        return held

    def received(self, held: Webhook, callback: int, lease_ms: int) -> Webhook:
        with self._database.write(durable=True) as transaction:
            well = replace(held, tries=0, failing_since_utc_ms=None, failure="")
            held = _held(transaction, held, lease_ms, well)
            transaction.change("DELETE FROM webhook_callbacks WHERE id = ?", callback)
        return held

    def put_off(self, held: Webhook, why: str, wait_ms: int) -> None:
        """Postpones a webhook whose callback was not received, until it is tried again."""
        with self._database.write() as transaction:
            since = held.failing_since_utc_ms or transaction.now_ms
            changed = replace(held, tries=held.tries + 1, failing_since_utc_ms=since, failure=why)
            _held(transaction, held, wait_ms, changed)

    def release(self, held: Webhook) -> None:
        with self._database.write() as transaction:
            _held(transaction, held, 0)

    def end(self, held: Webhook, why: str) -> None:
        """Ends a webhook: nothing is sent to it any more."""
        with self._database.write(durable=True) as transaction:
            ended = _held(transaction, held, 0, replace(held, is_active=False, failure=why))
            transaction.change("DELETE FROM webhook_callbacks WHERE webhook_id = ?", held.id)
            _note(transaction, ended, "ended")


def _held(transaction: Transaction, hook: Webhook, for_ms: int, changed: Webhook | None = None) -> Webhook:
    """The webhook, which nobody else has held meanwhile, postponed by this much. `changed`: other changes."""
    new = replace(changed or hook, next_utc_ms=transaction.now_ms + for_ms, turn=hook.turn + 1)
    fields = ("is_active", "next_utc_ms", "turn", "tries", "failing_since_utc_ms", "failure")
    row = {name: value for name, value in row_of(new).items() if name in fields}
    sql = (
        f"UPDATE webhooks SET {', '.join(f'{name} = ?' for name in row)} "
        "WHERE id = ? AND turn = ? AND is_active = 1"
    )
    if not transaction.change(sql, *row.values(), hook.id, hook.turn):
        raise LeaseLost(f"webhook {hook.id} belongs to somebody else, or was deleted.")
    return new


def _put_place(transaction: Transaction, place: WebhookPlace) -> None:
    transaction.put("webhook_places", [row_of(place)], replacing=("webhook_id", "contest_id"))


def _note(transaction: Transaction, hook: Webhook, did: str) -> None:
    """The address without its path, which may be a secret."""
    host = hook.url.split("/")[2]
    note(transaction, Event(EventKind.SETTINGS, data={"webhook": hook.id, "did": did, "host": host}))
