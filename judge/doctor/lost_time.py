"""Time in which programs were ready to run but did not: counters of the kernel, before and after."""

import re
from collections.abc import Sequence

from msgspec import Struct

from judge.machine.probe import Machine

TICK_NS = 10_000_000
"""The tick of /proc/stat: USER_HZ is 100 on every Linux today."""
THROTTLED = (
    ("/sys/fs/cgroup/cpu.stat", "throttled_usec", 1000),
    ("/sys/fs/cgroup/cpu/cpu.stat", "throttled_time", 1),
)
"""Counters of cgroup v2 and v1: file, key, and its unit in ns."""


class LostTime(Struct, frozen=True):
    stolen_ns: int = 0
    """Time stolen by the host, on the measured cores."""
    throttled_ns: int = 0
    """Time taken by the CPU quota of the control group."""
    pressure_ns: int = 0
    """Time in which any program waited for a core (PSI)."""

    def since(self, before: "LostTime") -> "LostTime":
        return LostTime(
            self.stolen_ns - before.stolen_ns,
            self.throttled_ns - before.throttled_ns,
            self.pressure_ns - before.pressure_ns,
        )


def lost_time(machine: Machine, cores: Sequence[int]) -> LostTime:
    """The current counters; 0 for any that the kernel does not report."""
    stat = machine.text("/proc/stat") or ""
    ticks = sum(int(_number(rf"^cpu{core}(?: \d+){{7}} (\d+)", stat)) for core in cores)
    throttled = max(
        unit * _number(rf"^{key} (\d+)", machine.text(file) or "") for file, key, unit in THROTTLED
    )
    pressure_us = _number(r"^some .*total=(\d+)", machine.text("/proc/pressure/cpu") or "")
    return LostTime(ticks * TICK_NS, throttled, pressure_us * 1000)


def _number(pattern: str, text: str) -> int:
    found = re.search(pattern, text, re.MULTILINE)
    return int(found[1]) if found else 0
