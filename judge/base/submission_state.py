"""The state of a submission, shared by the code that judges and the code that stores it."""

from enum import StrEnum


class State(StrEnum):
    """How far a submission has got, whatever its verdict."""

    QUEUED = "queued"
    JUDGING = "judging"
    DONE = "done"
    """Judged: it has a valid judgement."""
    FAILED = "failed"
    """The judge could not judge it: `failure` says why."""
    CANCELLED = "cancelled"

    @property
    def is_open(self) -> bool:
        """Whether the submission has not reached its end."""
        return self in (State.QUEUED, State.JUDGING)
