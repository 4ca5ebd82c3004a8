"""Second factors: the data behind an authenticator's codes, and written recovery codes for the case that it is lost.

A code's secret is not here: it is derived from `nonce` with a key that only the pages have. A recovery code is long
and random, so that its plain SHA-256 reveals nothing.
"""

from collections.abc import Sequence

from judge.base.records import Count, Record
from judge.store.catalogue_records import Id, UtcMs
from judge.store.database import StorePart, Transaction
from judge.store.events import Event, EventKind, note
from judge.store.rows import columns


class SecondFactor(Record, frozen=True):
    user_id: Id
    nonce: str
    last_step: Count = 0
    """The time step of the last accepted code: neither it nor an earlier one is accepted again."""
    confirmed_utc_ms: UtcMs | None = None
    """The time of the first code; null: sign-ins do not require one yet."""


class SecondFactors(StorePart):
    def begin(self, user_id: int, nonce: str) -> None:
        """Begins a new one, which is required once it is confirmed. One that is confirmed already stays."""
        conflict = (
            "ON CONFLICT (user_id) DO UPDATE SET nonce = excluded.nonce, last_step = 0 "
            "WHERE second_factors.confirmed_utc_ms IS NULL"
        )
        with self._database.write(durable=True) as transaction:
            row = {"user_id": user_id, "nonce": nonce, "last_step": 0}
            transaction.put("second_factors", [row], on_conflict=conflict)

    def of(self, user_id: int) -> SecondFactor | None:
        sql = f"SELECT {columns(SecondFactor)} FROM second_factors WHERE user_id = ?"
        return self._database.record(SecondFactor, sql, user_id)

    def is_confirmed(self, user_id: int) -> bool:
        with self._database.read() as transaction:
            return has_second_factor(transaction, user_id)

    def users(self) -> frozenset[int]:
        """Users who have one."""
        sql = "SELECT user_id FROM second_factors WHERE confirmed_utc_ms IS NOT NULL"
        return frozenset(int(number) for [number] in self._database.rows(sql))

    def take_step(self, user_id: int, step: int) -> bool:
        """Whether the code of this time step is accepted: each works only once."""
        with self._database.write(durable=True) as transaction:
            change = "UPDATE second_factors SET last_step = ? WHERE user_id = ? AND last_step < ?"
            return bool(transaction.change(change, step, user_id, step))

    def confirm(self, user_id: int, code_sha256s: Sequence[str]) -> None:
        """Confirms it, so that it is required from now on. Ends all sign-ins of the user: they were made without
        it."""
        with self._database.write(durable=True) as transaction:
            transaction.change(
                "UPDATE second_factors SET confirmed_utc_ms = ? WHERE user_id = ?",
                transaction.now_ms,
                user_id,
            )
            _put_codes(transaction, user_id, code_sha256s)
            end_sign_ins(transaction, user_id)
            _note(transaction, user_id, "confirmed")

    def renew_codes(self, user_id: int, code_sha256s: Sequence[str]) -> None:
        """Replaces the recovery codes."""
        with self._database.write(durable=True) as transaction:
            _put_codes(transaction, user_id, code_sha256s)
            _note(transaction, user_id, "new recovery codes")

    def take_recovery_code(self, user_id: int, code_sha256: str) -> bool:
        """Whether it is an unused code of the user's. If two enter it at once, only one succeeds."""
        change = (
            "UPDATE recovery_codes SET used_utc_ms = ? WHERE code_sha256 = ? AND user_id = ? "
            "AND used_utc_ms IS NULL"
        )
        with self._database.write(durable=True) as transaction:
            is_taken = bool(transaction.change(change, transaction.now_ms, code_sha256, user_id))
            if is_taken:
                _note(transaction, user_id, "recovery code used")
        return is_taken

    def codes_left(self, user_id: int) -> int:
        sql = "SELECT count(*) FROM recovery_codes WHERE user_id = ? AND used_utc_ms IS NULL"
        return self._database.number(sql, user_id)

    def remove(self, user_id: int) -> None:
        """Removes it, so that it is no longer required; ends all sign-ins of the user."""
        with self._database.write(durable=True) as transaction:
            removed = transaction.change("DELETE FROM second_factors WHERE user_id = ?", user_id)
            transaction.change("DELETE FROM recovery_codes WHERE user_id = ?", user_id)
            if removed:
                end_sign_ins(transaction, user_id)
                _note(transaction, user_id, "removed")


def has_second_factor(transaction: Transaction, user_id: int) -> bool:
    sql = "SELECT 1 FROM second_factors WHERE user_id = ? AND confirmed_utc_ms IS NOT NULL"
    return transaction.first(sql, user_id) is not None


def end_sign_ins(transaction: Transaction, user_id: int) -> None:
    change = "UPDATE sign_ins SET ended_utc_ms = ? WHERE user_id = ? AND ended_utc_ms IS NULL"
    transaction.change(change, transaction.now_ms, user_id)


def _put_codes(transaction: Transaction, user_id: int, code_sha256s: Sequence[str]) -> None:
    transaction.change("DELETE FROM recovery_codes WHERE user_id = ?", user_id)
    rows = [{"code_sha256": code_sha256, "user_id": user_id} for code_sha256 in code_sha256s]
    transaction.put("recovery_codes", rows)


def _note(transaction: Transaction, user_id: int, what: str) -> None:
    note(transaction, Event(EventKind.SECOND_FACTOR, user_id=user_id, data={"what": what}))
