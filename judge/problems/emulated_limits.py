"""The time that programs on the emulated CUDA device may take.

Its threads take turns on CPU cores, and each of their accesses is checked: its programs are judged by their output,
never by their time.
"""

from judge.base.records import replace
from judge.problems.model import Limits
from judge.problems.time_rule import LimitSource
from judge.problems.work import Work

TIME_FACTOR = 10
"""The factor on the time limit. It stops only a program that hangs, or that no GPU would make fast enough."""
LEAST_TIME_S = 20.0
"""The least limit where the problem's is measured: work that takes a fast CPU no time may take the emulated device
long."""
BYTES_A_SECOND, FLOP_A_SECOND = 500_000, 10_000_000
"""The work that adds one second: a third of the measured speed of plain correct programs."""


def allowance_s(work: Work) -> float:
    """The time that a test is allowed for this work."""
    return work.least_bytes / BYTES_A_SECOND + work.flop / FLOP_A_SECOND


def raised(limits: Limits, work: Work | None = None) -> Limits:
    """The limits of a problem for a program on the emulated device, on a test that demands this work."""
    time_s = limits.time_s * TIME_FACTOR
    if limits.time_source is LimitSource.MEASURED:
        time_s = max(time_s, LEAST_TIME_S)
    time_s += allowance_s(work) if work else 0
    return replace(limits, time_s=time_s)
