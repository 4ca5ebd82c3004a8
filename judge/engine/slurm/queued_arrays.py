"""The arrays of a pool in Slurm's queue: those that Slurm has, those that it has not accepted yet, and those that must
end."""

import re
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.events import Waiting
from judge.base.priority import Priority
from judge.engine.slurm.batches import Need, sbatch_options
from judge.engine.slurm.client import InQueue, NoAnswer, cancel, cancel_tasks, largest_array, queue, queued
from judge.engine.slurm.failed_gpus import FailedGpus
from judge.engine.slurm.job_index import JobPlace
from judge.engine.slurm.one_job import starting, write_script
from judge.engine.slurm.sending import Sender
from judge.engine.slurm.session import ClusterSession
from judge.engine.slurm.settings import ClusterKeys
from judge.engine.slurm.wire import SentTask
from judge.project.host import JudgeHost

ASK_SLURM_S = 2.0
"""The time from an answer to the next question; a busy controller is given ten times as long as its answer took."""
WORTH_TELLING_S = 30.0
"""The longest time without an answer from Slurm."""
TEMPORARY = re.compile(
    r"contact|connect|timed? ?out|temporar|not respond|try again|communicat|zero bytes|standby mode|authenticat|munge",
    re.IGNORECASE,
)
"""Phrases in the errors of Slurm's commands when the controller does not answer, or not now."""
GONE = re.compile(r"invalid job id|already complet", re.IGNORECASE)
"""Phrases in the errors of scancel for tasks that have ended."""


class ArrayAsked(Struct, frozen=True):
    """The request for an array."""

    tasks: int
    need: Need
    priority: Priority


