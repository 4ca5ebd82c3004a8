"""The pool of this machine judges jobs on cores of their own, and on a GPU of their own if they need one.

Whenever a job is submitted or ends, and whenever cores are added, the jobs that can start are started, in the order of
their deadlines. A deadline is the time of submission, plus AGE_S for each step of priority: a job of low priority goes
before a newer one of high priority once it has waited long enough, so that no job starves.

A job takes one core, or all of them. A job that takes all starts when nothing else runs; once it has waited for
`turn_after_s`, nothing else starts before it, however urgent. A job for the GPU that finds no free place there lets
others pass, as it competes for that place only with other GPU jobs.

Cores that no job waits for are lent to jobs that share a GPU, each for one more test: the last submissions of a class
would otherwise leave the GPU idle while their programs start.
"""

import heapq
import itertools
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from enum import StrEnum
from functools import partial
from math import inf

from msgspec import field

from judge.base.errors import JudgeError
from judge.base.priority import AGE_S, Priority
from judge.base.processes import Stop, Stopped
from judge.base.records import replace
from judge.base.shell_limits import number_of, with_limit
from judge.base.submission_state import State
from judge.engine.gpu_places import GpuPlaces, distances_from
from judge.engine.handle import Handle
from judge.judging.job import Job
from judge.judging.lanes import JobLanes
from judge.judging.results import Result
from judge.judging.verdicts import Verdict
from judge.machine.cores import is_taken

RANK_S = 24 * 3600.0
"""The interval between the deadlines of consecutive ranks: more than all jobs of a rank take."""

MOST_LENT = 3
"""The most cores that one job is lent at a time."""

JudgeOne = Callable[[Job, JobLanes, Stop], Result]


class Takes(StrEnum):
    """The resources that a job takes."""

    CORE = "a core"
    GPU = "a GPU"
    ALL_CORES = "all cores"


class LocalHandle(Handle, eq=False, kw_only=True):
    takes: Takes
    deadline: tuple[float, int]
    submitted_s: float
    judge_one: JudgeOne
    stop: Stop | None = None
    """None: the job is not running."""
    lanes: JobLanes = field(default_factory=lambda: JobLanes(()))

    def __lt__(self, other: "LocalHandle") -> bool:
        return self.deadline < other.deadline


def what_it_takes(job: Job) -> Takes:
    if job.solution.uses_all_cores:
        return Takes.ALL_CORES
    return Takes.GPU if job.solution.runs_on_gpu else Takes.CORE


def _with_its_limit(error: Exception) -> Exception:
    """The error of a job that cannot be started, with the limit that is in the way, if one is."""
    number = number_of(error)
    if number is None:
        return error
    why = error.strerror if isinstance(error, OSError) else error
    return JudgeError(with_limit(f"the judge cannot start a job: {why}", number))


def _rank(job: Job) -> int:
    """The rank of a job. The slowest go first, as a long job at the end would leave the other cores idle: rank 0 is
    slow or waits for a time limit; rank 1 runs all tests, one by one; rank 2 answers all in one process, or is
    expected to fail."""
    solution = job.solution
    if solution.device.is_emulated or solution.expected is Verdict.TLE:
        return 0
    answers_one_by_one = not (solution.is_solver and solution.runs_on_gpu)
    return 1 if solution.expected is Verdict.AC and answers_one_by_one else 2


