"""Accounts: password hashes, sign-ins, and links that sign in once.

Tokens are random and long, so that a plain SHA-256 of one suffices for finding it, and is of no use to somebody who
reads the database. A password is short: the caller passes a slow hash.
"""

from typing import Any

from judge.base.records import Count, Record
from judge.base.units import DAY_MS
from judge.store.acting import actor_id
from judge.store.catalogue_records import STAFF, Id, Sha256, User, UtcMs
from judge.store.database import StorePart, Transaction
from judge.store.errors import StoreError
from judge.store.events import Event, EventKind, note
from judge.store.rows import columns, record_of
from judge.store.second_factors import end_sign_ins, has_second_factor
from judge.store.sign_up_links import take_one
from judge.store.tokens import end_tokens

IDLE_MS = 14 * DAY_MS
"""A sign-in that was not used for this long has ended."""
LIFETIME_MS = 60 * DAY_MS
"""A sign-in ends after this time, however often it is used."""
STAFF_IDLE_MS = DAY_MS
STAFF_LIFETIME_MS = 14 * DAY_MS
"""The lifetime of sessions of the staff, who see everything."""
CODE_WITHIN_MS = 10 * 60_000
"""A sign-in whose code is not given within this time ends."""
RESET_WITHIN_MS = 60 * 60_000
"""The time after signing in by a link in which a forgotten password may be replaced."""
MOST_TRIES = 5
"""The most wrong codes for one sign-in."""
LISTED_AT_MOST = 100
"""The most sign-ins of one user."""
NAMED = f"SELECT {columns(User)} FROM users WHERE lower(name) = lower(?)"
IS_OPEN = (
    "ended_utc_ms IS NULL AND ends_utc_ms > ? "
    "AND seen_utc_ms > CASE WHEN users.role IN (?, ?) THEN ? ELSE ? END "
    "AND begun_utc_ms > CASE WHEN users.role IN (?, ?) THEN ? ELSE 0 END AND users.is_active = 1"
)
"""The condition on a sign-in and its user; `_open_at` has its values."""
SEEN_EVERY_MS = 60_000
"""The precision of a sign-in's last use: each update is a write."""
TEXT_AT_MOST = 200
"""The most characters of a browser's description of itself."""


class SignIn(Record, frozen=True):
    """A browser in which somebody is signed in."""

    token_sha256: Sha256
    user_id: Id
    agent: str = ""
    """The browser's description of itself."""
    address: str = ""
    begun_utc_ms: UtcMs = 0
    seen_utc_ms: UtcMs = 0
    ends_utc_ms: UtcMs = 0
    ended_utc_ms: UtcMs | None = None
    """When it was ended before its time."""
    awaits_code: bool = False
    """Whether the second factor is still missing: until it is given, nobody is signed in."""
    tries: Count = 0
    """The number of wrong codes."""
    by_link: bool = False
    """Whether it was begun by a link instead of the password, which may be forgotten."""
    id: Id = 0