class QueuedArrays:
    def __init__(
        self,
        host: JudgeHost,
        keys: ClusterKeys,
        session: ClusterSession,
        sender: Sender,
        failed_gpus: FailedGpus,
    ) -> None:
        self._host, self._keys, self._session, self._sender = host, keys, session, sender
        self._failed_gpus = failed_gpus
        self.largest = 0
        """The most tasks that an array may have."""
        self._unqueued: dict[int, ArrayAsked] = {}
        """Arrays that Slurm has not accepted yet."""
        self._jobs: dict[int, str] = {}
        """The numbers that Slurm gave the arrays."""
        self._seen: dict[str, InQueue] = {}
        """Arrays as last seen, by their names."""
        self._cancelled: set[JobPlace] = set()
        """Tasks whose result nobody needs."""
        self._to_end: set[JobPlace] = set()
        """Tasks among these that Slurm was not told to end yet."""
        self._ended = time.monotonic()
        """When Slurm last ended what it was told to, or its refusal was reported."""
        self._asked = self._answered = time.monotonic()
        """When Slurm was asked, and when it last answered."""
        self._pause_s = 0.0

    @property
    def seen(self) -> Sequence[InQueue]:
        return [*self._seen.values()]

    @property
    def is_due(self) -> bool:
        """Whether it is time to read the queue again."""
        return time.monotonic() >= self._asked + self._pause_s

    @property
    def is_ending(self) -> bool:
        """Whether Slurm still has to end some tasks."""
        return bool(self._to_end)

    def look_first(self) -> None:
        """Reads the queue when nothing can continue without it. Raises JudgeError if there is no answer."""
        try:
            self.largest = largest_array()
            self._seen = queued(self._session.slurm_name_prefix)
        except NoAnswer as error:
            raise JudgeError(f"--engine slurm: {error}. Is the cluster up? See: sinfo") from error

    def look(self) -> bool:
        """Reads the queue, and sends Slurm what it has not accepted yet. Returns whether it has answered."""
        begun = time.monotonic()
        try:
            self._seen = queued(self._session.slurm_name_prefix)
        except NoAnswer as error:
            self._asked, self._pause_s = time.monotonic(), ASK_SLURM_S
            if self._asked - self._answered > WORTH_TELLING_S:
                self._answered = self._asked
                self._host.tell(Waiting("Slurm", f"it does not answer, and is asked again: {error}"))
            return False
        self._asked = self._answered = time.monotonic()
        self._pause_s = max(ASK_SLURM_S, 10 * (self._asked - begun))
        for batch in [*self._unqueued]:
            if array := self._array(batch):  # accepted, although Slurm did not report it
                self._queued_as(batch, array.job)
        self._drop_cancelled()
        self.send()
        return True

    def _drop_cancelled(self) -> None:
        """Forgets arrays that Slurm does not have, and of which nothing is needed."""
        for batch in [*self._unqueued]:
            if self._is_cancelled(batch):
                del self._unqueued[batch]
                self._to_end = {place for place in self._to_end if place.batch != batch}

    def _is_cancelled(self, batch: int) -> bool:
        """Whether nothing is needed of an array that Slurm has not accepted yet."""
        tasks = range(self._unqueued[batch].tasks)
        return all(JobPlace(batch, task) in self._cancelled for task in tasks)

    def holds(self, place: JobPlace) -> bool:
        """Whether the task waits or runs, or will."""
        if place in self._cancelled:
            return False
        array = self._array(place.batch)
        return place.batch in self._unqueued or (array is not None and place.task in array.tasks)

    def is_running(self, place: JobPlace) -> bool:
        array = self._array(place.batch)
        return array is not None and place.task in array.running

    def add(self, tasks: Sequence[SentTask], need: Need, priority: Priority) -> int:
        """Returns the number of a new array, which has not been sent yet."""
        batch = self._session.add(tasks)
        self._unqueued[batch] = ArrayAsked(len(tasks), need, priority)
        return batch

    def send(self) -> None:
        """Sends Slurm what it has not accepted yet: arrays, and the end of tasks. A refusal of an array is an error,
        unless Slurm just does not answer at the moment."""
        self._send_arrays()
        self._end_cancelled()

    def _send_arrays(self) -> None:
        for batch, asked in [*self._unqueued.items()]:
            if self._is_cancelled(batch):
                continue  # unless Slurm has it already, which the next look shows
            script = self._session.batch(batch) / "script"
            start = starting(self._keys, self._sender.carrier)
            write_script(script, start, ["worker", str(self._session.batch(batch))])
            options = sbatch_options(
                self._session, batch, asked.tasks, asked.need, asked.priority, self._keys
            )
            options += self._failed_gpus.options(asked.need)
            try:
                job = queue(script, options)
            except NoAnswer as error:
                if TEMPORARY.search(str(error)):
                    return
                raise JudgeError(f"{self._host.engine.file}: Slurm refused the jobs: {error}") from error
            self._queued_as(batch, job)
            self._seen[self._session.slurm_name(batch)] = InQueue(job, set(range(asked.tasks)))

    def cancel(self, places: Iterable[JobPlace]) -> None:
        """Ends these tasks, whether they wait or run, as soon as Slurm has accepted them and answers."""
        self._cancelled |= (new := {*places})
        self._to_end |= new
        for place in new:
            self._session.withdraw(place)
        self.send()

    def cancel_all(self, places: Iterable[JobPlace]) -> None:
        """Ends the arrays of these tasks, and what else must end; if that fails, reports how to."""
        ended = [*places, *self._to_end]
        for place in ended:
            with suppress(OSError):  # without the shared folder, Slurm still ends them
                self._session.withdraw(place)
        jobs = {self.job_of(place.batch) for place in ended} - {""}
        cancel(sorted(jobs), self._host.tell)

    def job_of(self, batch: int) -> str:
        """The number that Slurm gave the array; empty: unknown."""
        if job := self._jobs.get(batch):
            return job
        try:
            return self._session.job_of(batch)
        except OSError:  # the shared folder is not there
            return ""

    def _end_cancelled(self) -> None:
        known = {place: job for place in self._to_end if (job := self.job_of(place.batch))}
        if not known:
            self._ended = time.monotonic()
            return
        try:
            cancel_tasks(known.items())
        except NoAnswer as error:
            if TEMPORARY.search(str(error)) or not GONE.search(str(error)):
                now_s = time.monotonic()
                if now_s - self._ended > WORTH_TELLING_S:
                    self._ended = now_s
                    self._host.tell(
                        Waiting("Slurm", f"cancelled tasks do not end, and are cancelled again: {error}")
                    )
                return  # at the next look
        self._ended = time.monotonic()
        self._to_end -= known.keys()

    def _array(self, batch: int) -> InQueue | None:
        return self._seen.get(self._session.slurm_name(batch))

    def _queued_as(self, batch: int, job: str) -> None:
        del self._unqueued[batch]
        self._jobs[batch] = job
        self._session.queued_as(batch, job)
