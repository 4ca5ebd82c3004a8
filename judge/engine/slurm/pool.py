"""The pool of a cluster: jobs become arrays of Slurm, and are queued again until each has its one result.

A thread of its own queues, takes results in and looks after what is lost. Whoever submits makes jobs ready meanwhile,
as what nodes cannot compile is compiled here, and waits where too many have no result yet.
"""

import re
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass

from judge.base.errors import JudgeError
from judge.base.events import JudgedAgain, Note, Running, Waiting
from judge.base.interruption import ending_with
from judge.base.records import replace
from judge.base.units import plural
from judge.engine.handle import Handle
from judge.engine.slurm.batches import Need, arrays, chunks, need_of, sbatch_options
from judge.engine.slurm.carrier import Carrier
from judge.engine.slurm.client import (
    InQueue,
    NoAnswer,
    cancel,
    largest_array,
    queue,
    queued,
    require_slurm,
)
from judge.engine.slurm.ending import why_it_ended
from judge.engine.slurm.failed_gpus import FailedGpus
from judge.engine.slurm.job_index import JobPlace
from judge.engine.slurm.one_job import starting, write_script
from judge.engine.slurm.sending import Sender, Sent
from judge.engine.slurm.session import session_of
from judge.engine.slurm.settings import read_cluster
from judge.engine.slurm.wire import SentResult, result_from
from judge.judging.job import Job
from judge.judging.results import Result, TestResult
from judge.project.host import JudgeHost

MOST_OPEN = 10_000
"""Jobs without a result; further ones are taken up as results come. Slurm, too, takes no more unless it is told to."""
PIECE = MOST_OPEN // 2
"""So many at once, so that few large arrays are queued."""
COMPILED_PIECE = 200
"""The same where the judge compiles some of them: the first should not wait for thousands."""
LOOK_FOR_RESULTS_S = 0.2
ASK_SLURM_S = 2.0
"""From the end of an answer to the next question; a busy controller is given ten times as long as it took."""
WORTH_TELLING_S = 30.0
"""So long without an answer of Slurm."""
TEMPORARY = re.compile(
    r"contact|connect|timed? ?out|temporar|not respond|try again|communicat", re.IGNORECASE
)
"""In what Slurm's commands complain of when the controller does not answer."""


NOWHERE = JobPlace(0, 0)


@dataclass(eq=False, kw_only=True)
class _Open(Handle):
    """A job that has no result yet."""

    sent: Sent
    place: JobPlace = NOWHERE
    tries: int = 1


