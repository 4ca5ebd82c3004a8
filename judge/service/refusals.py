"""What the service refuses."""

from judge.base.errors import JudgeError


class Refused(JudgeError):
    """What is asked for may not be, or is not there; the message says why."""


class NoRoom(Refused):
    """The judge's disk is nearly full."""
