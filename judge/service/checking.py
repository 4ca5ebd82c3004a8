"""A package's self-check: its validators on its data, and its submissions against their expectations."""

from collections.abc import Callable

from judge.base.records import replace
from judge.base.text import as_utf8
from judge.engine.engine import Engine
from judge.judging.emulated_cost import bound_in_verify
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.solutions import Solution
from judge.judging.stored import stored_submissions
from judge.judging.verdicts import Verdict
from judge.problems.test_cases import damaged_files
from judge.project.build import PROGRAMS, build
from judge.project.host import JudgeHost
from judge.service.prepared_problem import PreparedProblem
from judge.store.package_records import PackageCheck
from judge.testdata.check_package import package_faults


def faults_of_data(host: JudgeHost, prepared: PreparedProblem) -> list[str]:
    """A line for each file that contradicts a checksum or a validator."""
    return [*damaged_files(host.installation, prepared.problem), *package_faults(host, prepared.problem)]


def judge_own(
    host: JudgeHost, prepared: PreparedProblem, on_result: Callable[[PackageCheck], None]
) -> list[PackageCheck]:
    """Judges its submissions on all tests; without a GPU, those that need one on the emulated GPU."""
    emulate = host.policy.gpus.obstacle is not None
    solutions = stored_submissions(host, prepared.problem, emulate)
    if any(one.device.is_emulated for one in solutions):
        build(host, PROGRAMS, problems=[])
    ordinals = {one.name: number for number, one in enumerate(solutions, start=1)}
    jobs = [[_job(host, prepared, one)] for one in solutions]
    engine = Engine(host, slowdown=lambda _: prepared.slowdown)
    found = []
    for result in engine.judge(jobs):
        check = _check(result, ordinals[result.solution.name])
        on_result(check)
        found.append(check)
    return sorted(found, key=lambda one: one.ordinal)


def _job(host: JudgeHost, prepared: PreparedProblem, solution: Solution) -> Job:
    bound = bound_in_verify(solution, host.policy, only_emulated=False)
    solution = replace(solution, problem=prepared.problem)
    return Job(solution, prepared.tests, work=prepared.work, emulated_bound=bound)


def _check(result: Result, ordinal: int) -> PackageCheck:
    solution = result.solution
    timed = [test for test in result.tests if test.timed and solution.device.is_timed]
    return PackageCheck(
        ordinal,
        as_utf8(solution.name),
        solution.language.id if solution.language else None,
        solution.expected.code if solution.expected else Verdict.AC.code,
        result.verdict.code,
        # A submission that cannot run here is not a fault of the package.
        result.as_expected or (result.verdict is Verdict.SKIP and result.obstacle is not None),
        as_utf8(result.reason),
        result.count(Verdict.AC),
        result.test_count,
        max((test.facts.cpu_ns for test in timed), default=None),
    )