class Accounts(StorePart):
    def sign_up(
        self,
        user: User,
        password_hash: str | None = None,
        *,
        link_sha256: str | None = None,
    ) -> User:
        """Adds a user. Raises NameTaken if the name is taken, ignoring case, and LinkUsed if the link for new accounts
        can make no more."""
        with self._database.write(durable=True) as transaction:
            transaction.serialize("users")
            if link_sha256 is not None and not take_one(transaction, link_sha256):
                raise LinkUsed("this link makes no more accounts: ask for a new one.")
            user = add_user(transaction, user)
            if password_hash is not None:
                _set_password(transaction, user.id, password_hash)
        return user

    def user_named(self, name: str) -> User | None:
        """The user of this name, ignoring case."""
        return self._database.record(User, NAMED, name)

    def listed(self, part: str, after: str, at_most: int) -> list[User]:
        """Users by name, after the name `after`: those whose name or full name contains `part`, ignoring case."""
        sql = (
            f"SELECT {columns(User)} FROM users WHERE name > ? "
            "AND (lower(name) LIKE lower(?) ESCAPE '!' OR lower(full_name) LIKE lower(?) ESCAPE '!') "
            "ORDER BY name LIMIT ?"
        )
        escaped = part.replace("!", "!!").replace("%", "!%").replace("_", "!_")
        return self._database.records(User, sql, after, f"%{escaped}%", f"%{escaped}%", at_most)

    def set_password(self, user_id: int, password_hash: str) -> None:
        """Sets the password, and ends all sign-ins, tokens and links of the user: they may be why it changes."""
        with self._database.write(durable=True) as transaction:
            _set_password(transaction, user_id, password_hash)
            _shut_out(transaction, user_id)
            note(transaction, Event(EventKind.PASSWORD, user_id=user_id))

    def shut_out(self, user_id: int) -> None:
        """Ends all sign-ins, tokens and links of a user whose account is closed: after it is opened again, there are
        none."""
        with self._database.write(durable=True) as transaction:
            _shut_out(transaction, user_id)

    def password_hash(self, user_id: int) -> str | None:
        row = self._database.first("SELECT hash FROM passwords WHERE user_id = ?", user_id)
        return str(row[0]) if row else None

    def sign_in(self, sign_in: SignIn, how: str = "password") -> SignIn:
        """Signs in; a user with a second factor must then enter the code."""
        with self._database.write(durable=True) as transaction:
            return _begin(transaction, sign_in, how)

    def awaiting_code(self, token_sha256: str) -> User | None:
        """The user whose code is awaited; None: no longer anyone's."""
        with self._database.read() as transaction:
            return transaction.record(
                User,
                f"SELECT {columns(User, 'users')} FROM sign_ins JOIN users ON users.id = sign_ins.user_id "
                f"WHERE token_sha256 = ? AND awaits_code = 1 AND tries < ? AND {IS_OPEN}",
                token_sha256,
                MOST_TRIES,
                *_open_at(transaction.now_ms),
            )

    def wrong_code(self, token_sha256: str) -> None:
        with self._database.write(durable=True) as transaction:
            transaction.change("UPDATE sign_ins SET tries = tries + 1 WHERE token_sha256 = ?", token_sha256)

    def complete(self, token_sha256: str, new_sha256: str) -> SignIn | None:
        """Completes a sign-in after a correct code: signs in by a new token. None: that sign-in no longer awaits a
        code."""
        with self._database.write(durable=True) as transaction:
            change = (
                "UPDATE sign_ins SET ended_utc_ms = ? WHERE token_sha256 = ? AND awaits_code = 1 "
                "AND ended_utc_ms IS NULL AND ends_utc_ms > ? AND tries < ?"
            )
            now = transaction.now_ms
            if not transaction.change(change, now, token_sha256, now, MOST_TRIES):
                return None
            sql = f"SELECT {columns(SignIn)} FROM sign_ins WHERE token_sha256 = ?"
            [begun] = transaction.records(SignIn, sql, token_sha256)
            whole = SignIn(new_sha256, begun.user_id, begun.agent, begun.address, by_link=begun.by_link)
            return _begin(transaction, whole, "code", is_complete=True)

    def signed_in(self, token_sha256: str, *, prolongs: bool = True) -> User | None:
        """The user with this token; None: no longer anyone's. Using it prolongs it, up to its lifetime.

        `prolongs`: whether it is used, not just looked at.
        """
        with self._database.read() as transaction:
            now = transaction.now_ms
            row = transaction.first(
                f"SELECT {columns(User, 'users')}, sign_ins.seen_utc_ms FROM sign_ins "
                f"JOIN users ON users.id = sign_ins.user_id WHERE token_sha256 = ? AND awaits_code = 0 AND {IS_OPEN}",
                token_sha256,
                *_open_at(now),
            )
        if row is None:
            return None
        *user, seen_utc_ms = row
        if prolongs and now - seen_utc_ms > SEEN_EVERY_MS:
            self._database.mark(
                "UPDATE sign_ins SET seen_utc_ms = ? WHERE token_sha256 = ?", now, token_sha256
            )
        return record_of(User, user)

    def may_reset(self, token_sha256: str) -> bool:
        """Whether the password may be changed without the old one: soon after signing in by a link."""
        with self._database.read() as transaction:
            sql = "SELECT 1 FROM sign_ins WHERE token_sha256 = ? AND by_link = 1 AND begun_utc_ms > ?"
            return transaction.first(sql, token_sha256, transaction.now_ms - RESET_WITHIN_MS) is not None

    def sign_out(self, token_sha256: str) -> None:
        with self._database.write(durable=True) as transaction:
            self._end(transaction, "token_sha256 = ?", token_sha256)

    def sign_ins_of(self, user_id: int) -> list[SignIn]:
        """Where the user is signed in, the newest first."""
        with self._database.read() as transaction:
            return transaction.records(
                SignIn,
                f"SELECT {columns(SignIn, 'sign_ins')} FROM sign_ins JOIN users ON users.id = sign_ins.user_id "
                f"WHERE user_id = ? AND awaits_code = 0 AND {IS_OPEN} ORDER BY sign_ins.id DESC LIMIT ?",
                user_id,
                *_open_at(transaction.now_ms),
                LISTED_AT_MOST,
            )

    def end_sign_in(self, user_id: int, number: int) -> None:
        """Ends one of the user's sign-ins, never another user's."""
        with self._database.write(durable=True) as transaction:
            self._end(transaction, "user_id = ? AND id = ?", user_id, number)

    def end_other_sign_ins(self, user_id: int, token_sha256: str) -> None:
        """Ends all of the user's sign-ins but this one."""
        with self._database.write(durable=True) as transaction:
            self._end(transaction, "user_id = ? AND token_sha256 <> ?", user_id, token_sha256)

    def _end(self, transaction: Transaction, where: str, *values: object) -> None:
        sql = f"SELECT id, user_id FROM sign_ins WHERE {where} AND ended_utc_ms IS NULL"
        for number, user_id in transaction.rows(sql, *values):
            change = "UPDATE sign_ins SET ended_utc_ms = ? WHERE id = ?"
            transaction.change(change, transaction.now_ms, number)
            note(transaction, Event(EventKind.SIGNED_OUT, user_id=user_id, data={"sign_in": number}))

    def put_link(self, user_id: int, token_sha256: str, lifetime_ms: int) -> None:
        """A link that signs the user in once. Removes expired links."""
        with self._database.write(durable=True) as transaction:
            transaction.change("DELETE FROM sign_in_links WHERE ends_utc_ms < ?", transaction.now_ms)
            ends_utc_ms = put_sign_in_link(transaction, user_id, token_sha256, lifetime_ms)
            note(transaction, Event(EventKind.LINK, user_id=user_id, data={"ends_utc_ms": ends_utc_ms}))

    def take_link(
        self, token_sha256: str, sign_in_sha256: str, *, agent: str = "", address: str = ""
    ) -> SignIn | None:
        """Signs the link's user in; None: the link was used, has expired, or does not exist. If two use it at once,
        only one succeeds."""
        with self._database.write(durable=True) as transaction:
            taken = transaction.change(
                "UPDATE sign_in_links SET used_utc_ms = ? WHERE token_sha256 = ? AND used_utc_ms IS NULL "
                "AND ends_utc_ms > ?",
                transaction.now_ms,
                token_sha256,
                transaction.now_ms,
            )
            if not taken:
                return None
            sql = "SELECT user_id FROM sign_in_links WHERE token_sha256 = ?"
            [[user_id]] = transaction.rows(sql, token_sha256)
            return _begin(transaction, SignIn(sign_in_sha256, user_id, agent, address, by_link=True), "link")


