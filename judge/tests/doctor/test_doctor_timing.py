"""What `judge doctor` makes of a measured workload: the word for it, the cause, and what to change."""

from pathlib import Path

import pytest

from judge.doctor.diagnosis import Diagnosis, Health
from judge.doctor.lost_time import LostTime, lost_time
from judge.doctor.machine_speed import WorkloadRun
from judge.doctor.timing import ENOUGH, GOOD, check_timing, timing_finding
from judge.doctor.timing_measured import Neighbours, Timing, nearest
from judge.machine.probe import Machine
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.tests.machines import CPU, machine_of

VIRTUAL = {"/proc/cpuinfo": "flags : fpu tsc hypervisor"}
FREE = "the same work took 60.0 to 60.6 ms in 30 runs (median 60 ms, spread 1.0%)"
SIBLINGS = Neighbours(1, 0, "physical core")
CACHE = Neighbours(1, 0, "last-level cache")


def runs(cpu_ms: float, count: int, *, worst: float = 1.01, waited: float = 1.0) -> list[WorkloadRun]:
    """This many runs, of which the last takes `worst` times the CPU time and `waited` times its own in all."""
    cpu_ns = round(cpu_ms * 1e6)
    last = WorkloadRun(round(cpu_ns * worst * waited), round(cpu_ns * worst), 9 if waited > 1 else 0)
    return [*[WorkloadRun(cpu_ns, cpu_ns, 0)] * (count - 1), last]


def timing(
    *,
    worst: float = 1.01,
    waited: float = 1.0,
    slower_core: float = 1.0,
    neighbour: float = 1.0,
    neighbours: Neighbours = CACHE,
    lost: LostTime | None = None,
) -> Timing:
    """Two cores on which the workload takes 60 ms, disturbed as it is said."""
    alone = {0: runs(60 * slower_core, 15), 1: runs(60, 15, worst=worst, waited=waited)}
    return Timing(alone, neighbours, runs(60 * neighbour, 8), lost or LostTime())


def found(measured: Timing, machine: Machine | None = None) -> Diagnosis:
    return timing_finding(measured, machine or machine_of())


def test_an_undisturbed_machine_is_good() -> None:
    finding = found(timing())
    assert finding == Diagnosis(
        "timing", Health.GOOD, f"good for a contest: {FREE}, 1.00 times as long with a busy neighbouring core"
    )


def test_one_core_has_no_neighbour() -> None:
    finding = found(Timing({0: runs(60, 30)}))
    assert finding.found == f"good for a contest: {FREE}"


@pytest.mark.parametrize(
    ("worst", "word"),
    [
        (GOOD - 0.01, "good"),
        (GOOD + 0.01, "fair"),
        (ENOUGH - 0.01, "fair"),
        (ENOUGH + 0.01, "not good enough"),
    ],
)
def test_the_thresholds_are_of_all_that_lengthens_a_time(worst: float, word: str) -> None:
    assert found(timing(worst=worst)).found.startswith(f"{word} for a contest: ")
    assert found(timing(neighbour=worst / 1.01)).found.startswith(f"{word} for a contest: ")
    half = (worst / 1.01) ** 0.5
    assert found(timing(neighbour=half, slower_core=half)).found.startswith(f"{word} for a contest: ")


@pytest.mark.parametrize(
    ("measured", "files", "why", "advice"),
    [
        (timing(neighbour=1.7, neighbours=SIBLINGS), {},
         "1.70 times slower with a busy neighbouring core, as cores 1 and 0 share their physical core", "smt/control"),
        (timing(neighbour=1.4), {},
         "1.40 times slower with a busy neighbouring core, as cores 1 and 0 share their last-level cache",
         "run one test at a time: taskset -c 1 ./judge/judge ..."),
        (timing(slower_core=1.5), {}, "core 0 takes 1.50 times as long as core 1", "taskset -c 1 ./judge/judge"),
        (timing(waited=1.5, lost=LostTime(pressure_ns=900_000_000)), {},
         "other programs took its core 9 times; 49% of the time, some program was waiting for a core", "top -o %CPU"),
        (timing(waited=1.5, lost=LostTime(throttled_ns=30_000_000)), {},
         "the CPU quota paused it for 30 ms", "without a CPU limit"),
        (timing(waited=1.5, lost=LostTime(stolen_ns=190_000_000)), VIRTUAL,
         "the host gave 10% of its time to other machines", "dedicated cores"),
        (timing(worst=1.4), {f"{CPU}/cpufreq/policy0/scaling_governor": "powersave"},
         "the same work took up to 1.40 times its CPU time, because the cores' clock rate changes (governor",
         "cpupower frequency-set -g performance"),
        (timing(worst=1.4), {f"{CPU}/cpufreq/boost": "1"}, "the cores' clock rate changes (boost)", "cpufreq/boost"),
        (timing(worst=1.4), VIRTUAL | {f"{CPU}/cpufreq/boost": None},
         "other machines on the host share its caches and clock", "dedicated cores"),
        (timing(worst=1.4), {}, "other programs use its caches and memory", "top -o %CPU"),
    ],
)  # fmt: skip
def test_each_cause_is_named_with_what_to_change(
    measured: Timing, files: dict[str, str | None], why: str, advice: str
) -> None:
    finding = found(measured, machine_of(files))
    assert finding.state is Health.WEAK
    assert why in finding.why
    assert advice in finding.advice


