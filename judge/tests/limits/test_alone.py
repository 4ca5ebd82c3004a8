"""A limit rests on no time that the machine's other work made longer."""

from judge.base.records import replace
from judge.judging.results import Result, TestResult
from judge.limits.alone import settle
from judge.problems.time_rule import TimeRule
from judge.sandbox.facts import Contention
from judge.tests.measured import MS, facts, failed, passed, result_of

RULE = TimeRule()
"""Twice the slowest, in whole seconds."""


def beside_others(test: TestResult) -> TestResult:
    """A copy of the run, with another core busy for all of it."""
    busy = Contention(waited_ns=0, stolen_ns=0, others_cpu_ns=test.facts.wall_ns)
    return replace(test, facts=replace(test.facts, contention=busy))


def solution(name: str, *times_ms: int, disturbed: bool = True) -> Result:
    tests = [passed(number, [time * MS], name=str(number)) for number, time in enumerate(times_ms)]
    return result_of(name, *map(beside_others, tests) if disturbed else tests, solver=False)


class Alone:
    """Stands for the machine when nothing else runs: `times_ms` by solution and test."""

    def __init__(self, times_ms: dict[tuple[str, str], int], *, fails: bool = False) -> None:
        self.times_ms, self.fails = times_ms, fails
        self.run: list[tuple[str, str]] = []

    def __call__(self, result: Result, test: TestResult) -> TestResult:
        place = result.solution.name, test.test.name
        self.run.append(place)
        again = replace(test, facts=facts(self.times_ms[place] * MS))
        return failed(again) if self.fails else again


def slowest_ms(*results: Result) -> float:
    return max(test.facts.cpu_ns for result in results for test in result.tests) / MS


def test_a_time_that_others_lengthened_past_a_step_is_measured_alone() -> None:
    some = [solution("a.cpp", 100, 520), solution("b.cpp", 505)]
    alone = Alone({("a.cpp", "1"): 430, ("b.cpp", "0"): 450})
    settle(RULE, some, alone)
    assert alone.run == [("a.cpp", "1"), ("b.cpp", "0")]
    assert slowest_ms(*some) == 450
    assert RULE.limit_s(450 * MS) == 1


def test_a_time_that_is_as_long_alone_counts() -> None:
    some = [solution("a.cpp", 520), solution("b.cpp", 515)]
    alone = Alone({("a.cpp", "0"): 530, ("b.cpp", "0"): 515})
    settle(RULE, some, alone)
    assert alone.run == [("a.cpp", "0")]
    assert slowest_ms(*some) == 520


def test_what_is_rounded_up_to_the_same_limit_anyway_is_not_run_again() -> None:
    alone = Alone({})
    settle(RULE, [solution("a.cpp", 490), solution("b.cpp", 20)], alone)
    settle(RULE, [], alone)
    assert alone.run == []


def test_what_ran_undisturbed_is_not_run_again() -> None:
    alone = Alone({})
    settle(RULE, [solution("a.cpp", 520, disturbed=False)], alone)
    assert alone.run == []


def test_a_run_that_fails_alone_changes_no_time() -> None:
    one = solution("a.cpp", 520)
    settle(RULE, [one], Alone({("a.cpp", "0"): 100}, fails=True))
    assert slowest_ms(one) == 520
