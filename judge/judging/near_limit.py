"""Tells noise from slowness: a run that exceeded its time limit is run again before it counts.

Other programs inflate CPU time, too: they share caches, memory and, with SMT, the core itself. So these steps follow
in order, each while no judge runs anything else:

1. A run that exceeded the limit, but was not killed for it, is run again. One that was killed exceeded the limit by
the factor that a solution expected to be too slow must reach, so it is run again only if it was under pressure.
2. If it is too slow again, and others were busy even then, the limit is measured again at this moment: the solution
that set it is run, and the limit is raised by the factor by which that is slower now. The last run is judged by this
limit.

A solution that a validator kept waiting until its wall limit is run again, too, before the validator is blamed.
"""

from collections.abc import Callable

from judge.base.records import replace
from judge.judging.pressure import is_under_pressure, pressure_text
from judge.judging.results import TestResult
from judge.judging.verdicts import Verdict
from judge.sandbox.facts import Facts

Slowdown = Callable[[], float]
"""The factor by which this machine is slower now than when a problem's time limit was measured."""
WORTH_SCALING = 1.05
LARGEST_SLOWDOWN = 10.0
"""Beyond that factor the machine is useless for judging."""


def same_speed() -> float:
    """Used if the machine's earlier speed is unknown."""
    return 1.0


def settled(first: TestResult, run_again: Callable[[float], TestResult], slowdown: Slowdown) -> TestResult:
    """The result that counts for a test.

    `run_again(factor)` judges the test alone, with its time limit raised by the factor.
    """
    if is_clear(first):
        return first
    second = run_again(1.0)
    if was_kept_waiting(first):
        return _after(second, first.facts)
    found = _after(second, first.facts)
    if not is_too_slow(second) or not is_under_pressure(second.facts, alone=True):
        return found
    factor = min(slowdown(), LARGEST_SLOWDOWN)
    if factor < WORTH_SCALING:
        return found
    return _after(run_again(factor), first.facts, second.facts)


def is_clear(first: TestResult) -> bool:
    """Whether a first run counts as it is."""
    if is_too_slow(first):
        return not was_not_ended(first) and not is_under_pressure(first.facts)
    return not was_kept_waiting(first)


def is_too_slow(result: TestResult) -> bool:
    return result.decision.verdict is Verdict.TLE


def was_kept_waiting(result: TestResult) -> bool:
    """Whether the validator is blamed for the end of the solution's wall time."""
    return result.decision.verdict is Verdict.JE and result.facts.outcome == "wall-limit"


def was_not_ended(result: TestResult) -> bool:
    return result.facts.outcome not in ("cpu-limit", "wall-limit")


def _after(result: TestResult, *earlier: Facts) -> TestResult:
    """The result with the earlier runs that exceeded the limit; one that is too slow reports how it was retried."""
    decision = result.decision
    if is_too_slow(result):
        times = len(earlier) + 1
        pressure = pressure_text([*earlier, result.facts])
        tried = f"run {times} times" + (f", while {pressure}" if pressure else "")
        decision = replace(decision, reason=f"{decision.reason}; {tried}")
    return replace(result, decision=decision, over_limit_runs=earlier)
