"""Tokens, by which programs act for a user: scoped, expiring, stored as hashes; and terminals that ask for one.

A terminal that asks gets two codes: a long one, which it keeps and exchanges for the token, and a short one, which its
user reads there and approves in a browser (RFC 8628, the device authorization grant).
"""

from collections.abc import Sequence
from enum import StrEnum

from judge.base.records import Record, replace
from judge.store.catalogue_records import Id, Name, Sha256, User, UtcMs
from judge.store.database import StorePart, Transaction
from judge.store.errors import StoreError
from judge.store.events import Event, EventKind, note
from judge.store.rows import columns, row_of

MOST_TOKENS = 50
"""The most tokens of one user at a time."""
MOST_REQUESTS = 1000
"""The most terminals that wait at a time."""
REQUEST_MS = 10 * 60_000
"""The time after which an unapproved request is void."""
USED_EVERY_MS = 60_000
"""The precision of a token's last use: each update is a write."""
LIVING = "ended_utc_ms IS NULL AND ends_utc_ms > ?"


class TokenScope(StrEnum):
    """A right that a token gives."""

    READ = "read"
    """The right to see what its user may see as a participant."""
    SUBMIT = "submit"
    ADMIN = "admin"
    """The right to use the rights of its user's role, the jury's or an administrator's."""
    WORKER = "worker"
    """The right to judge submissions on another machine: an administrator's."""


class Token(Record, frozen=True):
    """A token in the store, without the token's text."""

    token_sha256: Sha256
    user_id: Id
    title: Name
    """The user's name for it: the machine or program that has it."""
    scopes: tuple[TokenScope, ...]
    ends_utc_ms: UtcMs
    made_utc_ms: UtcMs = 0
    used_utc_ms: UtcMs | None = None
    """The time of its last use, to the minute."""
    used_from: str = ""
    """The address of its last use."""
    ended_utc_ms: UtcMs | None = None
    """When it was revoked."""
    id: Id = 0


class TokenRequest(Record, frozen=True):
    """A terminal that asks for a token, until somebody approves it."""

    device_sha256: Sha256
    user_code: Name
    title: Name
    scopes: tuple[TokenScope, ...]
    address: str = ""
    """The terminal's address."""
    ends_utc_ms: UtcMs = 0
    """Set by the store."""
    user_id: Id | None = None
    """The user who approved it."""


class TooManyTokens(StoreError):
    """The bound on tokens is reached."""


