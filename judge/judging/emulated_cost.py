"""Which tests are too large for the emulated GPU, for one solution.

The emulated GPU does thread by thread what a GPU does in parallel: a test may take minutes there. The time depends on
the technique, too: one that works in tiles of 32 x 32 does 1024 times the work for the product of a row and a column.
So a solution runs the samples, then the other tests in ascending order of work, and its typical speed so far predicts
the time of the next. A test that would take more CPU time than a bound is not started, and one that takes more anyway
is killed. Both are left out by name; the rest is judged. The bound is lower if `verify` judges for all devices: then
the emulated GPU only has to show that every solution works, not how much it can do.

A solution that hangs must not be mistaken for a slow one. So a test is left out only if it demands much work. Of the
others, a few may be left out if the solution is one of the project's own that is known to be correct, or half as many
as it was judged on. Samples are never left out.
"""

import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from msgspec import Struct

from judge.base.records import Record
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.problems.emulated_limits import allowance_s
from judge.problems.model import TestCase
from judge.problems.work import Work
from judge.project.run_policy import RunPolicy
from judge.sandbox.facts import Facts

TELLING_S = 0.25
"""Tests with a smaller allowance say nothing about the speed: most of their time is the program's start-up."""
MUCH_S = 1.0
"""Tests with such an allowance may take long although the solution is not at fault."""
FEW = 3
"""The number of other tests that may be left out if a solution is trusted; otherwise half as many as it completed. One
that hangs reaches more."""


class TestLeftOut(Record, frozen=True):
    """A test that a solution was not judged on, because it is too large for the emulated GPU."""

    name: str
    """The name of the test."""
    reason: str
    """What it was expected to take, or what it took before it was killed: "took more than 5 s of CPU time"."""


class _Judged(Protocol):
    @property
    def facts(self) -> Facts: ...


OneJudged = TypeVar("OneJudged", bound=_Judged)


class EmulatedBound(Struct, frozen=True):
    """The most that a test may cost."""

    trusted: bool
    """Whether the solution is known to be correct, so that it may be slow at a few tests of little work."""
    most_s: float
    """CPU seconds of one test."""


class EmulatedCost:
    """The cost of the tests for one solution, within its bound."""

    def __init__(self, work: Mapping[str, Work], bound: EmulatedBound) -> None:
        self._allowances = {name: allowance_s(asked) for name, asked in work.items()}
        self._trusted, self._most_s = bound.trusted, bound.most_s
        self._speeds: list[float] = []
        """CPU seconds for each second of the allowance."""
        self._excused = 0
        """Tests of little work that were left out."""
        self._done = 0
        """Tests that it completed."""

    def in_order(self, tests: Sequence[TestCase]) -> list[TestCase]:
        """The samples, in the given order; then by ascending work, beginning with those whose work is unknown."""
        samples = [test for test in tests if test.is_sample]
        return samples + sorted((test for test in tests if not test.is_sample), key=self._allowance)

    def bounded(self, test: TestCase, run: Callable[[float | None], OneJudged]) -> OneJudged | TestLeftOut:
        """The outcome of `run`, which gets the most CPU seconds that it may take (None: the problem's limit)."""
        allowance = self._allowance(test)
        excusable = allowance >= MUCH_S or (self._trusted and self._excused < max(FEW, self._done // 2))
        if test.is_sample or not excusable:
            return self._counted(run(None))
        expected_s = statistics.median_low(self._speeds) * allowance if self._speeds else 0.0
        if allowance >= TELLING_S and expected_s > self._most_s:
            return TestLeftOut(test.name, f"expected to take {expected_s:.0f} s of CPU time")
        judged = run(self._most_s)
        if allowance >= TELLING_S:
            self._speeds.append(judged.facts.cpu_ns / 1e9 / allowance)
        if judged.facts.outcome == "cpu-limit" or judged.facts.cpu_ns > self._most_s * 1e9:
            self._excused += allowance < MUCH_S
            return TestLeftOut(test.name, f"took more than {self._most_s:g} s of CPU time")
        return self._counted(judged)

    def _counted(self, judged: OneJudged) -> OneJudged:
        self._done += judged.facts.outcome == "exited"
        return judged

    def _allowance(self, test: TestCase) -> float:
        return self._allowances.get(test.name, 0.0)


def bound_in_verify(solution: Solution, policy: RunPolicy, only_emulated: bool) -> EmulatedBound | None:
    """The bound; None: no test is left out, as for a solution expected to fail: the first failure ends the judging.

    `only_emulated`: nothing is judged for another device.
    """
    if solution.device.is_timed or solution.expected not in (Verdict.AC, Verdict.TLE):
        return None
    most_s = policy.emulated_most_s if only_emulated else policy.emulated_most_beside_others_s
    return EmulatedBound(trusted=True, most_s=most_s)


def bound_in_submit(solution: Solution, policy: RunPolicy, all_tests: bool) -> EmulatedBound | None:
    """The bound; None: no test is left out, as when all tests are requested."""
    if solution.device.is_timed or all_tests:
        return None
    return EmulatedBound(trusted=False, most_s=policy.emulated_most_s)
