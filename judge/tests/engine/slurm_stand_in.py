"""Stands for Slurm where none is needed: it takes arrays, and their tasks are done when the test says so."""

import threading
from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from judge.base.events import Listener
from judge.base.records import replace
from judge.engine.slurm import pool, queued_arrays
from judge.engine.slurm.client import InQueue, NoAnswer
from judge.engine.slurm.job_index import JobPlace
from judge.engine.slurm.session import REFUSED, ClusterSession, session_of
from judge.engine.slurm.wire import SentJob, SentResult, SentTask, as_line, read, sent_result
from judge.judging.results import Result
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.project.host import JudgeHost


@dataclass(frozen=True)
class Waiting:
    """A job that no node has judged yet."""

    job: SentJob
    array: str
    task: int
    nice: int


class SlurmStandIn:
    def __init__(self, host: JudgeHost, result: Result | None) -> None:
        self.session: ClusterSession = session_of(host.engine)
        self.waiting: deque[Waiting] = deque()
        """Jobs in the order in which nodes take them; they have the task of the first."""
        self.on_look: Callable[[], None] = lambda: None
        """Called whenever the judge is about to look for results."""
        self._result = result or Result(Solution(name="", problem=None, expected=Verdict.AC))  # type: ignore[arg-type]
        self._arrays: dict[str, InQueue] = {}
        self.cancelled: list[str] = []
        """Arrays, by their numbers, and tasks, such as "2_0"."""
        self.queued_jobs = 0
        """All that were ever queued."""
        self.refusal = ""
        """What Slurm says of each array; empty: it takes them."""
        self.is_away = False
        """Whether the controller does not answer."""
        self.refusal_to_end = ""
        """What Slurm says when it is to end tasks; empty: it ends them."""
        self.asked_to_end = 0
        self.away = "Unable to contact slurm controller"
        """What Slurm's commands say then."""
        self.asked_in_vain = 0
        self._lock = threading.RLock()
        """The lock of all of it: several pools of a process may ask at once."""

    def do(self, count: int = 1) -> None:
        """A node judges so many jobs."""
        with self._lock:
            for _ in range(min(count, len(self.waiting))):
                one = self.waiting.popleft()
                write_quickly(self.session.spool, sent_result(one.job.key, "node1", self._result))
                if not self.waiting or (self.waiting[0].array, self.waiting[0].task) != (one.array, one.task):
                    self._end_task(one.array, one.task)

    def refuse(self, why: str, *, tool_killed: bool = False) -> None:
        """A node refuses the first job."""
        with self._lock:
            one = self.waiting.popleft()
            refused = SentResult(one.job.key, "node1", why, tool_killed=tool_killed)
            write_quickly(self.session.spool, refused, f"{one.job.key}{REFUSED}")
            self._end_task(one.array, one.task)

    def take(self) -> Waiting:
        """A node begins with the first job: no other goes before it any more."""
        with self._lock:
            first = self.waiting[0] = replace(self.waiting[0], nice=-1)
            return first

    @property
    def names(self) -> list[str]:
        with self._lock:
            return [one.job.solution.name for one in self.waiting]

    def _end_task(self, array: str, task: int) -> None:
        if any((one.array, one.task) == (array, task) for one in self.waiting):
            return
        self._arrays[array].tasks.discard(task)
        if not self._arrays[array].tasks:
            del self._arrays[array]

    def lose(self) -> list[str]:
        """The cluster forgets all that it has; returns the arrays."""
        with self._lock:
            lost = [*self._arrays]
            self.waiting.clear()
            self._arrays.clear()
            return lost

    def cancel(self, jobs: Sequence[str], _: Listener) -> None:
        self.cancelled += jobs

    def cancel_tasks(self, tasks: Iterable[tuple[JobPlace, str]]) -> None:
        self._require_there()
        self.asked_to_end += 1
        if self.refusal_to_end:
            raise NoAnswer(self.refusal_to_end)
        with self._lock:
            for place, number in tasks:
                self.cancelled.append(f"{number}_{place.task}")
                array = f"{self.session.slurm_name_prefix}{number}"
                self.waiting = deque(
                    one for one in self.waiting if (one.array, one.task) != (array, place.task)
                )
                if array in self._arrays:
                    self._end_task(array, place.task)

    def queue(self, script: Path, options: Sequence[str]) -> str:
        if self.refusal:
            raise NoAnswer(self.refusal)
        self._require_there()
        tasks = sorted((path for path in script.parent.iterdir() if path.name.isdigit()), key=_number)
        number = script.parent.name
        name = f"{self.session.slurm_name_prefix}{number}"
        [nice] = [int(word.removeprefix("--nice=")) for word in options if word.startswith("--nice=")]
        with self._lock:
            for task in tasks:
                jobs = read(task, SentTask).jobs
                self.queued_jobs += len(jobs)
                self.waiting.extend(Waiting(job, name, _number(task), nice) for job in jobs)
            self.waiting = deque(sorted(self.waiting, key=lambda one: one.nice))
            self._arrays[name] = InQueue(number, {*range(len(tasks))})
        return number

    def queued(self, _: str) -> dict[str, InQueue]:
        self._require_there()
        with self._lock:
            first = self.waiting[0] if self.waiting else None
            return {
                name: replace(
                    array,
                    tasks={*array.tasks},
                    running={first.task} if first and first.array == name else set(),
                )
                for name, array in self._arrays.items()
            }

    def _require_there(self) -> None:
        if self.is_away:
            self.asked_in_vain += 1
            raise NoAnswer(self.away)


@contextmanager
def slurm_stand_in(host: JudgeHost, result: Result | None = None) -> Iterator[SlurmStandIn]:
    """Replaces Slurm's commands during the `with` block. `result`: that of each job."""
    stand_in = SlurmStandIn(host, result)
    take_in = ClusterSession.take_in

    def looked(session: ClusterSession, wanted: Container[str] | None = None) -> Iterator[SentResult]:
        stand_in.on_look()
        return take_in(session, wanted)

    commands = patch.multiple(
        queued_arrays,
        largest_array=lambda: 1000,
        queue=stand_in.queue,
        queued=stand_in.queued,
        cancel=stand_in.cancel,
        cancel_tasks=stand_in.cancel_tasks,
    )
    with (
        commands,
        patch.object(pool, "require_slurm", lambda: None),
        patch.object(ClusterSession, "take_in", looked),
    ):
        yield stand_in


def write_quickly(spool: Path, result: SentResult, name: str = "") -> None:
    """Writes a result as a node does, but without waiting for the disk. `name`: of the file; default: the job's key."""
    part = spool / f"{result.key}.part"
    part.write_text(as_line(result), encoding="utf-8")
    part.rename(spool / (name or result.key))


def _number(path: Path) -> int:
    return int(path.name)
