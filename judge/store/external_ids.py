"""External ids of contest objects, next to our own numbers: no two objects share one."""

from judge.base.sqlite import MOST_WHOLE
from judge.store.database import Transaction
from judge.store.errors import StoreError


def require_free(transaction: Transaction, table: str, contest_id: int, wanted: str) -> None:
    """Checks an id before a row with it is added. Raises StoreError if an object of the contest has it."""
    transaction.serialize("ids")
    of_it = f"SELECT 1 FROM {table} WHERE contest_id = ?"
    is_taken = transaction.first(f"{of_it} AND external_id = ?", contest_id, wanted)
    if is_own_number(wanted):
        by_number = f"{of_it} AND id = ? AND external_id IS NULL"
        is_taken = is_taken or transaction.first(by_number, contest_id, int(wanted))
    if is_taken:
        raise StoreError(f"the id {wanted} is taken in {table} of this contest: choose another one.")


def is_own_number(wanted: str) -> bool:
    """Whether an id may be a number that the store has assigned to a row."""
    is_number = wanted.isascii() and wanted.isdigit() and len(wanted) < 20 and str(int(wanted)) == wanted
    return is_number and int(wanted) <= MOST_WHOLE


def set_apart(transaction: Transaction, table: str, contest_id: int, number: int) -> str | None:
    """Gives a new row an id of its own if its number is the id of another. Returns it; None: that was not
    necessary."""
    transaction.serialize("ids")
    sql = f"SELECT 1 FROM {table} WHERE contest_id = ? AND external_id = ?"
    name, tries = str(number), 1
    while transaction.first(sql, contest_id, name):
        tries += 1
        name = f"{number}-{tries}"
    if tries == 1:
        return None
    transaction.update(table, {"external_id": name}, number)
    return name
