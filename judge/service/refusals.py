"""What the service refuses: errors that a front end words for whoever asked."""

from typing import Any

from judge.base.errors import JudgeError, NoSpace


class Refused(JudgeError):
    """What is asked for may not be, or is not there; the message says why."""


class NoRoom(Refused, NoSpace):
    """The judge's disk is so nearly full that nothing more is taken in."""


class NotForViewer(Refused):
    """There is none, or it is not the viewer's business: which of both is not said."""


class Unfit(Refused):
    """What was given cannot be taken. `key` says why in a front end's words, with `values` filled in."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(f"{key}: {values}" if values else key)
        self.key, self.values = key, values
