"""An engine judges jobs: on this machine, or on a cluster where engine.yaml says how."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from judge.engine.local import LocalEngine
from judge.judging.job import Job
from judge.judging.near_limit import Slowdown, same_speed
from judge.judging.results import Result, TestResult
from judge.project.host import JudgeHost


class Engine(Protocol):
    def judge(self, groups: Iterable[Sequence[Job]]) -> Iterator[Result]:
        """Judges all, and yields each result as soon as it is known; tells what is running. A group may take a while to
        be made ready: what came before it is judged in the meantime."""
        ...


def engine_of(
    host: JudgeHost,
    slowdown: Callable[[str], Slowdown] = lambda _: same_speed,
    gpu_jobs: int = 1,
    on_begin: Callable[[Job], None] = lambda _: None,
    on_test: Callable[[Job, TestResult], None] = lambda _, __: None,
) -> Engine:
    """The engine that the host's engine choice names. The parameters are those of LocalEngine; on a cluster each node
    measures its slowdown by itself, and each job that needs a GPU has one."""
    if host.engine.file is None:
        return LocalEngine(host, slowdown, gpu_jobs, on_begin, on_test)
    from judge.engine.slurm.engine import SlurmEngine  # most starts need none of its modules

    return SlurmEngine(host, on_begin, on_test)
