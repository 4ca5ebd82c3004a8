"""Times solutions against each other: in each round each runs once, while this judge runs nothing else.

So whatever else happens on the machine, such as heating up or serving others, affects all of them alike.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from judge.base.records import replace
from judge.judging.near_limit import settled
from judge.judging.one_run import RunConditions, judge_test
from judge.judging.repetitions import together
from judge.judging.results import Result, TestResult
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.languages.compile import Compiled
from judge.problems.model import TestCase
from judge.project.host import JudgeHost


class JudgeTest(Protocol):
    """One run of one test on these cores: judge_test, or a stand-in."""

    def __call__(
        self,
        host: JudgeHost,
        solution: Solution,
        compiled: Compiled,
        test: TestCase,
        cores: Sequence[int],
        /,
    ) -> TestResult: ...


def take_turns(
    host: JudgeHost,
    results: Sequence[Result],
    rounds: int,
    cores: Sequence[int],
    on_test: Callable[[str], None] = lambda _: None,
    run_test: JudgeTest = judge_test,
) -> None:
    """Times each test that was passed, `rounds` times, and puts the outcome in its place in the results.

    The results are of one problem. The run that passed a test was the warm-up. A wrong repetition is the test's
    verdict.
    """
    names = dict.fromkeys(test.test.name for result in results for test in result.tests)
    for name in names:
        on_test(name)
        places = {
            number: index
            for number, result in enumerate(results)
            for index, test in enumerate(result.tests)
            if test.test.name == name and test.decision.verdict is Verdict.AC
        }
        runs: dict[int, list[TestResult]] = {number: [] for number in places}
        for _ in range(rounds):
            for number, index in places.items():
                if all(run.decision.verdict is Verdict.AC for run in runs[number]):
                    runs[number].append(_run_again(host, results[number], index, cores, run_test))
        for number, index in places.items():
            tests, timed = results[number].tests, together(runs[number])
            tests[index] = replace(timed, work=timed.work or tests[index].work)


def run_with_gpu_alone(
    host: JudgeHost, result: Result, test: TestResult, cores: Sequence[int], slowdown: Callable[[], float]
) -> TestResult:
    """One more run of a test, which counts: while this judge runs nothing else, as in `take_turns`."""
    assert result.compiled is not None
    solution, compiled = result.solution, result.compiled

    def run_again(factor: float) -> TestResult:
        conditions = RunConditions(alone=True, slowdown=factor)
        return judge_test(host, solution, compiled, test.test, solution.own_cores(cores), conditions)

    return settled(run_again(1.0), run_again, slowdown)


def _run_again(
    host: JudgeHost, result: Result, index: int, cores: Sequence[int], run_test: JudgeTest
) -> TestResult:
    assert result.compiled is not None
    solution = result.solution
    return run_test(host, solution, result.compiled, result.tests[index].test, solution.own_cores(cores))
