"""The fixed workload on this machine's cores: alone, and with a busy neighbour."""

from collections.abc import Callable, Mapping, Sequence
from statistics import median_low

from msgspec import Struct, field

from judge.doctor.lost_time import LostTime, lost_time
from judge.doctor.machine_speed import WorkloadRun, run_workload
from judge.machine.core_lists import cores_in
from judge.machine.probe import Machine
from judge.project.host import JudgeHost

CPU = "/sys/devices/system/cpu"
RUNS_ALONE, RUNS_BESIDE = 30, 8
"""The number of runs: about three seconds in all."""
SHARED = (
    ("topology/thread_siblings_list", "physical core"),
    ("cache/index2/shared_cpu_list", "L2 cache"),
    ("cache/index3/shared_cpu_list", "last-level cache"),
)
"""What two cores may share, from the closest."""


class Neighbours(Struct, frozen=True):
    core: int
    other: int
    shared: str
    """What the two share: a physical core, a cache, or only the memory."""


class Timing(Struct, frozen=True):
    """The measured times. A ratio of 1 is undisturbed."""

    alone: Mapping[int, Sequence[WorkloadRun]]
    """Runs by core, one after the other."""
    neighbours: Neighbours | None = None
    beside: Sequence[WorkloadRun] = ()
    """Runs on the last core of `neighbours`, with the same work on the other one."""
    lost: LostTime = field(default_factory=LostTime)

    @property
    def runs(self) -> list[WorkloadRun]:
        return [run for runs in self.alone.values() for run in runs]

    @property
    def cpu_spread(self) -> float:
        """CPU time: the worst run against the median of its core."""
        return max(max(run.cpu_ns for run in runs) / _median_cpu_ns(runs) for runs in self.alone.values())

    @property
    def waiting(self) -> float:
        """Wall time against CPU time of the run that waited most."""
        return max(run.wall_ns / run.cpu_ns for run in self.runs)

    @property
    def spread(self) -> float:
        """Wall time: the worst run against the median CPU time of its core."""
        return max(max(run.wall_ns for run in runs) / _median_cpu_ns(runs) for runs in self.alone.values())

    @property
    def slowest_core(self) -> float:
        """The median of the slowest core against that of the fastest."""
        fastest, slowest = self.by_speed[0], self.by_speed[-1]
        return _median_cpu_ns(self.alone[slowest]) / _median_cpu_ns(self.alone[fastest])

    @property
    def by_speed(self) -> list[int]:
        """The cores, the fastest first."""
        return sorted(self.alone, key=lambda core: _median_cpu_ns(self.alone[core]))

    @property
    def neighbour(self) -> float:
        if self.neighbours is None:
            return 1.0
        return max(1.0, _median_cpu_ns(self.beside) / _median_cpu_ns(self.alone[self.neighbours.core]))

    @property
    def distortion(self) -> float:
        """The factor by which a program may take longer here than undisturbed."""
        return self.spread * self.slowest_core * self.neighbour


def measure_timing(
    host: JudgeHost, machine: Machine, cores: Sequence[int], on_step: Callable[[], None] = lambda: None
) -> Timing:
    """Measures the first and the last core alone, then the last one with its nearest neighbour busy."""
    chosen = sorted({cores[0], cores[-1]})
    neighbours = nearest(machine, cores)
    before = lost_time(machine, chosen)
    alone = {}
    for core in chosen:
        alone[core] = run_workload(host, core, RUNS_ALONE // len(chosen))
        on_step()
    lost = lost_time(machine, chosen).since(before)
    beside: list[WorkloadRun] = []
    if neighbours:
        beside = run_workload(host, neighbours.core, RUNS_BESIDE, neighbours.other)
        on_step()
    return Timing(alone, neighbours, beside, lost)


def nearest(machine: Machine, cores: Sequence[int]) -> Neighbours | None:
    """The last core and the other core that shares most with it; None if there is only one core."""
    core = cores[-1]
    for file, shared in SHARED:
        sharing = cores_in(machine.text(f"{CPU}/cpu{core}/{file}") or "")
        others = [other for other in cores[:-1] if other in sharing]
        if others:
            return Neighbours(core, others[-1], shared)
    return Neighbours(core, cores[-2], "memory") if len(cores) > 1 else None


def _median_cpu_ns(runs: Sequence[WorkloadRun]) -> int:
    return median_low(run.cpu_ns for run in runs)
