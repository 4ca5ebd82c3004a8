"""E-mail addresses of accounts, and mails: each waits here until it is sent, or given up for a stated reason."""

from collections.abc import Sequence
from enum import StrEnum

from judge.base.records import Count, Record, replace
from judge.store.catalogue_records import Id, Role, User, UtcMs
from judge.store.class_records import ClassRole
from judge.store.database import StorePart, Transaction
from judge.store.events import Event, EventKind, note
from judge.store.rows import columns

KEPT_MS = 30 * 24 * 3_600_000
"""How long a mail is stored after it was sent or given up."""
LISTED_AT_MOST = 20
ACCOUNTS_AT_MOST = 5
"""The most accounts with one address, each of which gets a mail."""


class MailKind(StrEnum):
    RESET = "reset"
    """A link by which a user who has forgotten the password signs in."""
    INVITATION = "invitation"
    """A link for a new member's first sign-in to a class."""


class MailState(StrEnum):
    WAITING = "waiting"
    SENT = "sent"
    GIVEN_UP = "given-up"


class Mail(Record, frozen=True):
    """A mail with a link. Its text is made when it is sent."""

    kind: MailKind
    user_id: Id
    address: str
    language: str
    nonce: str
    until_utc_ms: UtcMs
    """When it is given up: its link has expired, or sending it has failed for a day."""
    about: str = ""
    """The title of an invitation's class."""
    made_utc_ms: UtcMs = 0
    next_utc_ms: UtcMs = 0
    """When it is tried next. A sender first moves this, so that no other sends it."""
    tries: Count = 0
    state: MailState = MailState.WAITING
    failure: str = ""
    """Why the last attempt failed."""
    ended_utc_ms: UtcMs | None = None
    id: Id = 0


class MailCounts(Record, frozen=True):
    """Mails by their state; ended ones are counted as long as they are stored."""

    waiting: Count
    failing: Count
    """How many of the waiting ones have failed before."""
    sent: Count
    given_up: Count


class EmailAddresses(StorePart):
    def put(self, user_id: int, address: str, *, is_own: bool) -> None:
        """Sets an account's address; empty: it has none any more. `is_own`: its owner entered it."""
        with self._database.write(durable=True) as transaction:
            transaction.change("DELETE FROM email_addresses WHERE user_id = ?", user_id)
            if address:
                whose = {"user_id": user_id, "is_own": int(is_own)}
                row = {**whose, "address": address, "changed_utc_ms": transaction.now_ms}
                transaction.put("email_addresses", [row])
            data = {"did": "address-set" if address else "address-removed"}
            note(transaction, Event(EventKind.MAIL, user_id=user_id, data=data))

    def of(self, user_id: int) -> str:
        """The address; empty: none is known."""
        row = self._database.first("SELECT address FROM email_addresses WHERE user_id = ?", user_id)
        return str(row[0]) if row else ""

    def accounts(self, address: str) -> list[User]:
        """Open accounts with this address, ignoring case. An address from a teacher opens only a student's account,
        and none that has had more rights since."""
        sql = (
            f"SELECT {columns(User, 'users')} FROM email_addresses JOIN users ON users.id = email_addresses.user_id "
            "WHERE lower(address) = lower(?) AND is_active = 1 AND (is_own = 1 OR (users.role = ? AND NOT EXISTS "
            "(SELECT 1 FROM class_members WHERE user_id = users.id AND role = ?))) ORDER BY users.id LIMIT ?"
        )
        student = (Role.TEAM, ClassRole.TEACHER)
        return self._database.records(User, sql, address, *student, ACCOUNTS_AT_MOST)


