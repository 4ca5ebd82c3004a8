"""Compares the best stored solver with a submission: both run on one test, taking turns."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.repeat import take_turns
from judge.judging.results import Result, TestResult
from judge.judging.solutions import solvers
from judge.judging.times import Spread, kernels_ns, spread_of, trace_of
from judge.judging.verdicts import Verdict
from judge.project.host import JudgeHost


class Beside(Struct, frozen=True):
    """A submission and the best stored solver of its device on one test, with the same number of runs."""

    mine: TestResult
    name: str
    """The solver's runs."""
    theirs: TestResult
    candidates: int
    """The number of solvers that passed the test here, of which this one was the best."""
    uses_all_cores: bool
    """Whether the solver was given all cores; the submission had one."""

    @property
    def runs(self) -> int:
        return len(self.mine.runs)


def telling_test(result: Result) -> TestResult | None:
    """The test that says most about a submission's time: the first that failed; else the largest for a CUDA program,
    and the slowest for any other. None: nothing was run."""
    ran = [test for test in result.tests if test.decision.verdict is not Verdict.SKIP]
    if result.first_failure or not ran:
        return result.first_failure
    if result.solution.device.needs_gpu:
        return max(ran, key=lambda test: (test.work.size if test.work else 0, test.test.input.stat().st_size))
    return max(ran, key=lambda test: test.facts.wall_ns)


def put_beside(
    host: JudgeHost,
    result: Result,
    test: TestResult,
    rounds: int,
    cores: Sequence[int],
    on_solver: Callable[[str], None] = lambda _: None,
) -> Beside | None:
    """Runs each stored solver for the submission's device once, then the best one and the submission alternately.

    The best is chosen by kernel time on a GPU, by wall time on a CPU. If the submission is now wrong, that becomes its
    verdict. None: no stored solver passed the test here.
    """
    on_gpu = result.solution.device.needs_gpu
    candidates = []
    for solver in solvers(host, result.solution.problem):
        if solver.device.needs_gpu == on_gpu:
            on_solver(solver.name)
            found = judge(host, Job(solver, [test.test]), [solver.own_cores(cores)])
            if found.verdict is Verdict.AC:
                candidates.append(found)
    if not candidates:
        return None
    best = min(candidates, key=lambda found: _merit(found.tests[0], on_gpu))
    mine = Result(result.solution, [test], result.compiled)
    on_solver(f"{best.solution.name} and yours in turns")
    take_turns(host, [mine, best], rounds, cores)
    if mine.tests[0].failed:
        result.tests[result.tests.index(test)] = mine.tests[0]
        return None
    name, all_cores = best.solution.name, best.solution.uses_all_cores
    return Beside(mine.tests[0], name, best.tests[0], len(candidates), all_cores)


def _merit(test: TestResult, on_gpu: bool) -> tuple[bool, int]:
    """Less is better; unknown kernels come last."""
    kernels = kernels_ns(test.facts, test.phases) if on_gpu else None
    return (kernels is None, kernels or test.facts.wall_ns)


def walls(test: TestResult) -> Spread:
    return spread_of([facts.wall_ns for facts, _ in test.runs])


def kernel_times(test: TestResult) -> Spread | None:
    """The kernel times from the trace, which a submission has too. None: one is missing, or no kernel ran."""
    times = [trace.busy_ns for facts, _ in test.runs if (trace := trace_of(facts)) and trace.busy_ns]
    return spread_of(times) if times and len(times) == len(test.runs) else None
