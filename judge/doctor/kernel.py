"""The kernel and its settings, as far as isolation depends on them."""

import re
from collections.abc import Iterator

from judge.doctor.diagnosis import Diagnosis, Health, judged
from judge.machine.probe import Machine

MOUNT_SETATTR = (5, 12)
MEMORY_PEAK = (5, 19)


def check_kernel(machine: Machine) -> Iterator[Diagnosis]:
    yield version(machine)
    yield seccomp(machine)
    yield core_dumps(machine)
    yield ptrace_scope(machine)


def version(machine: Machine) -> Diagnosis:
    """The newest that the runner uses: 5.12 by mount_setattr(2); memory.peak is in cgroup-v2.rst since 5.19."""
    release = machine.text("/proc/sys/kernel/osrelease") or ""
    numbers = re.match(r"(\d+)\.(\d+)", release)
    if numbers is None:
        return Diagnosis("kernel", Health.NOTE, "version not visible")
    found = (int(numbers[1]), int(numbers[2]))
    lacks = []
    if found < MOUNT_SETATTR:
        lacks.append("before 5.12 a tree of mounts cannot be made read-only in one step")
    if found < MEMORY_PEAK:
        lacks.append("before 5.19 cgroup v2 does not report peak memory")
    return judged(
        "kernel", not lacks, f"Linux {release}", "; ".join(lacks), "install a newer kernel, 5.19 or later"
    )


def seccomp(machine: Machine) -> Diagnosis:
    """Whether the kernel filters system calls, and can make one fail with an error, as the runner needs."""
    actions = (machine.text("/proc/sys/kernel/seccomp/actions_avail") or "").split()
    return judged(
        "seccomp in the kernel",
        "errno" in actions and "kill_process" in actions,
        "filters" if actions else "none",
        "system calls that no solution needs cannot be blocked",
        "use a kernel with CONFIG_SECCOMP_FILTER",
    )


def core_dumps(machine: Machine) -> Diagnosis:
    """A core pattern that starts a program: by core(5), no core size limit keeps that from starting."""
    pattern = machine.text("/proc/sys/kernel/core_pattern") or ""
    piped = pattern.startswith("|")
    return judged(
        "core dumps",
        not piped,
        pattern or "none",
        "the kernel may start this program, as root and outside all limits, whenever a solution crashes",
        "sudo sysctl kernel.core_pattern=core",
    )


def ptrace_scope(machine: Machine) -> Diagnosis:
    """Yama: whether a process may trace another of its user that is not a descendant."""
    scope = machine.text("/proc/sys/kernel/yama/ptrace_scope")
    what = "tracing (yama)"
    if machine.is_root or scope not in (None, "0"):
        found = "by all processes of the same user" if scope in (None, "0") else f"restricted ({scope})"
        return Diagnosis(what, Health.GOOD, found)
    if scope is None:
        return Diagnosis(what, Health.NOTE, "not in this kernel", _TRACING, "judge as a user of its own")
    return Diagnosis(
        what, Health.WEAK, "unrestricted (0)", _TRACING, "sudo sysctl kernel.yama.ptrace_scope=1"
    )


_TRACING = "your processes may trace the runner; this matters only if a program escapes its namespaces"
