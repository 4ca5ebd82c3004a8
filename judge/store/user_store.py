"""The store of a user's own commands: what `verify` and `submit` judged on this machine.

A commit waits for the disk only where the store says so, which a result does not: that would disturb the run being
timed. So a power failure may lose the last results, but damages nothing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.base.records import replace
from judge.base.sqlite import explain
from judge.base.user_state import state_folder
from judge.store.database import Database
from judge.store.history.old_file import OLD_NAME, is_to_be_taken_in, take_in
from judge.store.sqlite_dialect import KIND, SqliteDialect
from judge.store.store import Store

KIND_OF_USER = replace(
    KIND,
    elsewhere="set XDG_STATE_HOME to another folder that can be written",
    on_damage=(
        "recover what can be read with `sqlite3 {path} .recover`, then move it away: the next run creates a new one"
    ),
)


def user_store_file() -> Path:
    return state_folder() / "store.sqlite"


def open_to_write(path: Path) -> Store:
    """Made where there is none, with what an earlier version kept. Raises StoreError."""
    dialect = SqliteDialect(path, KIND_OF_USER, may_be_shared=True)
    dialect.migrate()
    take_in(path, KIND_OF_USER)
    return Store(Database(dialect))


@contextmanager
def opened_to_read(path: Path) -> Iterator[Store]:
    """The store for the time of the `with` block. Raises JudgeError where there is none, or it cannot be read."""
    old = path.with_name(OLD_NAME)
    if not path.exists() and not old.exists():
        raise JudgeError(
            f"nothing has been judged yet: {path} does not exist. `submit` and `verify` make it.",
            RunJudge(("submit", "--help"), "See"),
        )
    dialect = SqliteDialect(path, KIND_OF_USER, may_be_shared=True, reads_only=True)
    if not path.exists() or not dialect.is_up_to_date() or is_to_be_taken_in(path):
        open_to_write(path).close()
    store = Store(Database(dialect))
    try:
        yield store
    finally:
        store.close()


def explained(error: OSError, path: Path) -> str:
    """A message about what went wrong with the file's folder, with the next step."""
    return explain(error, path, KIND_OF_USER)
