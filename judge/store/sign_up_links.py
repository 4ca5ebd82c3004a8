"""Links by which people make their own accounts, up to a number for each link."""

from judge.base.records import Count, Record
from judge.store.catalogue_records import Id, Sha256, UtcMs
from judge.store.database import StorePart, Transaction
from judge.store.events import Event, EventKind, note
from judge.store.rows import columns, row_of

AT_MOST = 100
"""The most links that are listed."""


class SignUpLink(Record, frozen=True):
    token_sha256: Sha256
    made_by: Id
    ends_utc_ms: UtcMs
    accounts_left: Count
    accounts_made: Count = 0
    id: Id = 0


class SignUpLinks(StorePart):
    def put(self, made_by: int, token_sha256: str, lifetime_ms: int, accounts: int) -> None:
        """Adds a link. Removes expired ones."""
        with self._database.write(durable=True) as transaction:
            now = transaction.now_ms
            transaction.change("DELETE FROM sign_up_links WHERE ends_utc_ms < ?", now)
            link = SignUpLink(token_sha256, made_by, now + lifetime_ms, accounts)
            number = transaction.insert("sign_up_links", row_of(link))
            data = {"link": number, "accounts": accounts, "ends_utc_ms": link.ends_utc_ms}
            note(transaction, Event(EventKind.SIGN_UP_LINK, data=data))

    def open(self) -> list[SignUpLink]:
        """Links that can still make accounts, the newest first."""
        with self._database.read() as transaction:
            sql = (
                f"SELECT {columns(SignUpLink)} FROM sign_up_links WHERE ends_utc_ms > ? AND accounts_left > 0"
            )
            sql = f"{sql} ORDER BY id DESC LIMIT ?"
            return transaction.records(SignUpLink, sql, transaction.now_ms, AT_MOST)

    def is_open(self, token_sha256: str) -> bool:
        with self._database.read() as transaction:
            sql = (
                "SELECT 1 FROM sign_up_links WHERE token_sha256 = ? AND ends_utc_ms > ? AND accounts_left > 0"
            )
            return transaction.first(sql, token_sha256, transaction.now_ms) is not None

    def end(self, number: int) -> None:
        """Ends the link, so that nobody makes an account by it any more. A repetition changes nothing."""
        with self._database.write(durable=True) as transaction:
            if transaction.change("DELETE FROM sign_up_links WHERE id = ?", number):
                data = {"link": number, "accounts": 0}
                note(transaction, Event(EventKind.SIGN_UP_LINK, data=data))


def take_one(transaction: Transaction, token_sha256: str) -> bool:
    """Whether the link may make this account, too: if many use it at once, only as many succeed as it permits."""
    change = (
        "UPDATE sign_up_links SET accounts_left = accounts_left - 1, accounts_made = accounts_made + 1 "
        "WHERE token_sha256 = ? AND accounts_left > 0 AND ends_utc_ms > ?"
    )
    return bool(transaction.change(change, token_sha256, transaction.now_ms))
