"""How the kernel handles memory, as far as that makes times and peaks vary."""

import re
from collections.abc import Iterator

from judge.base.called import JUDGE
from judge.doctor.diagnosis import Diagnosis, Health, judged
from judge.machine.probe import Machine

ENOUGH_MEMORY = 4 << 30


def check_memory(machine: Machine) -> Iterator[Diagnosis]:
    yield memory(machine)
    yield swap(machine)
    yield huge_pages(machine)
    yield address_randomization(machine)


def memory(machine: Machine) -> Diagnosis:
    total = re.search(r"^MemTotal:\s+(\d+) kB", machine.text("/proc/meminfo") or "", re.MULTILINE)
    if total is None:
        return Diagnosis("memory", Health.NOTE, "not visible")
    size = int(total[1]) * 1024
    return judged(
        "memory",
        size >= ENOUGH_MEMORY,
        f"{size / 2**30:.1f} GiB",
        "problems allow up to 2 GiB for each of two runs at once: expect failures",
        f"judge one problem at a time: {JUDGE} verify ID",
    )


def swap(machine: Machine) -> Diagnosis:
    """Any swap area. Compressed memory (zram) counts: packing pages takes time, too."""
    areas = [line.split()[0] for line in (machine.text("/proc/swaps") or "").splitlines()[1:]]
    return judged(
        "swap",
        not areas,
        f"on: {', '.join(areas)}" if areas else "off",
        "memory that is swapped out escapes the memory limit, and waiting for it disturbs times",
        "sudo swapoff -a",
    )


def huge_pages(machine: Machine) -> Diagnosis:
    """Transparent huge pages, by the mode in brackets."""
    mode = re.search(r"\[(\w+)\]", machine.text("/sys/kernel/mm/transparent_hugepage/enabled") or "")
    if mode is None:
        return Diagnosis("huge pages", Health.GOOD, "none")
    return judged(
        "huge pages",
        mode[1] != "always",
        mode[1],
        "whether a program gets 2 MiB pages depends on what ran before it; times and peak memory vary accordingly",
        "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled",
    )


def address_randomization(machine: Machine) -> Diagnosis:
    mode = machine.text("/proc/sys/kernel/randomize_va_space")
    if mode is None:
        return Diagnosis("address randomization", Health.NOTE, "not visible")
    return judged(
        "address randomization",
        mode == "0",
        "off" if mode == "0" else f"on ({mode})",
        "a program has different addresses in each run, and so different cache conflicts; it also hinders attacks",
        "on a machine that only judges: sudo sysctl kernel.randomize_va_space=0",
        worse=Health.NOTE,
    )
