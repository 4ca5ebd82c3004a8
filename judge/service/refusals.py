"""Refusals of the service: errors that a front end words for its users."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from judge.base.errors import JudgeError, NoSpace
from judge.store.errors import NotInStore, Unavailable


class Refused(JudgeError):
    """A request that is not permitted, or for something that does not exist; the message says why."""


class NoRoom(Refused, NoSpace):
    """The judge's disk is so nearly full that it accepts nothing more."""


class NotForViewer(Refused):
    """A thing that is not there, or is not the viewer's business: which of both is not said."""


class NotPermitted(Refused):
    """An action that the user may not take."""


class NotNow(NotPermitted):
    """A thing that may be done, but not as things are now."""


class Clash(Refused):
    """What is sent contradicts what there is, or itself."""


class Unfit(Refused):
    """What was given cannot be taken. `key` says why in a front end's words, with `values` filled in."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(f"{key}: {values}" if values else key)
        self.key, self.values = key, values


@contextmanager
def refusing() -> Iterator[None]:
    """Makes a refusal of each error in the `with` block, but where the store is away, busy or full."""
    try:
        yield
    except (Refused, Unavailable):
        raise
    except JudgeError as error:
        raise Refused(error.message) from error


@contextmanager
def for_viewer(what: str) -> Iterator[None]:
    """Says that there is none for the viewer where the store has none."""
    try:
        yield
    except NotInStore as error:
        raise NotForViewer(f"there is no {what} for you.") from error
