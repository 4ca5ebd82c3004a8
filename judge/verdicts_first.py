"""Verdicts first, times after: how a GPU is shared by the solutions that `verify` judges (docs/gpu.md).

Most of a short CUDA run is the driver's start, and the GPU idles meanwhile. So several solutions run at once while only
their verdicts are looked for, and our own solvers answer all tests in one process (batch.py). Company may make a run
slow or take its memory, so only a run that passed with room to spare counts; any other is run again, with the GPU for
itself, and that is what counts.

Times are then measured one run at a time, with the GPU for itself, of the tests whose times are shown or compared.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from judge.comparison import SHOWN_SIZES, size_classes
from judge.contestants import Contestant
from judge.results import Result, TestResult
from judge.runner import cpu_limit_ns
from judge.timing import solve_ns, trace_of
from judge.verdicts import Verdict

ROOM = 0.5
"""Of a limit: who used more in company is run again."""
HOPEFUL = 3.0
"""Who solved so many times as slow as another in company, at the same test, is not the quickest alone."""
JOBS = 8
"""Runs on the GPU at once. More gain nothing, as the driver makes contexts one after another."""


def shares_gpu(solution: Contestant, jobs: int) -> bool:
    """Not what is to be too slow: it would fill the GPU until it is ended, and then once more for itself."""
    return solution.runs_on_gpu and jobs > 1 and solution.expected is not Verdict.TLE


def found_in_company(solution: Contestant, run: Callable[[], TestResult]) -> TestResult | None:
    """A submission's result beside others on the GPU, if it counts. A solver has had its chance in a batch."""
    if solution.is_solver:
        return None
    found = run()
    return found if counts(solution, found) else None


def counts(solution: Contestant, found: TestResult) -> bool:
    """Whether company cannot have mattered: it passed, and had room to its limits of time and of the GPU's memory."""
    limits = solution.limits()
    trace = trace_of(found.facts)
    if trace is None and solution.needs_gpu:
        return False  # nothing tells what it used of the GPU's memory
    memory = (trace.peak_memory_bytes or 0) if trace else 0
    return (
        found.ruling.verdict is Verdict.AC
        and found.facts.cpu_ns <= ROOM * cpu_limit_ns(limits, 1, solution.needs_gpu)
        and memory <= ROOM * limits.memory_bytes
    )


def runs_to_time(results: Sequence[Result]) -> Iterator[tuple[Result, int]]:
    """Of one problem's results: the places of the tests that are to be timed, alone."""
    on_gpu = [result for result in results if result.contestant.runs_on_gpu]
    solvers = [result for result in on_gpu if result.contestant.is_solver]
    on_cpu = [
        result for result in results if result.contestant.is_solver and not result.contestant.is_for_gpu
    ]
    compared = [name for name, _, _ in size_classes(on_cpu, solvers)[-SHOWN_SIZES:]]
    may_be_best = {(id(result), name) for name in compared for result in _hopeful(solvers, name)}
    for result in on_gpu:
        untimed = [index for index, test in enumerate(result.tests) if _is_to_be_timed(test)]
        if not untimed:
            continue
        slowest = max(untimed, key=lambda index: result.tests[index].facts.wall_ns)
        largest = max(untimed, key=lambda index: result.tests[index].test.input.stat().st_size)
        chosen = {slowest, largest}
        chosen |= {index for index in untimed if (id(result), result.tests[index].test.name) in may_be_best}
        for index in sorted(chosen):
            yield result, index


def _hopeful(solvers: Sequence[Result], name: str) -> Iterator[Result]:
    """Those of which one may be the best GPU solver at a test, by the solving that the batch tells of, or nothing."""
    passed = [
        (result, solve_ns(test.facts, test.phases))
        for result in solvers
        for test in result.tests
        if test.test.name == name and test.ruling.verdict is Verdict.AC
    ]
    known = [solving for _, solving in passed if solving is not None]
    most = HOPEFUL * min(known, default=0)
    return (result for result, solving in passed if solving is None or solving <= most)


def _is_to_be_timed(test: TestResult) -> bool:
    return not test.timed and test.ruling.verdict is Verdict.AC


def time_alone(
    results: Sequence[Result],
    run: Callable[[Result, TestResult], TestResult],
) -> None:
    """Times these tests by `run`, one after another, and puts what was found in their places: it is what counts."""
    for result, index in list(runs_to_time(results)):
        test = result.tests[index]
        timed = run(result, test)
        result.tests[index] = replace(timed, work=timed.work or test.work)
