"""The store of a user's own commands: what `verify` and `submit` judged on this machine.

A commit waits for the disk only if it must be durable, and a result's need not be: that would disturb the run being
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
from judge.store.history.old_file import HISTORY
from judge.store.own_store import OwnStore
from judge.store.sqlite_dialect import KIND
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
    """Opens it; if there is none, creates it with an earlier version's data. Raises StoreError."""
    return OwnStore(path, KIND_OF_USER, HISTORY).open()


@contextmanager
def opened_to_read(path: Path) -> Iterator[Store]:
    """The store for the `with` block. Raises JudgeError if there is none, or it cannot be read."""
    own = OwnStore(path, KIND_OF_USER, HISTORY)
    if not own.is_there:
        raise JudgeError(
            f"nothing has been judged yet: {path} does not exist. `submit` and `verify` make it.",
            RunJudge(("submit", "--help"), "See"),
        )
    with own.opened_to_read() as store:
        yield store


def explained(error: OSError, path: Path) -> str:
    """A message about what went wrong with the file's folder, with the next step."""
    return explain(error, path, KIND_OF_USER)
