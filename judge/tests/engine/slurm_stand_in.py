"""Stands for Slurm where none is needed: it takes arrays, and their tasks are done when the test says so."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from judge.base.events import Listener
from judge.engine.slurm import pool
from judge.engine.slurm.client import InQueue, NoAnswer
from judge.engine.slurm.session import ClusterSession, session_of
from judge.engine.slurm.wire import SentJob, SentResult, SentTask, as_line, read, sent_result
from judge.judging.results import Result
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.project.host import JudgeHost


class SlurmStandIn:
    def __init__(self, host: JudgeHost, result: Result | None) -> None:
        self.session: ClusterSession = session_of(host.engine)
        self.waiting: deque[tuple[SentJob, str]] = deque()
        """Jobs that no node has judged yet, each with its array."""
        self.on_look: Callable[[], None] = lambda: None
        """Called whenever the judge is about to look for results."""
        self._result = result or Result(Solution(name="", problem=None, expected=Verdict.AC))  # type: ignore[arg-type]
        self._arrays: dict[str, InQueue] = {}
        self.cancelled: list[str] = []
        """Arrays, by their numbers."""
        self.refusal = ""
        """What Slurm says of each array; empty: it takes them."""

    def do(self, count: int = 1) -> None:
        """A node judges so many jobs."""
        for _ in range(min(count, len(self.waiting))):
            job, array = self.waiting.popleft()
            write_quickly(self.session.spool, sent_result(job.key, "node1", self._result))
            if not self.waiting or self.waiting[0][1] != array:
                del self._arrays[array]

    def lose(self) -> list[str]:
        """The cluster forgets all that it has; returns the arrays."""
        lost = [*self._arrays]
        self.waiting.clear()
        self._arrays.clear()
        return lost

    def cancel(self, jobs: Sequence[str], _: Listener) -> None:
        self.cancelled += jobs

    def queue(self, script: Path, _: Sequence[str]) -> str:
        if self.refusal:
            raise NoAnswer(self.refusal)
        tasks = sorted((path for path in script.parent.iterdir() if path.name.isdigit()), key=_number)
        number = script.parent.name
        name = f"{self.session.slurm_name_prefix}{number}"
        for task in tasks:
            self.waiting.extend((job, name) for job in read(task, SentTask).jobs)
        self._arrays[name] = InQueue(number, {*range(len(tasks))}, running=1)
        return number

    def queued(self, _: str) -> dict[str, InQueue]:
        return {**self._arrays}


@contextmanager
def slurm_stand_in(host: JudgeHost, result: Result | None = None) -> Iterator[SlurmStandIn]:
    """In place of Slurm's commands for the time of the `with` block. `result`: that of each job."""
    stand_in = SlurmStandIn(host, result)
    take_in = ClusterSession.take_in

    def looked(session: ClusterSession) -> Iterator[SentResult]:
        stand_in.on_look()
        return take_in(session)

    commands = patch.multiple(
        pool,
        require_slurm=lambda: None,
        largest_array=lambda: 1000,
        queue=stand_in.queue,
        queued=stand_in.queued,
        cancel=stand_in.cancel,
    )
    with commands, patch.object(ClusterSession, "take_in", looked):
        yield stand_in


def write_quickly(spool: Path, result: SentResult) -> None:
    """As a node does, but without waiting for the disk."""
    part = spool / f"{result.key}.part"
    part.write_text(as_line(result), encoding="utf-8")
    part.rename(spool / result.key)


def _number(path: Path) -> int:
    return int(path.name)
