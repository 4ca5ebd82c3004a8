"""The actor: the user who makes the request, or gives the command. It is set once, where the request or the command
starts, and recorded with each event until the end, so that no code can forget it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from msgspec import Struct

CONSOLE = "console"
"""The address of commands on the judge's own machine."""


class Actor(Struct, frozen=True):
    user_id: int | None
    """None: nobody is signed in."""
    address: str
    is_staff: bool = False


_acting: ContextVar[Actor | None] = ContextVar("acting", default=None)


def acts(actor: Actor | None) -> None:
    """Sets the actor for this request and the threads that work for it. None: the judge itself."""
    _acting.set(actor)


@contextmanager
def acting(actor: Actor) -> Iterator[None]:
    """Acts as this user in the `with` block."""
    before = _acting.set(actor)
    try:
        yield
    finally:
        _acting.reset(before)


def actor() -> Actor | None:
    """The actor; None: the judge itself."""
    return _acting.get()


def actor_id() -> int | None:
    """The user who acts; None: nobody is signed in."""
    who = actor()
    return who.user_id if who else None