class LinkUsed(StoreError):
    """The link makes no more accounts."""


class NameTaken(StoreError):
    """Another user has the name."""


def put_sign_in_link(transaction: Transaction, user_id: int, token_sha256: str, lifetime_ms: int) -> int:
    """Adds a link; returns when it expires."""
    ends_utc_ms: int = transaction.now_ms + lifetime_ms
    row = {"token_sha256": token_sha256, "user_id": user_id, "ends_utc_ms": ends_utc_ms}
    transaction.put("sign_in_links", [row])
    return ends_utc_ms


def add_user(transaction: Transaction, user: User) -> User:
    """Adds a user. Raises NameTaken if the name is taken, ignoring case."""
    transaction.serialize("users")
    if transaction.first("SELECT 1 FROM users WHERE lower(name) = lower(?)", user.name):
        raise NameTaken(f"the name {user.name} is taken: choose another one.")
    user = transaction.add("users", user, created_utc_ms=transaction.now_ms)
    note(transaction, Event(EventKind.USER, actor_id=actor_id() or user.id, user_id=user.id))
    return user


def _set_password(transaction: Transaction, user_id: int, password_hash: str) -> None:
    row = {"user_id": user_id, "hash": password_hash, "changed_utc_ms": transaction.now_ms}
    transaction.put("passwords", [row], replacing=("user_id",))


def _shut_out(transaction: Transaction, user_id: int) -> None:
    transaction.change("DELETE FROM sign_in_links WHERE user_id = ?", user_id)
    end_sign_ins(transaction, user_id)
    end_tokens(transaction, user_id)


def _begin(transaction: Transaction, sign_in: SignIn, how: str, *, is_complete: bool = False) -> SignIn:
    now = transaction.now_ms
    awaits_code = not is_complete and has_second_factor(transaction, sign_in.user_id)
    begun = transaction.add(
        "sign_ins",
        sign_in,
        agent=sign_in.agent[:TEXT_AT_MOST],
        begun_utc_ms=now,
        seen_utc_ms=now,
        ends_utc_ms=now + (CODE_WITHIN_MS if awaits_code else LIFETIME_MS),
        ended_utc_ms=None,
        awaits_code=awaits_code,
    )
    data = {"how": how, "awaits_code": awaits_code}
    user_id = sign_in.user_id
    note(transaction, Event(EventKind.SIGNED_IN, actor_id=user_id, user_id=user_id, data=data))
    return begun


def _open_at(now_ms: int) -> tuple[Any, ...]:
    """The values of IS_OPEN."""
    idle = (*STAFF, now_ms - STAFF_IDLE_MS, now_ms - IDLE_MS)
    return (now_ms, *idle, *STAFF, now_ms - STAFF_LIFETIME_MS)
