"""Refusals of the service: errors that a front end words for its users."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from judge.base.errors import JudgeError, NoSpace
from judge.store.errors import NotInStore, Unavailable


class Refused(JudgeError):
    """A request that is not permitted, or for something that does not exist; the message states the reason."""


class NoRoom(Refused, NoSpace):
    """The judge's disk is so nearly full that it accepts nothing more."""


class NotForViewer(Refused):
    """A thing that does not exist, or that the viewer may not see: the two cases are not distinguished."""


class NotPermitted(Refused):
    """An action that the user may not take."""


class NotNow(NotPermitted):
    """An action that is possible, but not in the current state."""


class Clash(Refused):
    """The request contradicts existing data, or itself."""


class Unfit(Refused):
    """An unacceptable value. `key` is the reason in a front end's texts, with `values` filled in."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(f"{key}: {values}" if values else key)
        self.key, self.values = key, values


@contextmanager
def refusing(kind: type[Refused] = Refused) -> Iterator[None]:
    """Turns each error in the `with` block into a refusal of this kind, unless the store is unavailable, busy or
    full."""
    try:
        yield
    except (Refused, Unavailable):
        raise
    except JudgeError as error:
        raise kind(error.message) from error


@contextmanager
def for_viewer(what: str) -> Iterator[None]:
    """Turns a missing record of the store into a refusal for the viewer."""
    try:
        yield
    except NotInStore as error:
        raise NotForViewer(f"there is no {what} for you.") from error
