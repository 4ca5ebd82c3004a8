"""Runs over the limit of time: which are run again, and what then counts."""

import pytest

from judge.base.records import replace
from judge.judging import results
from judge.judging.near_limit import LARGEST_SLOWDOWN, settled
from judge.judging.pressure import is_under_pressure, pressure_text
from judge.judging.verdicts import Decision, Verdict, decide
from judge.sandbox.facts import Contention, Ending
from judge.tests.measured import MS, facts, passed

QUIET = Contention(waited_ns=0, stolen_ns=0, others_cpu_ns=0)
BUSY = Contention(waited_ns=900 * MS, stolen_ns=0, others_cpu_ns=2000 * MS)
LIMIT_NS = 2000 * MS


def run(cpu_ms: int, contention: Contention | None = QUIET, *, ended: bool = False) -> results.TestResult:
    """A run under a limit of 2 s of CPU time, ended at 3 s if it was."""
    found = replace(facts(cpu_ms * MS), contention=contention, outcome="cpu-limit" if ended else "exited")
    decision = decide(found, None, "", False, LIMIT_NS)
    if decision.verdict is not Verdict.TLE:
        decision = Decision(Verdict.AC, "")
    return replace(passed(1, [1]), facts=found, decision=decision)


class Again:
    """Further runs, as requested."""

    def __init__(self, *runs: results.TestResult) -> None:
        self.runs = list(runs)
        self.factors: list[float] = []

    def __call__(self, factor: float) -> results.TestResult:
        self.factors.append(factor)
        return self.runs.pop(0)


def never() -> float:
    raise AssertionError("the machine's speed was asked for")


def test_a_run_within_the_limit_counts_at_once() -> None:
    first = run(1999, BUSY)
    assert settled(first, Again(), never) is first


def test_a_run_a_little_over_the_limit_is_run_again_alone() -> None:
    again = Again(run(1500))
    found = settled(run(2500), again, never)
    assert found.decision == Decision(Verdict.AC, "")
    assert [one.cpu_ns for one in found.over_limit_runs] == [2500 * MS]
    assert again.factors == [1.0]


def test_a_run_that_is_slow_again_on_a_quiet_machine_is_too_slow() -> None:
    found = settled(run(2500), Again(run(2400)), never)
    assert found.decision.verdict is Verdict.TLE
    assert found.decision.reason == "CPU time 2.400 s, limit 2.000 s; run 2 times"


def test_what_was_ended_on_a_quiet_machine_is_not_run_again() -> None:
    first = run(3001, ended=True)
    assert settled(first, Again(), never) is first


def test_what_was_ended_under_pressure_is_run_again() -> None:
    found = settled(run(3001, BUSY, ended=True), Again(run(1800)), never)
    assert found.decision.verdict is Verdict.AC


def kept_waiting(outcome: Ending = "wall-limit") -> results.TestResult:
    """A run whose validator did not answer in time, or failed beside it."""
    judge_error = Decision(Verdict.JE, "the output validator ...")
    return replace(run(5), facts=replace(facts(5 * MS), outcome=outcome), decision=judge_error)


def test_a_solution_that_was_kept_waiting_is_run_again_alone() -> None:
    again = Again(run(1500))
    found = settled(kept_waiting(), again, never)
    assert (found.decision, again.factors) == (Decision(Verdict.AC, ""), [1.0])
    assert [one.outcome for one in found.over_limit_runs] == ["wall-limit"]


def test_a_validator_that_is_slow_again_is_at_fault() -> None:
    assert settled(kept_waiting(), Again(kept_waiting()), never).decision == kept_waiting().decision


def test_a_validator_that_failed_is_not_run_again() -> None:
    first = kept_waiting("exited")
    assert settled(first, Again(), never) is first


@pytest.mark.parametrize(("slowdown", "factor"), [(1.8, 1.8), (100.0, LARGEST_SLOWDOWN)])
def test_where_the_machine_is_busy_even_then_the_limit_is_measured_anew(
    slowdown: float, factor: float
) -> None:
    again = Again(run(2800, BUSY), run(1900, BUSY))
    found = settled(run(2600, BUSY), again, lambda: slowdown)
    assert again.factors == [1.0, factor]
    assert found.decision.verdict is Verdict.AC
    assert len(found.over_limit_runs) == 2


def test_a_machine_that_is_busy_but_as_fast_as_ever_raises_no_limit() -> None:
    again = Again(run(2800, BUSY))
    found = settled(run(2600, BUSY), again, lambda: 1.02)
    assert found.decision.verdict is Verdict.TLE
    assert again.factors == [1.0]
    assert found.decision.reason.endswith(
        "; run 2 times, while it waited 35% of its time for a core and other programs used 0.8 cores"
    )


def test_who_is_slow_by_an_order_stays_too_slow_whatever_the_machine_does() -> None:
    again = Again(run(3001, BUSY, ended=True), run(9001, BUSY, ended=True))
    found = settled(run(3001, BUSY, ended=True), again, lambda: 3.0)
    assert found.decision.verdict is Verdict.TLE
    assert again.factors == [1.0, 3.0]


@pytest.mark.parametrize(
    ("contention", "in_company", "alone"),
    [
        (None, False, False),
        (QUIET, False, False),
        (Contention(None, None, None), False, False),
        (Contention(waited_ns=40 * MS, stolen_ns=0, others_cpu_ns=0), False, False),
        (Contention(waited_ns=60 * MS, stolen_ns=0, others_cpu_ns=0), False, True),
        (Contention(waited_ns=0, stolen_ns=60 * MS, others_cpu_ns=0), False, True),
        (Contention(waited_ns=150 * MS, stolen_ns=60 * MS, others_cpu_ns=0), True, True),
        # Next to this judge's other runs that is normal; alone it is another program.
        (Contention(waited_ns=0, stolen_ns=0, others_cpu_ns=990 * MS), False, True),
    ],
)
def test_what_is_pressure(contention: Contention | None, in_company: bool, alone: bool) -> None:
    found = replace(facts(1000 * MS), contention=contention)
    assert is_under_pressure(found) is in_company
    assert is_under_pressure(found, alone=True) is alone
    short = replace(facts(99 * MS), contention=BUSY)
    assert not is_under_pressure(short, alone=True)  # ticks of 10 ms say nothing of it


def test_pressure_is_told_only_where_there_was_some() -> None:
    assert pressure_text([]) == ""
    assert pressure_text([replace(facts(1000 * MS), contention=QUIET)]) == ""
    assert pressure_text([facts(1000 * MS), replace(facts(1000 * MS), contention=BUSY)]) == (
        "it waited 90% of its time for a core and other programs used 2.0 cores"
    )
