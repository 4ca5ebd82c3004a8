"""Accounts: passwords as hashes, who is signed in, and links that sign in once.

Tokens are random and long, so that a plain SHA-256 of one is as good as the token for finding it and of no use to
whoever reads the database. A password is short: the caller brings a hash that is made to be slow.
"""

from judge.base.records import Record, replace
from judge.store.catalogue_records import Id, Sha256, User, UtcMs
from judge.store.database import Database, Transaction
from judge.store.errors import StoreError
from judge.store.events import Event, EventKind, note
from judge.store.rows import columns, record_of, row_of

IDLE_MS = 14 * 24 * 3_600_000
"""A sign-in that nobody used for this long has ended."""
LIFETIME_MS = 60 * 24 * 3_600_000
"""A sign-in ends after this time, however often it is used."""
SEEN_EVERY_MS = 60_000
"""How exactly it is known when a sign-in was used last: each note is a write."""
TEXT_AT_MOST = 200
"""Characters of what a browser says of itself."""


class SignIn(Record, frozen=True):
    """A browser in which somebody is signed in."""

    token_sha256: Sha256
    user_id: Id
    agent: str = ""
    """What the browser says that it is."""
    address: str = ""
    begun_utc_ms: UtcMs = 0
    seen_utc_ms: UtcMs = 0
    ends_utc_ms: UtcMs = 0
    ended_utc_ms: UtcMs | None = None
    """When it was ended before its time."""
    id: Id = 0


class Accounts:
    def __init__(self, database: Database) -> None:
        self._database = database

    def sign_up(self, user: User, password_hash: str | None = None, *, actor_id: int | None = None) -> User:
        """Adds a user. Raises StoreError where the name is taken, in whatever case it is written."""
        with self._database.write(durable=True) as transaction:
            transaction.serialize("users")
            if transaction.first("SELECT 1 FROM users WHERE lower(name) = lower(?)", user.name):
                raise NameTaken(f"the name {user.name} is taken: choose another one.")
            user = replace(user, created_utc_ms=transaction.now_ms)
            user = replace(user, id=transaction.insert("users", row_of(user)))
            if password_hash is not None:
                _set_password(transaction, user.id, password_hash)
            note(transaction, Event(EventKind.USER, actor_id=actor_id or user.id, user_id=user.id))
        return user

    def user_named(self, name: str) -> User | None:
        """In whatever case it is written."""
        sql = f"SELECT {columns(User)} FROM users WHERE lower(name) = lower(?)"
        with self._database.read() as transaction:
            row = transaction.first(sql, name)
        return record_of(User, row) if row else None

    def set_password(self, user_id: int, password_hash: str) -> None:
        """Ends all sign-ins of the user, and what links there were: they may be why the password changes."""
        with self._database.write(durable=True) as transaction:
            _set_password(transaction, user_id, password_hash)
            transaction.change("DELETE FROM sign_in_links WHERE user_id = ?", user_id)
            _end(transaction, "user_id = ?", user_id)

    def password_hash(self, user_id: int) -> str | None:
        with self._database.read() as transaction:
            row = transaction.first("SELECT hash FROM passwords WHERE user_id = ?", user_id)
        return str(row[0]) if row else None

    def sign_in(self, sign_in: SignIn) -> SignIn:
        with self._database.write(durable=True) as transaction:
            return _begin(transaction, sign_in)

    def signed_in(self, token_sha256: str) -> User | None:
        """Who has this token; None: nobody has, any more. Using it prolongs it, up to its lifetime."""
        with self._database.read() as transaction:
            now = transaction.now_ms
            row = transaction.first(
                f"SELECT {columns(User, 'users')}, sign_ins.seen_utc_ms FROM sign_ins "
                "JOIN users ON users.id = sign_ins.user_id WHERE token_sha256 = ? AND ended_utc_ms IS NULL "
                "AND ends_utc_ms > ? AND seen_utc_ms > ? AND users.is_active = 1",
                token_sha256,
                now,
                now - IDLE_MS,
            )
        if row is None:
            return None
        *user, seen_utc_ms = row
        if now - seen_utc_ms > SEEN_EVERY_MS:
            with self._database.write() as transaction:
                change = "UPDATE sign_ins SET seen_utc_ms = ? WHERE token_sha256 = ?"
                transaction.change(change, now, token_sha256)
        return record_of(User, user)

    def sign_out(self, token_sha256: str) -> None:
        with self._database.write(durable=True) as transaction:
            _end(transaction, "token_sha256 = ?", token_sha256)

    def put_link(self, user_id: int, token_sha256: str, lifetime_ms: int) -> None:
        """A link that signs the user in once. What has run out goes."""
        with self._database.write(durable=True) as transaction:
            transaction.change("DELETE FROM sign_in_links WHERE ends_utc_ms < ?", transaction.now_ms)
            ends_utc_ms = transaction.now_ms + lifetime_ms
            row = {"token_sha256": token_sha256, "user_id": user_id, "ends_utc_ms": ends_utc_ms}
            transaction.put("sign_in_links", [row])

    def take_link(
        self, token_sha256: str, sign_in_sha256: str, *, agent: str = "", address: str = ""
    ) -> SignIn | None:
        """Signs its user in; None: the link was used, ran out, or is none. Of two who take it at once, one has it."""
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
            return _begin(transaction, SignIn(sign_in_sha256, user_id, agent, address))


class NameTaken(StoreError):
    """There is a user of this name."""


def _set_password(transaction: Transaction, user_id: int, password_hash: str) -> None:
    row = {"user_id": user_id, "hash": password_hash, "changed_utc_ms": transaction.now_ms}
    conflict = (
        "ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, changed_utc_ms = excluded.changed_utc_ms"
    )
    transaction.put("passwords", [row], on_conflict=conflict)


def _begin(transaction: Transaction, sign_in: SignIn) -> SignIn:
    now = transaction.now_ms
    begun = replace(
        sign_in,
        agent=sign_in.agent[:TEXT_AT_MOST],
        begun_utc_ms=now,
        seen_utc_ms=now,
        ends_utc_ms=now + LIFETIME_MS,
        ended_utc_ms=None,
    )
    return replace(begun, id=transaction.insert("sign_ins", row_of(begun)))


def _end(transaction: Transaction, where: str, value: object) -> None:
    change = f"UPDATE sign_ins SET ended_utc_ms = ? WHERE {where} AND ended_utc_ms IS NULL"
    transaction.change(change, transaction.now_ms, value)
