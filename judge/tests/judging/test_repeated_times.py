"""The times of a test that was run again near its limit: told with how far they lie apart, and only if measured."""

import pytest

from judge.base.records import replace
from judge.judging.near_limit import settled
from judge.judging.repeated_times import RepeatedTime, repeated_time
from judge.judging.verdicts import Verdict
from judge.measure.shares import RooflineInputs
from judge.reports import make
from judge.reports.html.matrix import _cell
from judge.sandbox.facts import Ending
from judge.tests.judging.test_near_limit import LIMIT_NS, Again, never, run
from judge.tests.measured import MS, facts, result_of


@pytest.mark.parametrize(
    ("low_ms", "high_ms", "limit_ms", "is_close", "text"),
    [
        (960, 1000, 1000, True, "0.98 ± 0.02 s of 1.00 s: too close, run 3 times"),
        (960, 1020, 1000, True, "0.99 ± 0.03 s of 1.00 s: too close, run 3 times"),
        (1010, 1030, 1000, True, "1.02 ± 0.01 s of 1.00 s: too close, run 3 times"),
        (1400, 1500, 1000, False, "1.45 ± 0.05 s of 1.00 s, run 3 times"),
        (1001, 1003, 1000, True, "1.002 ± 0.001 s of 1.000 s: too close, run 3 times"),
        (1100, 1100, 1000, False, "1.10 ± 0.00 s of 1.00 s, run 3 times"),
    ],
)
def test_the_words_say_between_which_times_it_lay(
    low_ms: int, high_ms: int, limit_ms: int, is_close: bool, text: str
) -> None:
    found = RepeatedTime(3, low_ms * MS, high_ms * MS, limit_ms * MS)
    assert (found.is_too_close, found.text) == (is_close, text)


def test_all_runs_count_those_over_the_limit_too() -> None:
    found = settled(run(2050), Again(run(1990)), never)
    found = replace(found, cpu_limit_ns=LIMIT_NS, repetitions=(found.facts,), repeated_phases=(None,))
    assert found.decision.verdict is Verdict.AC
    assert found.repeated_time == RepeatedTime(2, 1990 * MS, 2050 * MS, LIMIT_NS)
    result = result_of("mine.py", found, solver=False)
    assert "2.02 ± 0.03 s of 2.00 s: too close, run 2 times" in result.reason
    report = make.test_report(result.solution, found, make.Isolations(), RooflineInputs())
    assert report.repeated_time == found.repeated_time
    assert report.repeated_time
    assert report.repeated_time.text in _cell(report, False).reason


@pytest.mark.parametrize("ending", ["cpu-limit", "wall-limit", "memory-limit"])
def test_of_a_run_that_was_ended_nothing_is_told(ending: Ending) -> None:
    ended = replace(facts(3000 * MS), outcome=ending)
    assert repeated_time([ended], [facts(1990 * MS)], LIMIT_NS) is None
    assert repeated_time([facts(2050 * MS)], [ended], LIMIT_NS) is None


def test_of_a_single_run_or_one_without_a_limit_nothing_is_told() -> None:
    assert repeated_time([], [facts(1999 * MS)], LIMIT_NS) is None
    assert repeated_time([facts(2050 * MS)], [facts(1990 * MS)], None) is None


def test_repetitions_are_told_near_the_limit_alone() -> None:
    near, far = [facts(1990 * MS), facts(1960 * MS)], [facts(990 * MS), facts(960 * MS)]
    assert repeated_time([], near, LIMIT_NS) == RepeatedTime(2, 1960 * MS, 1990 * MS, LIMIT_NS)
    assert repeated_time([], far, LIMIT_NS) is None