def test_while_others_take_the_cores_nothing_else_is_blamed() -> None:
    finding = found(timing(waited=3.0, neighbour=1.3, slower_core=1.2))
    assert "other programs took its core" in finding.why
    assert "neighbour" not in finding.why
    assert "taskset" not in finding.advice


def test_of_several_causes_the_worst_is_told_first() -> None:
    finding = found(timing(neighbour=1.3, slower_core=1.5, worst=1.1))
    assert finding.why.index("core 0 takes 1.50") < finding.why.index("1.30 times slower")
    assert "1.10" not in finding.why


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"cpu3/topology/thread_siblings_list": "1,3"}, Neighbours(3, 1, "physical core")),
        ({"cpu3/topology/thread_siblings_list": "3", "cpu3/cache/index2/shared_cpu_list": "2-3"},
         Neighbours(3, 2, "L2 cache")),
        ({"cpu3/cache/index3/shared_cpu_list": "0-1,3"}, Neighbours(3, 1, "last-level cache")),
        ({"cpu3/topology/thread_siblings_list": "3,7"}, Neighbours(3, 2, "memory")),
        ({}, Neighbours(3, 2, "memory")),
    ],
)  # fmt: skip
def test_the_nearest_neighbour_shares_most(files: dict[str, str], expected: Neighbours) -> None:
    machine = machine_of({f"{CPU}/{name}": text for name, text in files.items()})
    assert nearest(machine, [0, 1, 2, 3]) == expected
    assert nearest(machine, [3]) is None


def test_the_counters_of_the_kernel_are_read() -> None:
    machine = machine_of(
        {
            "/proc/stat": "cpu 1 1 1 1 1 1 1 500 0 0\ncpu0 1 1 1 1 1 1 1 3 0 0\ncpu1 1 1 1 1 1 1 1 4 0 0",
            "/proc/pressure/cpu": "some avg10=0.00 avg60=0.10 avg300=0.00 total=1500\nfull avg10=0.00 total=7",
            "/sys/fs/cgroup/cpu.stat": "usage_usec 5\nnr_throttled 1\nthrottled_usec 20",
        }
    )
    counted = lost_time(machine, [1])
    assert counted == LostTime(40_000_000, 20_000, 1_500_000)
    assert counted.since(counted) == LostTime()
    version_1 = machine_of({"/sys/fs/cgroup/cpu/cpu.stat": "nr_throttled 1\nthrottled_time 600"})
    assert lost_time(version_1, [0]).throttled_ns == 600
    blind = Machine(lambda _: None, lambda _: [], lambda _: False, lambda _: None)
    assert lost_time(blind, [0]) == LostTime()


def test_a_workload_that_is_not_built_is_a_note(tmp_path: Path) -> None:
    (finding,) = check_timing(JudgeHost(Installation(tmp_path, tmp_path)), machine_of(), [0])
    assert finding.state is Health.NOTE
    assert "judge list" in finding.advice


def test_a_workload_that_fails_does_not_end_the_doctor(tmp_path: Path) -> None:
    program = tmp_path / "cpu-workload"
    program.write_text("#!/bin/sh\necho no such luck >&2\nexit 1\n")
    program.chmod(0o755)
    (finding,) = check_timing(JudgeHost(Installation(tmp_path, tmp_path)), machine_of(), [0])
    assert finding.state is Health.WEAK
    assert "no such luck" in finding.found
    assert finding.why


def test_each_core_and_the_neighbour_are_measured(tmp_path: Path) -> None:
    """The workload here answers at once and notes how it was called."""
    program = tmp_path / "cpu-workload"
    run = '{"wall_ns": 60, "cpu_ns": 60, "preemptions": 0}'
    program.write_text(
        f"""#!/bin/sh\necho "$@" >>{tmp_path}/calls\necho '{{"check": "0", "runs": [{run}]}}'\n"""
    )
    program.chmod(0o755)
    steps: list[None] = []
    machine = machine_of({f"{CPU}/cpu2/topology/thread_siblings_list": "1-2"})
    (finding,) = check_timing(
        JudgeHost(Installation(tmp_path, tmp_path)), machine, [0, 1, 2], lambda: steps.append(None)
    )
    assert finding.state is Health.GOOD
    assert (tmp_path / "calls").read_text().splitlines() == [
        "--core 0 --runs 15",
        "--core 2 --runs 15",
        "--core 2 --runs 8 --neighbour 1",
    ]
    assert len(steps) == 3
