"""The emulated CUDA device: where its compiler lies, and what its programs are allowed besides a problem's limits.

Its threads take turns on CPU cores, and each of their accesses is checked: its programs are judged by what they put
out, never by their time.
"""

from dataclasses import replace
from pathlib import Path

from judge.gpu import MIB
from judge.problem import Limits
from judge.project import this_project

NOT_TIMED = "emulated, not timed"
TIME_FACTOR = 10
"""What ends only a program that hangs, or that no GPU would make fast enough."""
MEMORY_BYTES = 512 * MIB
"""For the stacks of a block's threads, and what is known of each allocation."""


def find_compiler() -> Path | None:
    """The command that compiles for the emulated device, in the folder of all that it needs; None: it is not built."""
    command = this_project().build / "cuda-emulator" / "compile"
    parts = ("compile", "cuda-lower", "libcuda-emulator.a")
    return command if all((command.parent / part).is_file() for part in parts) else None


def raised(limits: Limits) -> Limits:
    """The limits of a problem for a program on the emulated device."""
    return replace(
        limits, time_s=limits.time_s * TIME_FACTOR, memory_bytes=limits.memory_bytes + MEMORY_BYTES
    )
