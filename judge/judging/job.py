"""A job: judge one solution on these tests. It is plain data, so it can be queued, or sent to another process."""

from collections.abc import Mapping, Sequence

from judge.base.records import Record
from judge.judging.emulated_cost import EmulatedBound
from judge.judging.solutions import Solution
from judge.problems.model import TestCase
from judge.problems.work import Work


class JobRules(Record, frozen=True, kw_only=True):
    """How a solution is judged: the part that is sent from machine to machine."""

    stop_at_failure: bool = True
    """The first failing test ends it, as in a contest. A solution expected to be too slow runs the largest tests
    first, and continues until it was killed."""
    repeat: int = 1
    """Above 1 a test that is passed is run and timed that many times more: the run that passed it was the warm-up."""
    emulated_bound: EmulatedBound | None = None
    """The bound on the emulated GPU, which determines the tests that are left out as too large. None: no test."""
    attempt: str = ""
    """Distinguishes jobs that are otherwise equal, but must be judged separately."""
    skips_slow: bool = False
    """Whether a test that takes longer than the time limit is skipped, as too large for the solver."""
    counts: bool = False
    """Whether a submission that the emulated GPU accepts is run again with counters (counted_run.py)."""


class Job(JobRules, frozen=True):
    """A solution and the tests that it is judged on."""

    solution: Solution
    tests: Sequence[TestCase]
    work: Mapping[str, Work] = {}
    """The work of the tests by name, for solutions that do not report it."""
    shares_gpu: bool = False
    """Whether only its verdict is determined, with others on the GPU at the same time (verdicts_first.py)."""
    gpu: int | None = None
    """The GPU that all its runs use; None: each run has the least used."""
