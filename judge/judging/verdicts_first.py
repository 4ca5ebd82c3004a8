"""Verdicts first, times after: how the solutions that `verify` judges share a GPU (docs/gpu.md).

Most of a short CUDA run is the driver's start-up, during which the GPU is idle. So several solutions run at once while
only their verdicts are determined, and stored solvers answer all tests in one process (batch.py). Sharing may make a
run slow or take its memory, so only a run that passed with room to spare counts; any other is run again with exclusive
use of the GPU, and that run counts.

Times are then measured one run at a time, with exclusive use of the GPU, for the tests whose times are shown or
compared.
"""

from collections.abc import Callable

from judge.judging.results import TestResult
from judge.judging.solutions import Solution
from judge.judging.times import trace_of
from judge.judging.verdicts import Verdict
from judge.problems.limits import cpu_limit_ns

ROOM = 0.5
"""A share of a limit: a run that used more while sharing is run again."""


def shares_gpu(solution: Solution, jobs: int) -> bool:
    """Whether it shares the GPU. A solution expected to be too slow does not: it would fill the GPU until it is
    killed, and then run again alone."""
    return solution.runs_on_gpu and jobs > 1 and solution.expected is not Verdict.TLE


def found_in_company(solution: Solution, run: Callable[[], TestResult]) -> TestResult | None:
    """A submission's result while sharing the GPU, if it counts. Solvers have already run in a batch."""
    if solution.is_solver:
        return None
    found = run()
    return found if counts(solution, found) else None


def counts(solution: Solution, found: TestResult) -> bool:
    """Whether sharing cannot have mattered: it passed, within a margin of its limits of time and of the GPU's
    memory."""
    limits = solution.limits()
    trace = trace_of(found.facts)
    if trace is None and solution.device.needs_gpu:
        return False  # its use of GPU memory is unknown
    memory = (trace.peak_memory_bytes or 0) if trace else 0
    return (
        found.decision.verdict is Verdict.AC
        and found.facts.cpu_ns <= ROOM * cpu_limit_ns(limits, 1, solution.device)
        and memory <= ROOM * limits.memory_bytes
    )
