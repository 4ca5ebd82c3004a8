"""The places of a machine where workers do jobs: its cores for jobs that need no GPU, and each GPU with a core of its
own for those that do. So neither ever waits for the other."""

from collections.abc import Callable, Mapping, Sequence
from math import inf

from msgspec import Struct

from judge.base.records import replace
from judge.machine.cores import usable_cores
from judge.machine.gpus import Gpus
from judge.project.host import JudgeHost
from judge.store.queue_records import Resource

OF_CORES = (Resource.CORE, Resource.ALL_CORES)


class WorkPlace(Struct, frozen=True):
    """The resources of a worker."""

    resources: tuple[Resource, ...]
    """Jobs that need one of these are done there."""
    cores: Sequence[int]
    """Cores, whose number is that of jobs at a time."""
    gpu: int | None = None

    @property
    def gpu_jobs(self) -> int:
        """Jobs that share its GPU."""
        return 1 if self.gpu is None else len(self.cores)

    def name_of(self, worker: str) -> str:
        """The name of the worker at this place."""
        return worker if self.gpu is None else f"{worker}-gpu{self.gpu}"

    def title(self, model: str | None) -> str:
        """The title of its GPU; `model`: the driver's name of it. Empty: it has none."""
        return "" if self.gpu is None else f"GPU {self.gpu}" + (f": {model}" if model else "")

    def host(self, host: JudgeHost) -> JudgeHost:
        """The host, restricted to this GPU for the place's jobs."""
        if self.gpu is None:
            return host
        return host.with_policy(gpus=replace(host.policy.gpus, numbers=(self.gpu,)))


def whole_machine(host: JudgeHost) -> WorkPlace:
    """One place for the whole machine."""
    has_gpu = host.policy.gpus.obstacle is None
    return WorkPlace((*OF_CORES, Resource.GPU) if has_gpu else OF_CORES, usable_cores())


def work_places(
    gpus: Gpus, cores: Sequence[int], distances_from: Callable[[int], Mapping[int, int]], gpu_jobs: int = 1
) -> list[WorkPlace]:
    """The place of the cores first. Each GPU has the nearest remaining core, and one is left for jobs without a GPU:
    if there are too few, jobs take turns on a core, run by run. `distances_from`: of each core from a GPU; `gpu_jobs`:
    the most cores of a GPU, once each has one."""
    left = list(cores)
    taken: dict[int, list[int]] = {gpu: [] for gpu in gpus.here}
    for number in range(gpu_jobs):
        for gpu, near in taken.items():
            if number > 0 and len(left) == 1:
                continue
            distances = distances_from(gpu)
            core = min(left, key=lambda each: (distances.get(each, inf), -each))
            if len(left) > 1:
                left.remove(core)
            near.append(core)
    places = [WorkPlace((Resource.GPU,), near, gpu) for gpu, near in taken.items()]
    return [WorkPlace(OF_CORES, left), *places]