class Mails(StorePart):
    def put(self, mails: Sequence[Mail]) -> None:
        """Queues mails, each to be sent as soon as possible. Removes those that ended long ago."""
        with self._database.write(durable=True) as transaction:
            now = transaction.now_ms
            for state in (MailState.SENT, MailState.GIVEN_UP):
                sql = "DELETE FROM mails WHERE state = ? AND ended_utc_ms < ? AND ended_utc_ms IS NOT NULL"
                transaction.change(sql, state, now - KEPT_MS)
            for one in mails:
                queued = transaction.add("mails", one, made_utc_ms=now, next_utc_ms=now)
                _note(transaction, queued, "queued")

    def claim(self, lease_ms: int) -> Mail | None:
        """A mail that is due, which nobody else gets within `lease_ms`; None: none is."""
        sql = (
            f"SELECT {columns(Mail)} FROM mails WHERE state = 'waiting' AND next_utc_ms <= ? "
            "ORDER BY next_utc_ms, id LIMIT 1"
        )
        with self._database.read() as transaction:  # usually none is, and reading takes no turn among writers
            if transaction.first(sql, transaction.now_ms) is None:
                return None
        with self._database.write(durable=True) as transaction:
            now = transaction.now_ms
            mail = transaction.record(Mail, sql, now)
            if mail is None:
                return None
            change = (
                "UPDATE mails SET next_utc_ms = ?, tries = tries + 1 "
                "WHERE id = ? AND next_utc_ms = ? AND state = 'waiting'"
            )
            if not transaction.change(change, now + lease_ms, mail.id, mail.next_utc_ms):
                return None
            return replace(mail, tries=mail.tries + 1)

    def sent(self, mail: Mail) -> None:
        self._end(mail, MailState.SENT, "")

    def give_up(self, mail: Mail, why: str) -> None:
        self._end(mail, MailState.GIVEN_UP, why)

    def _end(self, mail: Mail, state: MailState, why: str) -> None:
        with self._database.write(durable=True) as transaction:
            sql = (
                "UPDATE mails SET state = ?, failure = ?, ended_utc_ms = ? WHERE id = ? AND state = 'waiting'"
            )
            if transaction.change(sql, state, why, transaction.now_ms, mail.id):
                _note(transaction, mail, state)

    def put_off(self, mail: Mail, why: str, wait_ms: int) -> None:
        """Postpones a mail that could not be sent, until it is tried again."""
        with self._database.write(durable=True) as transaction:
            sql = "UPDATE mails SET next_utc_ms = ?, failure = ? WHERE id = ? AND state = 'waiting'"
            transaction.change(sql, transaction.now_ms + wait_ms, why, mail.id)

    def counts(self) -> MailCounts:
        with self._database.read() as transaction:
            [[waiting, failing]] = transaction.rows(
                "SELECT count(*), coalesce(sum(CASE WHEN failure <> '' THEN 1 ELSE 0 END), 0) "
                "FROM mails WHERE state = 'waiting'"
            )
            sql = "SELECT count(*) FROM mails WHERE state = ? AND ended_utc_ms IS NOT NULL"
            [[sent]] = transaction.rows(sql, MailState.SENT)
            [[given_up]] = transaction.rows(sql, MailState.GIVEN_UP)
        return MailCounts(waiting, failing, sent, given_up)

    def in_trouble(self) -> list[tuple[Mail, User]]:
        """Mails whose last attempt failed, and those given up recently, each with its account; the newest of each
        first."""
        both = f"{columns(Mail, 'mails')}, {columns(User, 'users')}"
        listed = f"SELECT {both} FROM mails JOIN users ON users.id = user_id "
        return [
            found
            for where in (
                "WHERE state = 'waiting' AND failure <> '' ORDER BY next_utc_ms DESC, mails.id DESC",
                "WHERE state = 'given-up' AND ended_utc_ms IS NOT NULL ORDER BY ended_utc_ms DESC",
            )
            for found in self._database.joined((Mail, User), f"{listed}{where} LIMIT ?", LISTED_AT_MOST)
        ]


def _note(transaction: Transaction, mail: Mail, did: str) -> None:
    data = {"mail": mail.id, "what": mail.kind.value, "did": did}
    note(transaction, Event(EventKind.MAIL, user_id=mail.user_id, data=data))
