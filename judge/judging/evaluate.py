"""Judging one solution: compile, run each test, validate, decide."""

import re
import shutil
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

from judge.base.processes import Stop
from judge.base.scratch import scratch_folder
from judge.base.text import read_text
from judge.judging.answers import with_answer
from judge.judging.attempt import Attempted, RunSolution, Validate
from judge.judging.batch import judge_batch
from judge.judging.causes import explaining
from judge.judging.difference import first_difference
from judge.judging.emulated_cost import EmulatedCost, LeftOut
from judge.judging.error_place import error_place
from judge.judging.expected import is_settled
from judge.judging.findings import ENVIRONMENT, FILE_NAME, read_findings
from judge.judging.given_points import scored
from judge.judging.grading import Grading
from judge.judging.job import Job
from judge.judging.lanes import in_lanes
from judge.judging.near_limit import Slowdown, is_too_slow, same_speed, settled, was_not_ended
from judge.judging.on_reject import Continued
from judge.judging.prepare import obstacle_of, prepared
from judge.judging.reported import Reported, read_reports
from judge.judging.results import ONLY_COMPILED, Result, TestResult
from judge.judging.solutions import Solution
from judge.judging.static_validation import validated_statically, with_static_tests
from judge.judging.times import median_run
from judge.judging.verdicts import Ruling, Verdict, decide
from judge.judging.verdicts_first import found_in_company
from judge.languages.compile import Compiled
from judge.problems.limits import cpu_limit_ns, limits_of_a_test
from judge.problems.model import TestCase
from judge.problems.work import Work
from judge.project.paths import Project
from judge.sandbox.facts import Facts
from judge.sandbox.run import run
from judge.sandbox.work_files import visible_with_files, with_files, with_named_files

EXCERPT_BYTES = 2000
STDERR_BYTES = 8 * 1024
"""Read from the beginning and from the end of a submission's stderr."""


