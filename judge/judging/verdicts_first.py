"""Verdicts first, times after: how the solutions that `verify` judges share a GPU (docs/gpu.md).

Most of a short CUDA run is the driver's start-up, during which the GPU is idle. So several solutions run at once while
only their verdicts are determined, and stored solvers answer all tests in one process (batch.py). Sharing may make a
run slow or take its memory, so a run counts only if neither can have decided its verdict; any other is run again with
exclusive use of the GPU, and that run counts.

Times are then measured one run at a time, with exclusive use of the GPU, for the tests whose times are shown or
compared.
"""

from judge.judging.near_limit import is_clear
from judge.judging.results import TestResult
from judge.judging.solutions import Solution
from judge.judging.times import trace_of
from judge.judging.verdicts import Verdict
from judge.problems.limits import cpu_limit_ns
from judge.sandbox.facts import NO_CUDA

ROOM = 0.5
"""A share of a limit: a run that used more while sharing is run again."""
TRACED_PROCESSES, TRACED_ERRORS = 8, 16
"""What a trace has room for (runner/gpu_trace/trace_layout.hpp)."""
OWN_ERRORS = frozenset({1, 9, 12, 13, 21, 98, 400, 700, 701, 710, 714, 715, 716, 717, 718, 719, 720})
"""CUDA's numbers of errors that a program makes by itself, whatever else the GPU does: invalid arguments, launches,
symbols, directions of copies and handles; invalid addresses, instructions and barriers in a kernel; a failed
assertion. Others may be for want of memory, or the driver's."""


def shares_gpu(solution: Solution, jobs: int) -> bool:
    """Whether it shares the GPU. A solution expected to be too slow does not: it would fill the GPU until it is
    killed, and then run again alone."""
    return solution.runs_on_gpu and jobs > 1 and solution.expected is not Verdict.TLE


def counts(solution: Solution, found: TestResult) -> bool:
    """Whether sharing cannot have mattered.

    A program that did not use CUDA shared nothing. Another one stayed within a margin of its limits of time and of
    the GPU's memory, and passed; or it was wrong or crashed, though no call of CUDA failed for want of anything.
    """
    facts = found.facts
    trace = trace_of(facts)
    if trace is None and solution.device.needs_gpu:
        # Without a trace its use of GPU memory is unknown.
        used_none = facts.gpu is not None and facts.gpu.trace_missing == NO_CUDA
        return used_none and found.decision.verdict is not Verdict.JE and is_clear(found)
    limits = solution.limits()
    memory = (trace.peak_memory_bytes or 0) if trace else 0
    if facts.cpu_ns > ROOM * cpu_limit_ns(limits, 1, solution.device) or memory > ROOM * limits.memory_bytes:
        return False
    if found.decision.verdict is Verdict.AC:
        return True
    return (
        found.decision.verdict in (Verdict.WA, Verdict.RTE)
        and facts.outcome in ("exited", "signaled")
        and trace is not None
        and trace.processes <= TRACED_PROCESSES
        and len(trace.errors) < TRACED_ERRORS
        and all(error.code in OWN_ERRORS for error in trace.errors)
    )
