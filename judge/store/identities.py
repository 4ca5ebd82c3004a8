"""Identities: an institution's statement about who somebody is. An issuer and its subject permanently determine one
account.

Nothing else finds an account: somebody whose name or e-mail address at the institution belongs to another account here
gets an account with another name.
"""

from judge.base.records import Record
from judge.store.catalogue_records import Id, User, UtcMs
from judge.store.database import StorePart, Transaction
from judge.store.errors import StoreError
from judge.store.events import Event, EventKind, note
from judge.store.rows import columns, row_of

MOST_NAMES = 1000
"""The most accounts of people to whom their institution gives the same name."""


class Identity(Record, frozen=True):
    issuer: str
    subject: str
    user_id: Id
    added_utc_ms: UtcMs = 0


class Identities(StorePart):
    def user(self, issuer: str, subject: str) -> User | None:
        """The user with this identity; None: nobody here has it yet."""
        with self._database.read() as transaction:
            return _user(transaction, issuer, subject)

    def sign_up(self, user: User, issuer: str, subject: str) -> User:
        """A new account, under this name or the first free one after it; if one person signs up twice at once, the
        same account."""
        with self._database.write(durable=True) as transaction:
            transaction.serialize("users")
            if known := _user(transaction, issuer, subject):
                return known
            name = _free_name(transaction, user.name)
            user = transaction.add("users", user, name=name, created_utc_ms=transaction.now_ms)
            identity = Identity(issuer, subject, user.id, transaction.now_ms)
            transaction.put("identities", [row_of(identity)])
            data = {"issuer": issuer}
            note(transaction, Event(EventKind.USER, actor_id=user.id, user_id=user.id, data=data))
        return user


def _user(transaction: Transaction, issuer: str, subject: str) -> User | None:
    return transaction.record(
        User,
        f"SELECT {columns(User, 'users')} FROM identities JOIN users ON users.id = identities.user_id "
        "WHERE issuer = ? AND subject = ?",
        issuer,
        subject,
    )


def _free_name(transaction: Transaction, name: str) -> str:
    for number in range(1, MOST_NAMES):
        tried = name if number == 1 else f"{name}-{number}"
        if not transaction.first("SELECT 1 FROM users WHERE lower(name) = lower(?)", tried):
            return tried
    raise StoreError(f"{MOST_NAMES} accounts are called {name}: nobody else can be.")