class LocalPool:
    def __init__(
        self,
        cores: Iterable[int],
        judge_one: JudgeOne | None = None,
        *,
        gpus: GpuPlaces | None = None,
        most_on_gpus: int = 1,
        turn_after_s: float = inf,
        awaits_cores: bool = False,
    ) -> None:
        """`judge_one`: judges a job, unless submit() names another function. `most_on_gpus`: the most jobs for GPUs at
        a time, as more would withhold cores while they wait. `awaits_cores`: the pool has all its cores only after
        add_cores()."""
        self._judge_one = judge_one
        self._gpus, self._most_on_gpus = gpus, most_on_gpus
        self._turn_after_s = turn_after_s
        self._changed = threading.Condition()
        self._cores: list[int] = list(cores)
        """All cores of the pool."""
        self._free = list(self._cores)
        self._waiting: dict[Takes, list[LocalHandle]] = {takes: [] for takes in Takes}
        """Heaps."""
        self._running: set[LocalHandle] = set()
        self._ending = 0
        """The number of jobs that neither wait nor run, and whose end is not told yet."""
        self._numbers = itertools.count()
        self._lent = 0
        """The number of cores that are lent."""
        self._is_closed = False
        self._awaits_cores = awaits_cores

    def submit(
        self,
        job: Job,
        priority: Priority = Priority.PRACTICE,
        *,
        judge_one: JudgeOne | None = None,
        later_s: float = 0.0,
        on_end: Callable[[Handle], None] = lambda _: None,
    ) -> LocalHandle:
        """Takes a job. `later_s`: added to its deadline. Raises CancelledError if the pool is closed."""
        now = time.monotonic()
        judge_one = judge_one or self._judge_one
        assert judge_one
        with self._changing():
            if self._is_closed:
                raise CancelledError
            deadline = now + priority * AGE_S + later_s, next(self._numbers)
            handle = LocalHandle(
                job=job,
                on_end=on_end,
                takes=what_it_takes(job),
                deadline=deadline,
                submitted_s=now,
                judge_one=judge_one,
            )
            heapq.heappush(self._waiting[handle.takes], handle)
        return handle

    def submit_all(self, jobs: Sequence[Job], on_end: Callable[[Handle], None]) -> None:
        """Takes a group of jobs; the slowest go first."""
        for job in sorted(jobs, key=_rank):
            self.submit(job, later_s=_rank(job) * RANK_S, on_end=on_end)

    def cancel(self, handle: LocalHandle) -> bool:
        """Takes a job out of the queue, or stops it. Returns whether it had not ended yet."""
        with self._changed:
            is_running = handle in self._running
            if is_running and handle.stop:
                handle.stop.say()
            elif handle.state is State.QUEUED:
                self._waiting[handle.takes].remove(handle)
                heapq.heapify(self._waiting[handle.takes])
                handle.state = State.CANCELLED
                self._ending += 1
            else:
                return False
        if not is_running:
            self._end(handle, CancelledError())
        return True

    def __len__(self) -> int:
        """The number of jobs that wait or run."""
        with self._changed:
            return len(self._running) + sum(map(len, self._waiting.values()))

    def add_cores(self, cores: Iterable[int]) -> None:
        with self._changing():
            self._cores += (added := list(cores))
            self._free += added
            self._awaits_cores = False

    def close(self, *, cancel: bool = False) -> None:
        """Takes no more jobs and waits until each that it has has ended, and its `on_end` has returned: so none of them
        may call this. `cancel`: they are cancelled."""
        with self._changed:
            self._is_closed = True
            left = [one for heap in self._waiting.values() for one in heap] + [*self._running]
        if cancel:
            for one in left:
                self.cancel(one)
        with self._changed:
            self._changed.wait_for(lambda: not (self._running or self._ending or any(self._waiting.values())))

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Holds the lock in the `with` block, and then starts every job that can start."""
        with self._changed:
            yield
            failed = [*self._start_some()]
            self._ending += len(failed)
        for handle, error in failed:
            self._end(handle, error)

    def _start_some(self) -> Iterator[tuple[LocalHandle, Exception]]:
        """Starts every job that can start; yields those that cannot be started, with why. The caller holds the lock."""
        while handle := self._next():
            heapq.heappop(self._waiting[handle.takes])
            try:
                self._start(handle)
            except Exception as error:
                yield handle, _with_its_limit(error)
        self._lend()

    def _start(self, handle: LocalHandle) -> None:
        """Starts a job, or gives back what it took and raises."""
        with ExitStack() as undone:
            stop = undone.enter_context(Stop())
            places = undone.enter_context(ExitStack())
            gpu = (
                places.enter_context(self._gpus.place()) if handle.takes is Takes.GPU and self._gpus else None
            )
            cores = self._taken(handle.takes, distances_from(gpu) if gpu is not None else {})
            undone.callback(self._free.extend, cores)
            most_lent = min(MOST_LENT, self._most_on_gpus - 1) if handle.job.shares_gpu else 0
            handle.lanes = JobLanes([cores], most_lent, self._start_and_lend)
            handle.state, handle.stop = State.JUDGING, stop
            undone.callback(setattr, handle, "stop", None)
            self._running.add(handle)
            undone.callback(self._running.remove, handle)
            name = f"judging {handle.job.solution.name}"
            threading.Thread(target=self._run, args=(handle, stop, gpu, places), name=name).start()
            undone.pop_all()

    def _start_and_lend(self) -> None:
        with self._changing():
            pass

    def _lend(self) -> None:
        """Lends free cores for which no job waits. The caller holds the lock."""
        while self._free and self._on_gpus < self._most_on_gpus and not any(self._waiting.values()):
            wanting = [one for one in self._running if one.lanes.wants_more]
            if not wanting:
                return
            core = self._taken(Takes.CORE, {})
            if min(wanting, key=lambda one: one.submitted_s).lanes.lend(core, partial(self._give_back, core)):
                self._lent += 1
            else:
                self._free += core
                return

    def _give_back(self, core: Sequence[int]) -> None:
        with self._changing():
            self._lent -= 1
            self._free += core

    @property
    def _on_gpus(self) -> int:
        """The number of places on GPUs that are taken. The caller holds the lock."""
        return self._lent + sum(one.takes is Takes.GPU for one in self._running)

    def _next(self) -> LocalHandle | None:
        """The job that starts next; None: none can."""
        heads = sorted(heap[0] for heap in self._waiting.values() if heap)
        is_turn_of_large = self._has_large_waited()
        for head in heads:
            if head.takes is Takes.ALL_CORES:
                if not self._running and not self._lent and not self._awaits_cores:
                    return head
            elif is_turn_of_large:
                continue
            elif self._free and (head.takes is Takes.CORE or self._on_gpus < self._most_on_gpus):
                return head
        return None

    def _has_large_waited(self) -> bool:
        """Whether it is the turn of jobs that take all cores, however urgent others are."""
        large = self._waiting[Takes.ALL_CORES]
        oldest_s = min((one.submitted_s for one in large), default=inf)
        return time.monotonic() - oldest_s >= self._turn_after_s

    def _taken(self, takes: Takes, distances: Mapping[int, int]) -> list[int]:
        """The cores for a job: all, or the nearest free one; of equally near ones, one that no other judge's run has,
        and of those the one that has been free longest."""
        if takes is Takes.ALL_CORES:
            taken, self._free = self._cores[:], []
            return taken
        core = min(self._free, key=lambda each: (distances.get(each, inf), is_taken(each)))
        self._free.remove(core)
        return [core]

    def _run(self, handle: LocalHandle, stop: Stop, gpu: int | None, places: ExitStack) -> None:
        job = handle.job if gpu is None else replace(handle.job, gpu=gpu)
        outcome: Result | BaseException
        try:
            with places:
                outcome = handle.judge_one(job, handle.lanes, stop)
        except (CancelledError, Stopped):
            outcome = CancelledError()
        except BaseException as error:  # raised where the result is asked for
            outcome = error
        with self._changing():
            self._running.remove(handle)
            self._ending += 1
            handle.stop = None
            self._free += handle.lanes[0]
        with stop:  # from here on nobody sets it
            self._end(handle, outcome)

    def _end(self, handle: Handle, outcome: Result | BaseException) -> None:
        """Ends a job that was counted in `_ending`."""
        try:
            handle.end(outcome)
        finally:
            with self._changed:
                self._ending -= 1
                self._changed.notify_all()
