"""Judging one solution: compile, run each test, validate, decide."""

from collections.abc import Callable, Sequence
from contextlib import closing

from judge.base.processes import Stop
from judge.base.records import replace
from judge.judging.batch import judge_batch
from judge.judging.counted_run import counted_run
from judge.judging.emulated_cost import EmulatedCost, TestLeftOut
from judge.judging.expected import is_settled
from judge.judging.grading import Grading
from judge.judging.job import Job
from judge.judging.lanes import in_lanes
from judge.judging.near_limit import Slowdown, is_too_slow, same_speed, was_not_ended
from judge.judging.on_reject import Continued
from judge.judging.prepare import obstacle_of, prepared
from judge.judging.results import ONLY_COMPILED, Result, TestResult
from judge.judging.solutions import Solution
from judge.judging.static_validation import with_static_tests
from judge.judging.verdicts import Decision, Verdict
from judge.judging.ways import Bounded, InCompany, Plain, Runs, Way
from judge.languages.compile import Compiled
from judge.problems.model import TestCase
from judge.project.host import JudgeHost


def judge(
    host: JudgeHost,
    job: Job,
    lanes: Sequence[Sequence[int]],
    *,
    slowdown: Slowdown = same_speed,
    program: Compiled | None = None,
    stop: Stop | None = None,
    on_compiled: Callable[[], None] = lambda: None,
    on_test: Callable[[TestResult], None] = lambda _: None,
) -> Result:
    """Judges the job's solution on its tests, in order.

    A lane is the cores for one test at a time, to which its run is pinned (to none if there are none): as many tests
    run at once as there are lanes. On the emulated GPU nothing is timed. `stop` ends it with the exception Stopped.
    """
    solution = job.solution
    tests = with_static_tests(solution, solution.judged_on(job.tests))
    result = Result(solution, test_count=len(tests))
    result.obstacle = obstacle_of(host, solution) if program is None else None
    if result.obstacle is not None:
        return result
    compiled = program or prepared(host, solution, lanes[0])
    on_compiled()
    result.compiler_isolation = compiled.isolation
    if compiled.error is not None:
        result.compile_error = compiled.error
        if solution.language:
            result.obstacle = solution.language.refusal(compiled.error)
        return result
    if solution.obstacle_to_run is not None:
        result.obstacle = f"{ONLY_COMPILED}: {solution.obstacle_to_run}"
        return result
    result.compiled = compiled

    grading = _grading(host, job, result)
    way, ordered = _way(host, job, compiled, tests, lanes[0], slowdown)

    def judge_one(test: TestCase, cores: Sequence[int], stop: Stop) -> TestResult | TestLeftOut | None:
        """The result; None: it is no longer needed."""
        return None if grading and grading.leaves_out(test.name) else way.judged(test, cores, stop)

    with closing(in_lanes(judge_one, ordered, lanes, stop)) as test_results:
        for found in test_results:
            if found is None or (grading and grading.leaves_out(_name_of(found))):
                continue
            if isinstance(found, TestLeftOut):
                result.left_out.append(found)
                continue
            test_result = replace(found, work=found.work or job.work.get(found.test.name))
            if job.skips_slow and test_result.decision.verdict is Verdict.TLE:
                too_slow = Decision(Verdict.SKIP, f"too slow for it: {test_result.decision.reason}")
                test_result = replace(test_result, decision=too_slow)
            result.tests.append(test_result)
            on_test(test_result)
            if (
                grading.on_test(test_result)
                if grading
                else job.stop_at_failure and _is_decided(result, test_result, ordered)
            ):
                break
    if grading:
        grading.finish()
    if job.counts:
        result.counted = counted_run(host, result, compiled, job.work, lanes[0], stop)
    return result


def _way(
    host: JudgeHost,
    job: Job,
    compiled: Compiled,
    tests: Sequence[TestCase],
    lane: Sequence[int],
    slowdown: Slowdown,
) -> tuple[Way, Sequence[TestCase]]:
    """How the tests are judged, and in which order."""
    runs = Runs(host, job, compiled)
    if job.emulated_bound:
        cost = EmulatedCost(job.work, job.emulated_bound)
        return Bounded(runs, cost), cost.in_order(tests)
    ordered = in_order(job.solution, tests, job.stop_at_failure)
    plain = Plain(runs, slowdown)
    if not job.shares_gpu:
        return plain, ordered
    solution = job.solution
    known = judge_batch(host, solution, compiled, tests, lane) if solution.is_solver else {}
    return InCompany(plain, known), ordered


def _grading(host: JudgeHost, job: Job, result: Result) -> Grading | Continued | None:
    """None: a solution passes or not, and the first failure may end the judging."""
    problem = job.solution.problem
    if problem.scoring is None:
        goes_on = problem.continued_groups if job.stop_at_failure else ()
        return Continued(goes_on) if goes_on else None
    is_thorough = bool(
        job.solution.expectations and problem.package and not problem.package.rules.ends_at_first_failure
    )
    return Grading(host, problem.scoring, result, may_stop=job.stop_at_failure, thorough=is_thorough)


def _name_of(found: TestResult | TestLeftOut) -> str:
    return found.name if isinstance(found, TestLeftOut) else found.test.name


def in_order(solution: Solution, tests: Sequence[TestCase], stop_at_failure: bool) -> list[TestCase]:
    """Tests in the given order, except that a solution of ours expected to be too slow runs the largest inputs right
    after the samples.

    In a package the first failure in the order of its tests decides: its author has seen that one, and perhaps no
    other.
    """
    if not stop_at_failure or solution.expected is not Verdict.TLE or solution.problem.package:
        return list(tests)
    samples = [test for test in tests if test.is_sample]
    others = [test for test in reversed(tests) if not test.is_sample]
    return samples + sorted(others, key=lambda test: test.input.stat().st_size, reverse=True)


def _is_decided(result: Result, last: TestResult, all_tests: Sequence[TestCase]) -> bool:
    """Whether the remaining tests need not be run."""
    solution = result.solution
    package = solution.problem.package
    if solution.expectations and package:
        tests = [(test.test.name, test.decision.verdict, test.decision.reason) for test in result.tests]
        known = {test.test.name for test in result.tests}
        left = [test.name for test in all_tests if test.name not in known]
        return is_settled(solution.expectations, tests, package.rules.ends_at_first_failure, left)
    return last.failed and not _is_open(solution, last)


def _is_open(solution: Solution, failure: TestResult) -> bool:
    """Whether a solution expected to be too slow was slow, but not slow enough to be killed: other tests may then
    decide."""
    return solution.expected is Verdict.TLE and is_too_slow(failure) and was_not_ended(failure)
