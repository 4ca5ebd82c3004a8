"""The pool of a cluster: jobs become arrays of Slurm, and are queued again until each has its one result.

A thread of its own queues jobs, collects results and deals with losses. The submitting thread makes jobs ready
meanwhile, compiles what nodes cannot compile, and waits if too many jobs have no result yet.
"""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError

from judge.base.errors import JudgeError
from judge.base.events import JudgedAgain, Note, Running
from judge.base.interruption import ending_with
from judge.base.priority import Priority
from judge.base.records import replace
from judge.base.submission_state import State
from judge.base.units import plural
from judge.engine.handle import Handle
from judge.engine.slurm.batches import Need, arrays, chunks, need_of
from judge.engine.slurm.carrier import Carrier
from judge.engine.slurm.client import NoAnswer, require_slurm
from judge.engine.slurm.ending import why_it_ended
from judge.engine.slurm.failed_gpus import FailedGpus
from judge.engine.slurm.job_index import JobPlace
from judge.engine.slurm.queue_place import QueuePlace, place_of
from judge.engine.slurm.queued_arrays import WORTH_TELLING_S, QueuedArrays
from judge.engine.slurm.sending import Sender, Sent
from judge.engine.slurm.session import session_of
from judge.engine.slurm.settings import read_cluster
from judge.engine.slurm.wire import SentResult, result_from
from judge.judging.job import Job
from judge.judging.results import Result, TestResult
from judge.project.host import JudgeHost

MOST_OPEN = 10_000
"""The most jobs without a result; further ones are accepted as results arrive. Slurm's default limit is the same."""
PIECE = MOST_OPEN // 2
"""The most jobs queued at once, so that there are few large arrays."""
COMPILED_PIECE = 200
"""The number if the judge compiles some of them: the first should not wait for thousands."""
LOOK_FOR_RESULTS_S = 0.2
NOWHERE = JobPlace(0, 0)


class SlurmHandle(Handle, eq=False, kw_only=True):
    sent: Sent
    priority: Priority
    place: JobPlace = NOWHERE
    tries: int = 1


