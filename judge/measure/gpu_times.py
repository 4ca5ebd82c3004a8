"""Times after verdicts: which tests of solutions that shared the GPU are timed, each with exclusive use of it
(docs/gpu.md)."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from judge.base.records import replace
from judge.judging.results import Result, TestResult
from judge.judging.times import solve_ns
from judge.judging.verdicts import Verdict
from judge.measure.cpu_against_gpu import SHOWN_SIZES, size_classes

HOPEFUL = 3.0
"""A solver that is slower than another on the same test by this factor while sharing is not the fastest alone."""
AS_SLOW = 0.8
"""The largest test stands for the slowest one if it took this share of its time: while sharing, equal runs differ by
as much."""


def runs_to_time(results: Sequence[Result]) -> Iterator[tuple[Result, int]]:
    """The indices, in one problem's results, of the tests to time alone."""
    on_gpu = [result for result in results if result.solution.runs_on_gpu]
    solvers = [result for result in on_gpu if result.solution.is_solver]
    on_cpu = [
        result
        for result in results
        if result.solution.is_solver and not result.solution.device.computes_on_gpu
    ]
    compared = [name for name, _, _ in size_classes(on_cpu, solvers)[-SHOWN_SIZES:]]
    may_be_best = {(id(result), name) for name in compared for result in _candidates(solvers, name)}
    for result in on_gpu:
        if not result.solution.is_solver and result.verdict is not Verdict.AC:
            continue
        passed = [at for at, test in enumerate(result.tests) if test.decision.verdict is Verdict.AC]
        untimed = [at for at in passed if not result.tests[at].timed]
        if not untimed:
            continue
        slowest = max(untimed, key=partial(_cost_ns, result))
        largest = max(untimed, key=lambda index: result.tests[index].test.input.stat().st_size)
        is_as_slow = _cost_ns(result, largest) >= AS_SLOW * _cost_ns(result, slowest)
        chosen = {largest} if is_as_slow else {slowest, largest}
        chosen |= {index for index in untimed if (id(result), result.tests[index].test.name) in may_be_best}
        for index in sorted(chosen):
            yield result, index


def _cost_ns(result: Result, index: int) -> int:
    """The test's CPU time, which sharing disturbs less than the wall time; a batch knows the wall time alone."""
    facts = result.tests[index].facts
    return facts.cpu_ns or facts.wall_ns


def _candidates(solvers: Sequence[Result], name: str) -> Iterator[Result]:
    """The solvers of which one may be the best GPU solver at a test, by the solving times reported by the batch, if
    any."""
    passed = [
        (result, solve_ns(test.facts, test.phases))
        for result in solvers
        for test in result.tests
        if test.test.name == name and test.decision.verdict is Verdict.AC
    ]
    known = [solving for _, solving in passed if solving is not None]
    most = HOPEFUL * min(known, default=0)
    return (result for result, solving in passed if solving is None or solving <= most)


def time_alone(
    results: Sequence[Result],
    run: Callable[[Result, TestResult], TestResult],
) -> None:
    """Times these tests by `run`, one after another, and puts the outcomes in their places, where they count."""
    for result, index in list(runs_to_time(results)):
        test = result.tests[index]
        timed = run(result, test)
        result.tests[index] = replace(timed, work=timed.work or test.work)
