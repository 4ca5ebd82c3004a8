"""The interface of every pool: it takes jobs for as long as it lives, on this machine or on a cluster, and reports the
end of each."""

from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from typing import Protocol, TypeVar

from msgspec import Struct, field

from judge.base.priority import Priority
from judge.base.submission_state import State
from judge.judging.job import Job
from judge.judging.results import Result


class Handle(Struct, eq=False, kw_only=True):
    """A job that was submitted."""

    job: Job
    on_end: "Callable[[Handle], None]" = lambda _: None
    """Called when its result is known, or when it is certain that it will have none."""
    state: State = State.QUEUED
    _future: Future[Result] = field(default_factory=Future)

    def result(self, timeout_s: float | None = None) -> Result:
        """Waits for the result. Raises CancelledError if the job was cancelled, and whatever the judging raised."""
        return self._future.result(timeout_s)

    def end(self, outcome: Result | BaseException) -> None:
        """Sets the job's outcome. For its pool."""
        if isinstance(outcome, BaseException):
            self.state = State.CANCELLED if isinstance(outcome, CancelledError) else State.FAILED
            self._future.set_exception(outcome)
        else:
            self.state = State.DONE
            self._future.set_result(outcome)
        self.on_end(self)


H = TypeVar("H", bound=Handle)


class Pool(Protocol[H]):
    def submit(
        self, job: Job, priority: Priority = Priority.PRACTICE, *, on_end: Callable[[Handle], None] = ...
    ) -> H:
        """Raises CancelledError if the pool is closed, and the error that ended it before."""
        ...

    def submit_all(self, jobs: Sequence[Job], on_end: Callable[[Handle], None]) -> None:
        """Takes a group of jobs, as soon as there is room. Raises CancelledError if the pool is closed, and the error
        that ended it before."""
        ...

    def cancel(self, handle: H) -> bool:
        """Takes one of its jobs out of the queue, or ends the part of it that runs; the job's state is then
        `cancelled`. Returns whether it had not ended yet."""
        ...

    def close(self, *, cancel: bool = False) -> None:
        """Takes no more jobs and waits for those that it has. `cancel`: they are cancelled."""
        ...
