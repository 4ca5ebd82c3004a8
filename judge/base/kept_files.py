"""Small files in which the judge keeps a record for later: a damaged one counts as none."""

from collections.abc import Callable
from pathlib import Path

from judge.base.events import Listener, Note
from judge.base.records import Data, decoded
from judge.base.user_state import state_folder


def kept(file: Path, shape: type[Data], ignored: tuple[type[Exception], ...]) -> Data | None:
    """The record in a file; None: one of these errors says that there is none, or a damaged one."""
    try:
        return decoded(file.read_bytes(), shape)
    except ignored:
        return None


def kept_or_told(
    name: str, shape: type[Data], tell: Listener, words: Callable[[Exception], str]
) -> Data | None:
    """The record in the file of this name in the user's state folder; None: there is none, or it cannot be read, which
    is reported in these words."""
    try:
        return decoded((state_folder() / name).read_bytes(), shape)
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        tell(Note(words(error)))
    return None
