"""Whether cores are idle: units wait for servers, clusters and time, and others may run meanwhile."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock

from judge.machine.cores import usable_cores

STAT = Path("/proc/stat")
LOOK_S = 2.0
"""The time for which they are observed."""
IDLE_SHARE = 0.25
"""The idle share of the time of all cores: with two, half of one."""
_looks = Lock()


def wait_for_idle_cores(is_wanted: Callable[[], bool]) -> bool:
    """Waits until the usable cores have been idle for a while. False: it is no longer needed.

    One thread observes at a time, so that the next sees what the first has started.
    """
    while is_wanted():
        with _looks:
            began_s, before_s = time.monotonic(), idle_s()
            time.sleep(LOOK_S)
            most_s = (time.monotonic() - began_s) * len(usable_cores())
            if idle_s() - before_s >= IDLE_SHARE * most_s:
                return True
    return False


def idle_s() -> float:
    """The time for which the usable cores have been idle, all together, since the machine started."""
    names = {f"cpu{core}" for core in usable_cores()}
    rows = [line.split() for line in STAT.read_text().splitlines()]
    ticks = sum(
        int(row[4]) + int(row[5]) for row in rows if row and row[0] in names
    )  # idle, and waiting for a disk
    return ticks / os.sysconf("SC_CLK_TCK")
