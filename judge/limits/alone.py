"""Measures the times that a limit rests on again, if other programs may have inflated them.

While limits are measured, all cores judge, or compile what the next problems need. That lengthens CPU times, too:
caches, memory and, with SMT, the cores themselves are shared. Most limits stay the same, as they are rounded up.
"""

from collections.abc import Callable, Sequence
from functools import partial

from judge.judging.one_run import ALONE, judge_test
from judge.judging.pressure import WORTH_TELLING, others_share
from judge.judging.results import Result, TestResult
from judge.judging.verdicts import Verdict
from judge.limits.measure import counting_results
from judge.machine.cores import usable_cores
from judge.problems.model import Problem
from judge.problems.time_rule import TimeRule
from judge.project.host import JudgeHost

DISTORTION = 1.5
"""The factor by which others may lengthen a time: the smaller margin of the rule (docs/timing.md)."""
RunAlone = Callable[[Result, TestResult], TestResult]


def settle_alone(host: JudgeHost, problem: Problem, results: Sequence[Result]) -> None:
    """Repeats each run that the limit rests on and that others may have disturbed, while no judge runs anything else,
    and takes the shorter time. Called when nothing else of this command runs."""
    if problem.time_rule.time_limit_s is None:
        settle(problem.time_rule, counting_results(results), partial(_run_alone, host))


def settle(rule: TimeRule, results: Sequence[Result], run_alone: RunAlone) -> None:
    """Does that for one run, with `run_alone`."""
    tried: set[tuple[str, str]] = set()
    while results:
        result = max(results, key=lambda one: max(test.facts.cpu_ns for test in one.tests))
        number, slowest = max(enumerate(result.tests), key=lambda one: one[1].facts.cpu_ns)
        place = result.solution.name, slowest.test.name
        if place in tried or not _may_be_longer(rule, slowest):
            return
        tried.add(place)
        again = run_alone(result, slowest)
        if again.decision.verdict is Verdict.AC and again.facts.cpu_ns < slowest.facts.cpu_ns:
            result.tests[number] = again


def _may_be_longer(rule: TimeRule, test: TestResult) -> bool:
    cpu_ns = test.facts.cpu_ns
    is_disturbed = others_share(test.facts) > WORTH_TELLING
    return is_disturbed and rule.limit_s(cpu_ns) != rule.limit_s(int(cpu_ns / DISTORTION))


def _run_alone(host: JudgeHost, result: Result, test: TestResult) -> TestResult:
    """The run itself if its program is elsewhere: a cluster's node measured it."""
    if result.compiled is None:
        return test
    solution = result.solution
    cores = solution.own_cores(usable_cores())
    return judge_test(host, solution, result.compiled, test.test, cores, ALONE, work=test.work)
