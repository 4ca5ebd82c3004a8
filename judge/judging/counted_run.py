"""The advice that the counters give about an accepted submission (docs/emulated-gpu.md).

If the problem bounds counts, all runs were counted as they were judged. For other problems they were not, to save
time, so some tests are run again: the largest of those that were quick. A small test wastes too little to show, and a
single one may have an odd shape, such as one row.
"""

from collections.abc import Mapping, Sequence

from judge.base.processes import Stop
from judge.judging.advice import CountedRun, advice_of
from judge.judging.counters import Counters
from judge.judging.one_run import RunConditions, judge_test
from judge.judging.results import Result, TestResult
from judge.judging.verdicts import Verdict
from judge.languages.compile import Compiled
from judge.problems.work import Work
from judge.project.host import JudgeHost

QUICK_S = 2.0
"""The CPU time of all repeated runs together; counting takes up to three times as long."""
EACH_S = QUICK_S / 4
"""A test that took longer leaves too little for others: it is counted only if none was quicker."""
MOST_TESTS = 8


def counted_run(
    host: JudgeHost,
    result: Result,
    compiled: Compiled,
    work: Mapping[str, Work],
    cores: Sequence[int],
    stop: Stop | None = None,
) -> CountedRun | None:
    """None: the solution is not accepted on the emulated GPU, no test was quick, or no run ended well."""
    solution = result.solution
    if not solution.device.is_emulated or solution.is_solver or result.verdict is not Verdict.AC:
        return None
    conditions = RunConditions(most_s=host.policy.emulated_most_s, counts=True)
    if solution.problem.count_rules:
        runs = result.tests
    else:
        runs = [
            judge_test(
                host, solution, compiled, one.test, cores, conditions, stop=stop, work=work.get(one.test.name)
            )
            for one in tests_to_count(result.tests)
        ]
    counted = [run for run in runs if run.decision.verdict is Verdict.AC]
    if not counted:
        return None
    return CountedRun(
        tuple(run.test.name for run in counted),
        advice_of([Counters(run.counters, run.launches) for run in counted]),
    )


def tests_to_count(tests: Sequence[TestResult]) -> list[TestResult]:
    """The tests that took longest, each of them quick, within the limit for all together."""
    ran = sorted((one for one in tests if not one.test.is_static), key=lambda one: -one.facts.cpu_ns)
    chosen: list[TestResult] = []
    left_ns = QUICK_S * 1e9
    for one in [one for one in ran if one.facts.cpu_ns <= EACH_S * 1e9] or ran[-1:]:
        if one.facts.cpu_ns <= left_ns and len(chosen) < MOST_TESTS:
            chosen.append(one)
            left_ns -= one.facts.cpu_ns
    return chosen