class SlurmPool:
    """A pool of a cluster. `on_begin` is called when a job is queued, `on_test` for each of its tests when its result
    arrives."""

    def __init__(
        self,
        host: JudgeHost,
        on_begin: Callable[[Job], None] = lambda _: None,
        on_test: Callable[[Job, TestResult], None] = lambda _, __: None,
        *,
        refusal_ends_all: bool = True,
    ) -> None:
        """`refusal_ends_all`: what nodes refuse is an error of the whole pool, as where a command judges; else that
        job has no result."""
        assert host.engine.file
        self._refusal_ends_all = refusal_ends_all
        self._host, self._on_begin, self._on_test = host, on_begin, on_test
        self._keys = read_cluster(host.engine.file)
        require_slurm()
        self._session = session_of(host.engine)
        carrier = Carrier(host, self._keys) if self._keys.sends_project else None
        self._sender = Sender(host, self._session, carrier)
        self._failed_gpus = FailedGpus(self._keys, host.tell)
        self._arrays = QueuedArrays(host, self._keys, self._session, self._sender, self._failed_gpus)
        self._open: dict[str, SlurmHandle] = {}
        self._missing: set[JobPlace] = set()
        """Tasks that were missing when the queue was last read."""
        self._ran = time.monotonic()
        """The time when a task was last seen to run."""
        self._changed = threading.Condition()
        """The lock of the following fields."""
        self._ready: list[SlurmHandle] = []
        """Jobs that the thread has not handled yet."""
        self._withdrawn: list[SlurmHandle] = []
        """Cancelled jobs whose tasks the thread has not ended yet."""
        self._twins: list[SlurmHandle] = []
        """Jobs that equal an open one, and share its result."""
        self._is_closed = self._is_cancelled = False
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="cluster")
        self._thread.start()

    def submit(
        self,
        job: Job,
        priority: Priority = Priority.PRACTICE,
        *,
        on_end: Callable[[Handle], None] = lambda _: None,
    ) -> SlurmHandle:
        [handle] = self._submitted([job], priority, on_end)
        return handle

    def submit_all(self, jobs: Sequence[Job], on_end: Callable[[Handle], None]) -> None:
        """Submits jobs. A job that has a result in this session is not judged again."""
        piece = COMPILED_PIECE if self._sender.carrier else PIECE
        for begin in range(0, len(jobs), piece):
            self._submitted(jobs[begin : begin + piece], self._host.engine.priority, on_end)

    def _submitted(
        self, jobs: Sequence[Job], priority: Priority, on_end: Callable[[Handle], None]
    ) -> list[SlurmHandle]:
        made = [
            SlurmHandle(job=job, on_end=on_end, sent=self._sender.sent(job), priority=priority)
            for job in jobs
        ]
        self._sender.compile([one.job for one in made if not self._session.has_result(one.sent.job.key)])
        with self._changed:
            self._changed.wait_for(lambda: self._has_room or self._is_closed or self._failure)
            if self._failure:
                raise self._failure
            if self._is_closed:
                raise CancelledError
            self._ready += made
            self._changed.notify_all()
        return made

    def cancel(self, handle: SlurmHandle) -> bool:
        """Takes a job out of the queue, or ends the part of it that runs. Returns whether it had not ended yet."""
        with self._changed:
            if alike := next((each for each in (self._ready, self._twins) if handle in each), None):
                alike.remove(handle)
            elif self._open.get(handle.sent.job.key) is handle:
                del self._open[handle.sent.job.key]
                self._withdrawn.append(handle)
            else:
                return False
            self._changed.notify_all()
        handle.end(CancelledError())
        return True

    def place(self, handle: SlurmHandle) -> QueuePlace | None:
        """The job's place; None: it does not wait in Slurm's queue, or Slurm does not answer."""
        job = self._arrays.job_of(handle.place.batch)
        try:
            return place_of(job, handle.place.task) if job else None
        except NoAnswer:
            return None

    def close(self, *, cancel: bool = False) -> None:
        with self._changed:
            self._is_closed = True
            self._is_cancelled |= cancel
            self._changed.notify_all()
        self._thread.join()

    @property
    def _has_room(self) -> bool:
        return len(self._open) + len(self._ready) + len(self._twins) + PIECE <= MOST_OPEN

    def _run(self) -> None:
        """Runs until the pool is closed. An error that stops it is raised where a result is asked for."""
        failure: BaseException = CancelledError()
        try:
            with ending_with(self._cancel):
                self._arrays.look_first()
                while self._awaits_more():
                    self._begin()
                    self._withdraw()
                    self._take_in()
                    if self._arrays.is_due:
                        self._look_after()
        except BaseException as error:
            failure = error
        try:
            self._cancel()
        except OSError as error:  # the shared folder is not there
            failure = error if isinstance(failure, CancelledError) else failure
        with self._changed:
            self._failure, left = failure, [*self._ready, *self._twins, *self._open.values()]
            self._ready, self._twins, self._open = [], [], {}
            self._changed.notify_all()
        for one in left:
            one.end(failure)

    def _awaits_more(self) -> bool:
        """Waits until there is something to do; False: nothing will follow."""

        def is_new() -> bool:
            return bool(self._ready or self._withdrawn or (self._twins and not self._open))

        with self._changed:
            if not self._open and not self._arrays.is_ending:
                self._changed.wait_for(lambda: is_new() or self._is_closed)
            elif not is_new() and not self._is_cancelled:
                self._changed.wait(LOOK_FOR_RESULTS_S)
            return not self._is_cancelled and bool(is_new() or self._open or not self._is_closed)

    def _begin(self) -> None:
        """Queues jobs that are ready, have no result and are not in a queue."""
        with self._changed:
            given, self._ready, self._twins = [*self._twins, *self._ready], [], []
            ready = []
            for one in given:
                if self._open.setdefault(one.sent.job.key, one) is one:
                    ready.append(one)
                else:
                    self._twins.append(one)
        new: list[SlurmHandle] = []
        for one in ready:
            self._on_begin(one.job)
            if result := self._session.kept(one.sent.job.key):
                self._end(one, self._result(result, one.job))
                continue
            one.place = self._session.place(one.sent.job.key) or NOWHERE
            if not self._arrays.holds(one.place):
                new.append(one)
        self._put(new)

    def _withdraw(self) -> None:
        """Ends the tasks of cancelled jobs. Other jobs in them are put into new tasks."""
        with self._changed:
            withdrawn, self._withdrawn = self._withdrawn, []
            left = [*self._open.values()]
        places = {one.place for one in withdrawn} - {NOWHERE}
        if places:
            self._put([one for one in left if one.place in places])
            self._arrays.cancel(places)

    def _end(self, one: SlurmHandle, result: Result) -> None:
        with self._changed:
            if self._open.get(one.sent.job.key) is not one:
                return  # cancelled meanwhile
            del self._open[one.sent.job.key]
            self._changed.notify_all()
        one.end(result)

    def _put(self, jobs: Sequence[SlurmHandle], *, one_by_one: bool = False) -> None:
        """Puts these jobs into new arrays. `one_by_one`: each into a task of its own."""
        needing: dict[tuple[Need, Priority], list[SlurmHandle]] = {}
        for one in jobs:
            if one.state is not State.CANCELLED:
                needing.setdefault((need_of(one.job.solution), one.priority), []).append(one)
        largest = self._arrays.largest
        for (need, priority), ones in needing.items():
            tasks_of = [[one] for one in ones] if one_by_one else chunks(ones, self._keys, largest)
            for array in arrays(tasks_of, largest):
                tasks = [self._sender.task([one.sent for one in task]) for task in array]
                batch = self._arrays.add(tasks, need, priority)
                for index, task in enumerate(array):
                    for one in task:
                        one.place = JobPlace(batch, index)
        self._arrays.send()

    def _take_in(self) -> None:
        """Collects the results of open jobs that have arrived."""
        for sent in self._session.take_in(self._open):
            one = self._open.get(sent.key)
            if one is None:
                continue
            if sent.refused is not None:
                self._refused(one, sent, sent.refused)
            else:
                self._end(one, self._result(sent, one.job))

    def _refused(self, one: SlurmHandle, sent: SentResult, why: str) -> None:
        if not sent.gpu_failed:
            self._lost([one], f"{sent.node}: {why}", refused=not sent.tool_killed)
            return
        failed = self._failed_gpus.take_out(sent.node, why)
        one.sent = replace(one.sent, gpus_failed=(*one.sent.gpus_failed, failed))
        if none_left := self._failed_gpus.none_left:
            gpus_failed = one.sent.gpus_failed
            self._end(one, Result(one.job.solution, obstacle=none_left, gpus_failed=gpus_failed))
        else:
            self._lost([one], failed)

    def _result(self, sent: SentResult, job: Job) -> Result:
        result = result_from(sent, job)
        for test in result.tests:
            self._on_test(job, test)
        return result

    def _look_after(self) -> None:
        """Requeues jobs that left the queue without a result. Two observations must agree, as a result may be on its
        way."""
        if not self._arrays.look():
            return
        self._tell_running()
        with self._changed:
            left = [*self._open.values()]
            for one in left:
                one.state = State.JUDGING if self._arrays.is_running(one.place) else State.QUEUED
        missing = {one.place for one in left if not self._arrays.holds(one.place)}
        gone, self._missing = missing & self._missing, missing
        if gone:
            self._take_in()
        lost: dict[JobPlace, list[SlurmHandle]] = {}
        for one in left:
            if one.place in gone and self._open.get(one.sent.job.key) is one:
                lost.setdefault(one.place, []).append(one)
        for place in sorted(lost, key=lambda place: (place.batch, place.task)):
            self._lost(lost[place], why_it_ended(self._session, place, self._arrays.job_of(place.batch)))

    def _tell_running(self) -> None:
        """Reports what the cluster does. If nothing runs, that may be normal, or have a reason that somebody must look
        into."""
        seen = self._arrays.seen
        running = sum(len(array.running) for array in seen)
        waiting = sum(len(array.tasks) for array in seen) - running
        reasons = ", ".join(sorted({array.reason for array in seen} - {"", "None"}))
        why = f", {waiting} waiting ({reasons})" if waiting > 0 and reasons else ""
        state = f"on the cluster, {plural(running, 'task')} running{why}"
        self._host.tell(Running((state,) if seen else ()))
        now_s = time.monotonic()
        if running:
            self._ran = now_s
        elif now_s - self._ran > WORTH_TELLING_S and seen:
            self._ran = now_s
            places = {one.place: one for one in [*self._open.values()] if one.state is State.QUEUED}
            first = min(places, key=lambda place: (place.batch, place.task)) if places else None
            place = self.place(places[first]) if first else None
            self._host.tell(Note(f"{state}; the next has {place}" if place else state))

    def _lost(self, ones: Sequence[SlurmHandle], why: str, *, refused: bool = False) -> None:
        """Requeues each lost job, as often as engine.yaml permits; then it has no result. With `refusal_ends_all`, one
        that was refused at its last try ends the pool. For its last try each has a task of its own: another job may be
        why those with it were lost."""
        again, last = list[SlurmHandle](), list[SlurmHandle]()
        for one in ones:
            if one.tries < self._keys.tries:
                one.tries += 1
                (last if one.tries == self._keys.tries else again).append(one)
                continue
            if refused and self._refusal_ends_all:
                raise JudgeError(why)
            lost = f"no result, queued {plural(one.tries, 'time')}; last {why}"
            self._end(one, Result(one.job.solution, lost=lost, gpus_failed=one.sent.gpus_failed))
        if again or last:
            names = tuple(f"{one.job.solution.problem.id} {one.job.solution.name}" for one in (*again, *last))
            self._host.tell(JudgedAgain(names, why))
            if self._sender.carrier:
                self._sender.carrier.mend()
            self._put(again)
            self._put(last, one_by_one=True)

    def _cancel(self) -> None:
        """Ends what this judge still has in the queue."""
        with self._changed:
            left = [*self._open.values(), *self._withdrawn]
        self._arrays.cancel_all(one.place for one in left)