def judge(
    project: Project,
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

    A lane is the cores for one test at a time, to which its run is pinned (to none when there are none): as many
    tests as there are lanes run at once. On the emulated GPU nothing is timed. `stop` ends it with the exception
    Stopped.
    """
    solution, known_work = job.solution, job.work
    tests = with_static_tests(solution, solution.judged_on(job.tests))
    cost = EmulatedCost(job.work, job.emulated_bound) if job.emulated_bound else None
    result = Result(solution, test_count=len(tests))
    result.obstacle = obstacle_of(project, solution) if program is None else None
    if result.obstacle is not None:
        return result
    compiled = program or prepared(project, solution, lanes[0])
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

    grading = _grading(project, job, result)

    def judge_one(test: TestCase, cores: Sequence[int], stop: Stop) -> TestResult | LeftOut | None:
        """None: it does not count any more."""
        if grading and grading.leaves_out(test.name):
            return None
        known = known_work.get(test.name)
        if cost is not None:
            return cost.bounded(
                test,
                lambda most_s: judge_test(
                    project, solution, compiled, test, cores, stop, known, most_s=most_s
                ),
            )

        if job.shares_gpu:
            run_shared = partial(
                judge_test, project, solution, compiled, test, cores, stop, known, shares_gpu=True
            )
            if in_company := known_results.get(test.name) or found_in_company(solution, run_shared):
                return in_company

        def run_again(factor: float) -> TestResult:
            return judge_test(
                project, solution, compiled, test, cores, stop, known, alone=True, slowdown=factor
            )

        first = judge_test(project, solution, compiled, test, cores, stop, known)
        if solution.device.is_timed and not job.skips_slow:
            first = settled(first, run_again, slowdown)
        if job.repeat == 1 or not solution.device.is_timed or first.ruling.verdict is not Verdict.AC:
            return first
        runs: list[TestResult] = []
        while len(runs) < job.repeat and all(one.ruling.verdict is Verdict.AC for one in runs):
            runs.append(judge_test(project, solution, compiled, test, cores, stop))
        return together(runs)

    known_results = {}
    if job.shares_gpu and solution.is_solver:
        known_results = judge_batch(project, solution, compiled, tests, lanes[0])
    ordered = cost.in_order(tests) if cost else in_order(solution, tests, job.stop_at_failure)
    with closing(in_lanes(judge_one, ordered, lanes, stop)) as test_results:
        for found in test_results:
            if found is None or (grading and grading.leaves_out(_name_of(found))):
                continue
            if isinstance(found, LeftOut):
                result.left_out.append(found)
                continue
            test_result = replace(found, work=found.work or known_work.get(found.test.name))
            if job.skips_slow and test_result.ruling.verdict is Verdict.TLE:
                too_slow = Ruling(Verdict.SKIP, f"too slow for it: {test_result.ruling.reason}")
                test_result = replace(test_result, ruling=too_slow)
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
    return result


def _grading(project: Project, job: Job, result: Result) -> Grading | Continued | None:
    """None: a solution passes or not, and a first failure may end the judging."""
    problem = job.solution.problem
    if problem.scoring is None:
        goes_on = problem.continued_groups if job.stop_at_failure else ()
        return Continued(goes_on) if goes_on else None
    is_thorough = bool(
        job.solution.expectations and problem.package and not problem.package.rules.ends_at_first_failure
    )
    return Grading(project, problem.scoring, result, may_stop=job.stop_at_failure, thorough=is_thorough)


def _name_of(found: TestResult | LeftOut) -> str:
    return found.name if isinstance(found, LeftOut) else found.test.name


def in_order(solution: Solution, tests: Sequence[TestCase], stop_at_failure: bool) -> list[TestCase]:
    """As given, except that a solution of ours expected to be too slow runs the largest inputs right after the samples.

    In a package the first failure in the order of its tests decides: authors have seen that one, and may have seen no
    other.
    """
    if not stop_at_failure or solution.expected is not Verdict.TLE or solution.problem.package:
        return list(tests)
    samples = [test for test in tests if test.is_sample]
    others = [test for test in reversed(tests) if not test.is_sample]
    return samples + sorted(others, key=lambda test: test.input.stat().st_size, reverse=True)


def _is_decided(result: Result, last: TestResult, all_tests: Sequence[TestCase]) -> bool:
    """Whether the tests that are left need not be run."""
    solution = result.solution
    package = solution.problem.package
    if solution.expectations and package:
        tests = [(test.test.name, test.ruling.verdict, test.ruling.reason) for test in result.tests]
        known = {test.test.name for test in result.tests}
        left = [test.name for test in all_tests if test.name not in known]
        return is_settled(solution.expectations, tests, package.rules.ends_at_first_failure, left)
    return last.failed and not _is_open(solution, last)


def _is_open(solution: Solution, failure: TestResult) -> bool:
    """Whether it is expected to be too slow, and was, but not enough to be killed: other tests may then decide."""
    return solution.expected is Verdict.TLE and is_too_slow(failure) and was_not_ended(failure)


def together(runs: Sequence[TestResult]) -> TestResult:
    """Timed runs of one test as one result: that of median wall time, or the first that was wrong."""
    for number, one in enumerate(runs, start=1):
        if one.ruling.verdict is not Verdict.AC:
            reason = f"{one.ruling.reason} (repetition {number}, after a run that passed)"
            return replace(one, ruling=Ruling(one.ruling.verdict, reason))
    return replace(
        runs[median_run([one.facts for one in runs])],
        repetitions=tuple(one.facts for one in runs),
        repeated_phases=tuple(one.phases for one in runs),
    )


def judge_test(
    project: Project,
    solution: Solution,
    compiled: Compiled,
    test: TestCase,
    cores: Sequence[int],
    stop: Stop | None = None,
    work: Work | None = None,
    *,
    alone: bool = False,
    slowdown: float = 1.0,
    most_s: float | None = None,
    shares_gpu: bool = False,
    validate: Validate | None = None,
    output: Path | None = None,
) -> TestResult:
    """One run of one test, on these cores, and its result. The limits may depend on the test's work.

    `alone`: with no other run of any judge on this machine. `slowdown`: the factor by which the time limit is raised.
    `most_s`: a lower time limit, at which the run is killed. `shares_gpu`: with others that do; then it is not timed.
    `validate`: what decides in place of the problem's validators; then nobody talks to the solution either.
    `output`: where all that it wrote to standard output is left.
    """
    if test.is_static:
        return validated_statically(project, solution, test)
    core_count = len(cores) or 1
    allowed = solution.limits(work)
    allowed = replace(allowed, time_s=allowed.time_s * slowdown)
    if most_s is not None and most_s < allowed.time_s:
        allowed = replace(allowed, time_s=most_s, overrun_factor=1.0)
    limits = limits_of_a_test(allowed, core_count, solution.device)
    if solution.language:
        limits = solution.language.allowed(limits)
    emulated = solution.device.is_emulated
    named = solution.problem.package.named_files if solution.problem.package else None
    program = with_named_files((*compiled.command, *test.args), named)
    with scratch_folder() as folder:
        run_solution: RunSolution = partial(
            run,
            project,
            compiled.command if solution.is_answers else with_files(program, test.files),
            limits,
            folder,
            visible=(*compiled.visible, *visible_with_files(compiled.command, test.files, named)),
            cores=cores,
            environment=ENVIRONMENT if emulated else (),
            keep=FILE_NAME if emulated else None,
            alone=alone,
            gpu_shared=shares_gpu,
            stop=stop,
        )
        if solution.is_answers:
            run_solution, validate = with_answer(solution, test, folder, run_solution, validate)
        ran = Attempted(project, solution.problem, test, folder, limits, run_solution, cores).attempt(
            validate
        )
        facts = ran.facts
        said = _reports(project, solution, compiled, facts, folder / "stderr")
        cpu_limit = cpu_limit_ns(allowed, core_count, solution.device)
        ruling = decide(
            facts,
            ran.validation,
            said.words,
            solution.is_solver,
            cpu_limit,
            solution.language,
            error_place(solution, said.words),
        )
        scoring, points = solution.problem.scoring, None
        if scoring and (validate is None or solution.is_answers) and test.name in scoring.tests:
            ruling, points = scored(scoring.tests[test.name], ruling, ran.given)
        passed = ruling.verdict is Verdict.AC
        if output is not None:
            shutil.copyfile(folder / "stdout", output)
        stdout_excerpt = "" if passed else read_text(folder / "stdout", EXCERPT_BYTES)
        difference = None
        if ruling.verdict is Verdict.WA and not ran.transcript:
            difference = first_difference(
                ruling.reason,
                test.answer,
                folder / "stdout",
                token_by_token=not solution.problem.output_validators,
            )
        return TestResult(
            test,
            ruling,
            facts,
            stdout_excerpt,
            _both_ends(said.words),
            repetitions=(facts,),
            phases=said.phases,
            repeated_phases=(said.phases,),
            work=said.work,
            timed=not shares_gpu,
            findings=explaining(
                read_findings(folder / FILE_NAME, partial(authors_names, project, solution)), ruling.verdict
            )
            if emulated
            else (),
            difference=difference,
            transcript="" if passed else ran.transcript,
            points=points,
        )


def _reports(
    project: Project, solution: Solution, compiled: Compiled, facts: Facts, stderr: Path
) -> Reported:
    """What a stored solver reports; a submission's claims are not believed. Phases longer than the run are ignored.

    A submission's stderr names its file as its author did.
    """
    if not solution.is_solver:
        words = _words(stderr, facts.stderr_bytes)
        if compiled.source:
            words = words.replace(str(compiled.source), solution.file_name)
        return Reported(None, None, authors_names(project, solution, words))
    said = read_reports(read_text(stderr) if facts.stderr_bytes else "", solution.name)
    return replace(said, phases=None) if said.phases and said.phases.total_ns > facts.wall_ns else said


def authors_names(project: Project, solution: Solution, text: str) -> str:
    """The text with the files of an emulated program under the names that their author gave them."""
    if solution.language is None:
        return text.replace(f"{project.root}/", "")
    if solution.files:
        return text.replace("/sandbox/", "")
    source = re.escape(solution.language.source_name(solution.source))
    return re.sub(rf"(?<![\w./-])(/sandbox/)?{source}\b", lambda _: solution.file_name, text)


def _words(stderr: Path, size: int) -> str:
    """All of it, or the beginning and the end of a long one: a crash is explained in the last lines."""
    if size <= 2 * STDERR_BYTES:
        return read_text(stderr, 2 * STDERR_BYTES) if size else ""
    return f"{read_text(stderr, STDERR_BYTES)}\n...\n{read_text(stderr, STDERR_BYTES, size - STDERR_BYTES)}"


def _both_ends(words: str) -> str:
    if len(words) <= EXCERPT_BYTES:
        return words
    half = EXCERPT_BYTES // 2
    return f"{words[:half]}\n...\n{words[-half:]}"
