"""The emulated CUDA device: where its compiler lies, and what its programs are allowed besides a problem's limits.

Its threads take turns on CPU cores, and each of their accesses is checked: its programs are judged by what they put
out, never by their time.
"""

import re
from dataclasses import replace
from pathlib import Path

from judge.gpu import MIB
from judge.problem import Limits
from judge.project import this_project
from judge.work import Work

EMULATED, UNTIMED = "emulated", "not timed"
NOT_TIMED = f"{EMULATED}, {UNTIMED}"
TIME_FACTOR = 10
"""What ends only a program that hangs, or that no GPU would make fast enough."""
BYTES_A_SECOND, FLOP_A_SECOND = 500_000, 10_000_000
"""What it gets a second more for: a third of the speed at which plain right programs were seen to work."""
WALL_FACTOR = 2
"""Of wall time more than others get: it may wait longer for a core, as nothing is timed."""
MEMORY_BYTES = 512 * MIB
"""For the stacks of a block's threads, and what is known of each allocation."""
PROCESSES = 1024
"""Processes and threads: the blocks of a cooperative grid have a thread each."""
LARGE_BYTES, LARGE_FLOP = 64_000_000, 1_000_000_000
"""More than that takes ten seconds up to minutes: `verify` has many solutions to judge."""


def find_compiler() -> Path | None:
    """The command that compiles for the emulated device, in the folder of all that it needs; None: it is not built."""
    command = this_project().build / "cuda-emulator" / "compile"
    parts = ("compile", "cuda-lower", "libcuda-emulator.a")
    return command if all((command.parent / part).is_file() for part in parts) else None


def raised(limits: Limits, work: Work | None = None) -> Limits:
    """The limits of a problem for a program on the emulated device, at a test that asks for this work."""
    time_s = limits.time_s * TIME_FACTOR
    if work is not None:
        time_s += work.least_bytes / BYTES_A_SECOND + work.flop / FLOP_A_SECOND
    return replace(limits, time_s=time_s, memory_bytes=limits.memory_bytes + MEMORY_BYTES)


def is_large(work: Work | None) -> bool:
    """Whether a test asks for more than stored solutions are put to on the emulated device."""
    return work is not None and (work.least_bytes > LARGE_BYTES or work.flop > LARGE_FLOP)


def refusal(message: str) -> str | None:
    """The line of a compiler's message that says what the emulated device cannot do, though a GPU may."""
    return next(
        (
            line.strip()
            for line in message.splitlines()
            if re.search(r"\berror: .*\bthe emulated device\b", line)
        ),
        None,
    )
