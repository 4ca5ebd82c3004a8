"""E-mail addresses of accounts, and mails: each waits here until it is sent, or given up with the reason."""

from collections.abc import Sequence
from enum import StrEnum

from judge.base.records import Count, Record, replace
from judge.store.catalogue_records import Id, Role, User, UtcMs
from judge.store.class_records import ClassRole
from judge.store.database import Database, Transaction
from judge.store.events import Event, EventKind, note
from judge.store.rows import columns, record_of, row_of

KEPT_MS = 30 * 24 * 3_600_000
"""A mail that was sent or given up is known for so long."""
LISTED_AT_MOST = 20
ACCOUNTS_AT_MOST = 5
"""The number of one address, to which a mail is sent for each."""


class MailKind(StrEnum):
    RESET = "reset"
    """A link by which somebody who has forgotten the password signs in."""
    INVITATION = "invitation"
    """A link by which a new member of a class signs in for the first time."""


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
    """When it is given up: its link has ended, or it has been tried for a day."""
    about: str = ""
    """An invitation's class, by its title."""
    made_utc_ms: UtcMs = 0
    next_utc_ms: UtcMs = 0
    """When it is tried next. Anyone who tries it puts this off first, so that nobody else does."""
    tries: Count = 0
    state: MailState = MailState.WAITING
    failure: str = ""
    """Why it could not be sent when it was last tried."""
    ended_utc_ms: UtcMs | None = None
    id: Id = 0


class MailCounts(Record, frozen=True):
    """Mails by their state; of those that ended, as long as they are kept."""

    waiting: Count
    failing: Count
    """How many of those that wait were tried before, in vain."""
    sent: Count
    given_up: Count


class EmailAddresses:
    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, user_id: int, address: str, *, is_own: bool) -> None:
        """Empty: the account has none any more. `is_own`: its owner says so."""
        with self._database.write(durable=True) as transaction:
            transaction.change("DELETE FROM email_addresses WHERE user_id = ?", user_id)
            if address:
                whose = {"user_id": user_id, "is_own": int(is_own)}
                row = {**whose, "address": address, "changed_utc_ms": transaction.now_ms}
                transaction.put("email_addresses", [row])
            data = {"did": "address-set" if address else "address-removed"}
            note(transaction, Event(EventKind.MAIL, user_id=user_id, data=data))

    def of(self, user_id: int) -> str:
        """Empty: none is known."""
        row = self._database.first("SELECT address FROM email_addresses WHERE user_id = ?", user_id)
        return str(row[0]) if row else ""

    def accounts(self, address: str) -> list[User]:
        """Accounts with this address, in whatever case it is written, that are not closed. An address that a teacher
        gave opens the account of a student, and nothing that has become more since."""
        sql = (
            f"SELECT {columns(User, 'users')} FROM email_addresses JOIN users ON users.id = email_addresses.user_id "
            "WHERE lower(address) = lower(?) AND is_active = 1 AND (is_own = 1 OR (users.role = ? AND NOT EXISTS "
            "(SELECT 1 FROM class_members WHERE user_id = users.id AND role = ?))) ORDER BY users.id LIMIT ?"
        )
        student = (Role.TEAM, ClassRole.TEACHER)
        return self._database.records(User, sql, address, *student, ACCOUNTS_AT_MOST)


class Mails:
    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, mails: Sequence[Mail]) -> None:
        """Each is sent as soon as may be. What ended long ago goes."""
        with self._database.write(durable=True) as transaction:
            now = transaction.now_ms
            for state in (MailState.SENT, MailState.GIVEN_UP):
                sql = "DELETE FROM mails WHERE state = ? AND ended_utc_ms < ? AND ended_utc_ms IS NOT NULL"
                transaction.change(sql, state, now - KEPT_MS)
            for one in mails:
                number = transaction.insert("mails", row_of(replace(one, made_utc_ms=now, next_utc_ms=now)))
                _note(transaction, replace(one, id=number), "queued")

    def claim(self, lease_ms: int) -> Mail | None:
        """One that is due, which nobody else gets within `lease_ms`; None: none is."""
        sql = (
            f"SELECT {columns(Mail)} FROM mails WHERE state = 'waiting' AND next_utc_ms <= ? "
            "ORDER BY next_utc_ms, id LIMIT 1"
        )
        with (
            self._database.read() as transaction
        ):  # mostly none is, which takes no turn among those that write
            if transaction.first(sql, transaction.now_ms) is None:
                return None
        with self._database.write(durable=True) as transaction:
            now = transaction.now_ms
            row = transaction.first(sql, now)
            if row is None:
                return None
            mail = record_of(Mail, row)
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
        """Puts off a mail that could not be sent, and is tried again."""
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
        """Mails that could not be sent when they were last tried, and those that were given up lately, each with whose
        it is; the newest of each first."""
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