class Tokens(StorePart):
    def put(self, token: Token) -> Token:
        """Adds one. Raises TooManyTokens."""
        with self._database.write(durable=True) as transaction:
            return _put(transaction, token)

    def of(self, user_id: int) -> list[Token]:
        """A user's valid tokens, the newest first."""
        sql = f"SELECT {columns(Token)} FROM tokens WHERE user_id = ? AND {LIVING} ORDER BY id DESC LIMIT ?"
        with self._database.read() as transaction:
            return transaction.records(Token, sql, user_id, transaction.now_ms, MOST_TOKENS)

    def bearer(self, token_sha256: str, address: str = "") -> tuple[User, Token] | None:
        """The user of this token; None: no longer anyone's. Records its use."""
        with self._database.read() as transaction:
            now = transaction.now_ms
            sql = f"SELECT {columns(Token)} FROM tokens WHERE token_sha256 = ? AND {LIVING}"
            token = transaction.record(Token, sql, token_sha256, now)
            owner: User | None = None
            if token:
                sql = f"SELECT {columns(User)} FROM users WHERE id = ? AND is_active = 1"
                owner = transaction.record(User, sql, token.user_id)
        if token is None or owner is None:
            return None
        if token.used_utc_ms is None or now - token.used_utc_ms > USED_EVERY_MS:
            change = "UPDATE tokens SET used_utc_ms = ?, used_from = ? WHERE id = ?"
            self._database.mark(change, now, address, token.id)
        return owner, token

    def revoke(self, user_id: int, number: int) -> bool:
        """Revokes a token. Returns whether the user had it."""
        with self._database.write(durable=True) as transaction:
            change = (
                "UPDATE tokens SET ended_utc_ms = ? WHERE id = ? AND user_id = ? AND ended_utc_ms IS NULL"
            )
            was_there = bool(transaction.change(change, transaction.now_ms, number, user_id))
            if was_there:
                note(transaction, _event(user_id, {"token": number, "did": "revoked"}))
        return was_there

    def ask(self, request: TokenRequest) -> TokenRequest:
        """Stores a terminal's request. Raises TooManyTokens if there are very many."""
        with self._database.write(durable=True) as transaction:
            now = transaction.now_ms
            transaction.change("DELETE FROM token_requests WHERE ends_utc_ms <= ?", now)
            [[waiting]] = transaction.rows("SELECT count(*) FROM token_requests")
            if waiting >= MOST_REQUESTS:
                raise TooManyTokens("very many terminals wait to be approved: try again in ten minutes.")
            kept = replace(request, ends_utc_ms=now + REQUEST_MS, user_id=None)
            transaction.put("token_requests", [row_of(kept)])
        return kept

    def asked(self, user_code: str) -> TokenRequest | None:
        """The request with this code that nobody has approved yet."""
        sql = (
            f"SELECT {columns(TokenRequest)} FROM token_requests "
            "WHERE user_code = ? AND user_id IS NULL AND ends_utc_ms > ?"
        )
        with self._database.read() as transaction:
            return transaction.record(TokenRequest, sql, user_code, transaction.now_ms)

    def approve(self, user_code: str, user_id: int, scopes: Sequence[TokenScope]) -> bool:
        """Grants these scopes. Returns whether there was such a request, which can be approved once."""
        with self._database.write(durable=True) as transaction:
            change = (
                "UPDATE token_requests SET user_id = ?, scopes = ? "
                "WHERE user_code = ? AND user_id IS NULL AND ends_utc_ms > ?"
            )
            granted = row_of(TokenRequest("0" * 64, user_code, "-", tuple(scopes)))["scopes"]
            return bool(transaction.change(change, user_id, granted, user_code, transaction.now_ms))

    def take(self, device_sha256: str, token_sha256: str, lifetime_ms: int) -> Token | TokenRequest | None:
        """Exchanges a request for its token, once: the token, or the request while nobody has approved it, or None: it
        no longer exists. Raises TooManyTokens."""
        with self._database.write(durable=True) as transaction:
            now = transaction.now_ms
            sql = (
                f"SELECT {columns(TokenRequest)} FROM token_requests WHERE device_sha256 = ? "
                f"AND ends_utc_ms > ? {transaction.dialect.locked}"
            )
            asked = transaction.record(TokenRequest, sql, device_sha256, now)
            if asked is None or asked.user_id is None:
                return asked
            transaction.change("DELETE FROM token_requests WHERE device_sha256 = ?", device_sha256)
            token = Token(token_sha256, asked.user_id, asked.title, asked.scopes, now + lifetime_ms)
            return _put(transaction, token)


def end_tokens(transaction: Transaction, user_id: int) -> None:
    """Revokes all of a user's tokens."""
    change = "UPDATE tokens SET ended_utc_ms = ? WHERE user_id = ? AND ended_utc_ms IS NULL"
    transaction.change(change, transaction.now_ms, user_id)


def _put(transaction: Transaction, token: Token) -> Token:
    now = transaction.now_ms
    sql = f"SELECT count(*) FROM tokens WHERE user_id = ? AND {LIVING}"
    [[count]] = transaction.rows(sql, token.user_id, now)
    if count >= MOST_TOKENS:
        raise TooManyTokens(f"you have {count} tokens: revoke one on your account's page first.")
    made = transaction.add("tokens", token, made_utc_ms=now, used_utc_ms=None, ended_utc_ms=None)
    note(transaction, _event(token.user_id, {"token": made.id, "did": "made", "scopes": list(token.scopes)}))
    return made


def _event(user_id: int, data: dict[str, object]) -> Event:
    return Event(EventKind.TOKEN, actor_id=user_id, user_id=user_id, data=data)
