"""The emulated CUDA device: what its programs are allowed besides a problem's limits, and what it refuses.

Its threads take turns on CPU cores, and each of their accesses is checked: its programs are judged by what they put
out, never by their time.
"""

import re
from dataclasses import replace

from judge.machine.gpus import MIB
from judge.problems.model import Limits
from judge.problems.time_rule import LimitSource
from judge.problems.work import Work

MARKS = ("emulated", "not timed")
NOT_TIMED = ", ".join(MARKS)
TIME_FACTOR = 10
"""What ends only a program that hangs, or that no GPU would make fast enough."""
LEAST_TIME_S = 20.0
"""Where that is measured: what a quick CPU does in no time may take the emulated device long."""
BYTES_A_SECOND, FLOP_A_SECOND = 500_000, 10_000_000
"""What it gets a second more for: a third of the speed at which plain right programs were seen to work."""
WALL_FACTOR = 2
"""Of wall time more than others get: it may wait longer for a core, as nothing is timed."""
MEMORY_BYTES = 512 * MIB
"""For the stacks of a block's threads, and what is known of each allocation."""
PROCESSES = 1024
"""Processes and threads: the blocks of a cooperative grid have a thread each."""
_HEADERS = (
    r"(?:cuda|cub|nv|nvtx3|cooperative_groups)/[\w/.]+|"
    r"(?:cublasLt|cublasXt|cudnn|cutensor|nvrtc|npp\w*|nvjpeg|nvToolsExt|nvml|cupti|cuda_fp\d+|cuda_awbarrier\w*|"
    r"cuda_\w+_interop|surface_\w+)\.h"
)
_NAMES = (
    r"cudaGraph\w*|cuda\w+Capture\w*|cudaLaunch(?:Config|KernelEx|Attribute)\w*|cuda\w*Surface\w*|surf\dD\w+|"
    r"cudaMemPool\w*|cudaIpc\w*|cudaExternal\w*|thrust::cuda"
)
MISSING = (
    rf"fatal error: ({_HEADERS}): No such file|"
    rf"error: ['\u2018]({_NAMES})['\u2019] (?:was not|has not been|does not)"
)
"""What the toolkit has and the emulated device has not, as g++ says that it is not there (docs/emulator.md)."""


def allowance_s(work: Work) -> float:
    """The time that a test gets for this work."""
    return work.least_bytes / BYTES_A_SECOND + work.flop / FLOP_A_SECOND


def raised(limits: Limits, work: Work | None = None) -> Limits:
    """The limits of a problem for a program on the emulated device, at a test that asks for this work."""
    time_s = limits.time_s * TIME_FACTOR
    if limits.time_source is LimitSource.MEASURED:
        time_s = max(time_s, LEAST_TIME_S)
    time_s += allowance_s(work) if work else 0
    return replace(limits, time_s=time_s, memory_bytes=limits.memory_bytes + MEMORY_BYTES)


def refusal(message: str) -> str | None:
    """The line of a compiler's message that says what the emulated device cannot do, though a GPU may.

    None: what is wrong is wrong on a GPU, too, as far as the message tells.
    """
    for line in message.splitlines():
        if re.search(r"\berror: .*\bthe emulated device\b", line):
            return line.strip()
    missing = re.search(MISSING, message)
    return (
        f"{missing[1] or missing[2]} is not there on the emulated device; judge on a GPU" if missing else None
    )