class SlurmPool:
    """`on_begin` is called when a job is queued, `on_test` for each of its tests when its result comes."""

    def __init__(
        self,
        host: JudgeHost,
        on_begin: Callable[[Job], None],
        on_test: Callable[[Job, TestResult], None],
    ) -> None:
        assert host.engine.file
        self._host, self._on_begin, self._on_test = host, on_begin, on_test
        self._keys = read_cluster(host.engine.file)
        require_slurm()
        self._session = session_of(host.engine)
        carrier = Carrier(host, self._keys) if self._keys.sends_project else None
        self._sender = Sender(host, self._session, carrier)
        self._failed_gpus = FailedGpus(self._keys, host.tell)
        self._largest_array = 0
        self._open: dict[str, _Open] = {}
        self._unqueued: dict[int, tuple[int, Need]] = {}
        """Arrays that Slurm has not taken yet: their tasks, and what they need."""
        self._jobs: dict[int, str] = {}
        """The numbers that Slurm gave to arrays."""
        self._arrays: dict[str, InQueue] = {}
        """As last seen."""
        self._missing: set[JobPlace] = set()
        """Tasks that were not in the queue when it was last seen."""
        self._asked = self._answered = self._ran = time.monotonic()
        """When Slurm was asked, when it last answered, and when a task was last seen to run."""
        self._pause_s = 0.0
        self._changed = threading.Condition()
        """Held while what follows changes."""
        self._ready: list[_Open] = []
        """Jobs that the thread has not taken up yet."""
        self._is_closed = self._is_cancelled = False
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="cluster")
        self._thread.start()

    def submit_all(self, jobs: Sequence[Job], on_end: Callable[[Handle], None]) -> None:
        """A job that this session has a result of is not judged again."""
        piece = COMPILED_PIECE if self._sender.carrier else PIECE
        for begin in range(0, len(jobs), piece):
            made = [
                _Open(job=job, on_end=on_end, sent=self._sender.sent(job))
                for job in jobs[begin : begin + piece]
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

    def close(self, *, cancel: bool = False) -> None:
        with self._changed:
            self._is_closed, self._is_cancelled = True, cancel
            self._changed.notify_all()
        self._thread.join()

    @property
    def _has_room(self) -> bool:
        return len(self._open) + len(self._ready) + PIECE <= MOST_OPEN

    def _run(self) -> None:
        """Until the pool is closed. What stops it is raised where a result is asked for."""
        failure: BaseException = CancelledError()
        try:
            with ending_with(self._cancel):
                self._arrays = self._ask_queue()
                for _ in self._session.take_in():  # what came while no judge was here: it is kept
                    pass
                while self._awaits_more():
                    self._begin()
                    self._take_in()
                    if self._open and time.monotonic() >= self._asked + self._pause_s:
                        self._look_after()
        except BaseException as error:
            failure = error
        finally:
            self._cancel()
        with self._changed:
            self._failure, left = failure, [*self._ready, *self._open.values()]
            self._ready, self._open = [], {}
            self._changed.notify_all()
        for one in left:
            one.end(failure)

    def _awaits_more(self) -> bool:
        """Waits until there is something to do; False: there is nothing any more."""
        with self._changed:
            self._changed.wait_for(lambda: self._ready or self._open or self._is_closed)
            if not self._ready and self._open and not self._is_cancelled:
                self._changed.wait(LOOK_FOR_RESULTS_S)
            return bool(self._ready or self._open) and not self._is_cancelled

    def _ask_queue(self) -> dict[str, InQueue]:
        """Once an answer is needed to go on at all."""
        try:
            self._largest_array = largest_array()
            return queued(self._session.slurm_name_prefix)
        except NoAnswer as error:
            raise JudgeError(f"--engine slurm: {error}. Is the cluster up? See: sinfo") from error

    def _begin(self) -> None:
        """Queues what is ready, has no result and is in no queue."""
        with self._changed:
            ready, self._ready = self._ready, []
            self._open |= {one.sent.job.key: one for one in ready}
        new: list[_Open] = []
        for one in ready:
            self._on_begin(one.job)
            if result := self._session.kept(one.sent.job.key):
                self._end(one, self._result(result, one.job))
                continue
            one.place = self._session.place(one.sent.job.key) or NOWHERE
            if not self._is_queued(one.place):
                new.append(one)
        self._put(new)

    def _end(self, one: _Open, result: Result) -> None:
        with self._changed:
            del self._open[one.sent.job.key]
            self._changed.notify_all()
        one.end(result)

    def _is_queued(self, place: JobPlace) -> bool:
        array = self._arrays.get(self._session.slurm_name(place.batch))
        return place.batch in self._unqueued or (array is not None and place.task in array.tasks)

    def _put(self, jobs: Sequence[_Open]) -> None:
        """Puts these jobs into new arrays."""
        needing: dict[Need, list[_Open]] = {}
        for one in jobs:
            needing.setdefault(need_of(one.job.solution), []).append(one)
        for need, ones in needing.items():
            tasks = chunks(ones, self._keys, self._largest_array)
            for array in arrays(tasks, self._largest_array):
                batch = self._session.add([self._sender.task([one.sent for one in task]) for task in array])
                for index, task in enumerate(array):
                    for one in task:
                        one.place = JobPlace(batch, index)
                self._unqueued[batch] = len(array), need
        self._queue()

    def _queue(self) -> None:
        """Gives Slurm the arrays that it has not taken yet. What it refuses is an error, unless it only does not answer
        at the moment."""
        for batch, (count, need) in [*self._unqueued.items()]:
            script = self._session.batch(batch) / "script"
            start = starting(self._keys, self._sender.carrier)
            write_script(script, start, ["worker", str(self._session.batch(batch))])
            options = sbatch_options(self._session, batch, count, need, self._keys)
            options += self._failed_gpus.options(need)
            try:
                job = queue(script, options)
            except NoAnswer as error:
                if TEMPORARY.search(str(error)):
                    return
                raise JudgeError(f"{self._host.engine.file}: Slurm refused the jobs: {error}") from error
            self._queued_as(batch, job)
            self._arrays[self._session.slurm_name(batch)] = InQueue(job, set(range(count)))

    def _queued_as(self, batch: int, job: str) -> None:
        del self._unqueued[batch]
        self._jobs[batch] = job
        self._session.queued_as(batch, job)

    def _take_in(self) -> None:
        """The results that have come of what is open."""
        for sent in self._session.take_in():
            one = self._open.get(sent.key)
            if one is None:
                continue
            if sent.refused is not None:
                self._refused(one, sent.node, sent.refused, gpu_failed=sent.gpu_failed)
            else:
                self._end(one, self._result(sent, one.job))

    def _refused(self, one: _Open, node: str, why: str, *, gpu_failed: bool) -> None:
        if not gpu_failed:
            self._lost([one], f"{node}: {why}", refused=True)
            return
        failed = self._failed_gpus.take_out(node, why)
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
        """Queues again what left the queue without a result. Two looks must agree, as a result may be on its way."""
        begun = time.monotonic()
        try:
            self._arrays = queued(self._session.slurm_name_prefix)
        except NoAnswer as error:
            self._asked, self._pause_s = time.monotonic(), ASK_SLURM_S
            if self._asked - self._answered > WORTH_TELLING_S:
                self._answered = self._asked
                self._host.tell(Waiting("Slurm", f"it does not answer, and is asked again: {error}"))
            return
        self._asked = self._answered = time.monotonic()
        self._pause_s = max(ASK_SLURM_S, 10 * (self._asked - begun))
        self._tell_running()
        for batch in [*self._unqueued]:
            if array := self._arrays.get(self._session.slurm_name(batch)):  # taken, though it did not say so
                self._queued_as(batch, array.job)
        self._queue()
        missing = {one.place for one in self._open.values() if not self._is_queued(one.place)}
        gone, self._missing = missing & self._missing, missing
        if gone:
            self._take_in()
        lost: dict[JobPlace, list[_Open]] = {}
        for one in self._open.values():
            if one.place in gone:
                lost.setdefault(one.place, []).append(one)
        for place in sorted(lost, key=lambda place: (place.batch, place.task)):
            job = self._jobs.get(place.batch) or self._session.job_of(place.batch)
            self._lost(lost[place], why_it_ended(self._session, place, job))

    def _tell_running(self) -> None:
        """What the cluster does. That nothing runs may be as it must be, or have a reason that somebody must look
        after."""
        arrays = [*self._arrays.values()]
        running = sum(array.running for array in arrays)
        waiting = sum(len(array.tasks) for array in arrays) - running
        reasons = ", ".join(sorted({array.reason for array in arrays} - {"", "None"}))
        why = f", {waiting} waiting ({reasons})" if waiting > 0 and reasons else ""
        state = f"on the cluster, {plural(running, 'task')} running{why}"
        self._host.tell(Running((state,) if arrays else ()))
        if running:
            self._ran = self._asked
        elif self._asked - self._ran > WORTH_TELLING_S and arrays:
            self._ran = self._asked
            self._host.tell(Note(state))

    def _lost(self, ones: Sequence[_Open], why: str, *, refused: bool = False) -> None:
        """Each is queued again, as often as engine.yaml permits; then there is no result, or, where a node refused it,
        the judge does as well."""
        again = [one for one in ones if one.tries < self._keys.tries]
        for one in ones:
            if one in again:
                one.tries += 1
                continue
            if refused:
                raise JudgeError(why)
            lost = f"no result, queued {plural(one.tries, 'time')}; last {why}"
            self._end(one, Result(one.job.solution, lost=lost, gpus_failed=one.sent.gpus_failed))
        if again:
            names = tuple(f"{one.job.solution.problem.id} {one.job.solution.name}" for one in again)
            self._host.tell(JudgedAgain(names, why))
            if self._sender.carrier:
                self._sender.carrier.mend()
            self._put(again)

    def _cancel(self) -> None:
        """Ends what this judge still has in the queue."""
        places = {one.place.batch for one in [*self._open.values()]}
        jobs = [job for batch in places if (job := self._jobs.get(batch) or self._session.job_of(batch))]
        cancel(jobs, self._host.tell)
