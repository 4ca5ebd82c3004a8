"""Cores, and other programs that use them."""

from collections.abc import Iterator

from judge.doctor.diagnosis import Diagnosis, Health, judged
from judge.machine.probe import Machine


def check_load(machine: Machine, usable: int, total: int) -> Iterator[Diagnosis]:
    """Checks cores and load. `usable`: the cores that this process may use, of `total` in the machine."""
    yield cores(usable, total)
    yield load_average(machine, usable)
    yield from cpu_quota(machine)


def cores(usable: int, total: int) -> Diagnosis:
    return judged(
        "cores",
        usable > 1,
        f"{usable} usable of {total}",
        "the judge's own work shares a core with the program being timed",
        "give the machine a second core",
    )


def load_average(machine: Machine, usable: int) -> Diagnosis:
    words = (machine.text("/proc/loadavg") or "").split()
    if not words:
        return Diagnosis("load", Health.NOTE, "not visible")
    load = float(words[0])
    return judged(
        "load",
        load <= 0.5 * usable,
        f"{load:.1f} on {usable} cores",
        "other work takes cores and caches from the programs being timed",
        "find it with: top -o %CPU",
    )


def cpu_quota(machine: Machine) -> Iterator[Diagnosis]:
    """A container's share of CPU time; when it is used up, all processes stop for a while (cgroup v2 cpu.max, v1
    cfs_quota)."""
    quota = (machine.text("/sys/fs/cgroup/cpu.max") or "max").split()[0]
    if quota == "max":
        quota = machine.text("/sys/fs/cgroup/cpu/cpu.cfs_quota_us") or "-1"
    if quota == "-1":
        return
    yield Diagnosis(
        "CPU quota",
        Health.WEAK,
        f"{quota} us a period",
        "when it is used up, a program is paused for milliseconds, and its wall time grows",
        "start the container without a CPU limit; give it whole cores (docker run --cpuset-cpus)",
    )
