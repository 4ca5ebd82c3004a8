"""`judge submit`: compiles a solution, judges it test by test, explains the first failure."""

import time
from collections.abc import Sequence
from dataclasses import replace

from rich.progress import TaskID

from judge.base.console import muted, out, progress
from judge.base.errors import JudgeError
from judge.base.interruption import in_one_piece, telling
from judge.base.units import plural
from judge.commands.given import loaded_tests, problem_of, solution_here, solution_in
from judge.commands.submit_again import look_again
from judge.commands.submit_options import PLAIN, SubmitOptions
from judge.commands.submit_result import tell_result, tell_time
from judge.commands.submit_so_far import SubmitSoFar
from judge.history.recorder import recording
from judge.judging.emulated_cost import bound_in_submit
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.results import Result, TestResult
from judge.judging.sanitize import require_sanitizers
from judge.judging.verdicts import Verdict
from judge.limits.find import limits_of_submission
from judge.machine.cores import free_cores, usable_cores
from judge.measure.best_solver import Beside, put_beside, telling_test
from judge.problems.test_choice import chosen_tests
from judge.problems.time_rule import NO_TIME_OPTIONS, TimeOptions
from judge.problems.work import work_of_tests
from judge.project.paths import Project
from judge.reports.files import ReportFiles
from judge.reports.make import Outcome, report_of
from judge.reports.terminal.test_line import name_width_of, test_line
from judge.reports.terminal.verdict_line import verdict_line
from judge.sandbox.isolation import describe

TESTS_AT_ONCE = 2
"""Each on a core of its own. More would compete for memory bandwidth and make times less meaningful."""


def submit(
    project: Project,
    problem_name: str,
    file: str,
    language: str | None,
    samples_only: bool,
    all_tests: bool,
    files: ReportFiles | None,
    repeat: int = 1,
    time_options: TimeOptions = NO_TIME_OPTIONS,
    options: SubmitOptions = PLAIN,
    chosen: Sequence[str] = (),
    author: str | None = None,
) -> int:
    """The command. Returns the exit status: 0 accepted, 1 not, including when it was only compiled.

    With `repeat` above 1 each test that is passed is timed that many times, with nothing else running. Without a GPU,
    CUDA is judged on the emulated one, unless the language was specified: then it is only compiled.
    With names of tests `chosen` it is judged on those alone, which the history does not count as an attempt.
    """
    problem = problem_of(project, problem_name)
    solution = solution_in(project, problem, file, language, author)
    file_name = solution.file_name
    if options.sanitize:
        require_sanitizers(solution.language)
    so_far = SubmitSoFar(project, files)
    with muted(options.quiet), telling(so_far.close_early):
        solution = solution_here(project, solution, out, language_chosen=language is not None)
        tests = loaded_tests(project, problem, samples_only=samples_only)
        problem, slowdown = limits_of_submission(
            project, problem, tests, time_options, samples_only=samples_only
        )
        test_count = len(tests)
        tests = chosen_tests(tests, chosen)
        solution = replace(solution, problem=problem)
        name_width = name_width_of(tests, out.width)
        lanes = [
            [core] for core in free_cores(1 if solution.device.needs_gpu or repeat > 1 else TESTS_AT_ONCE)
        ]
        work = work_of_tests(project, problem, tests)
        start = time.monotonic()
        with recording(project, "submit") as history, progress(len(tests), "compiling") as bar:
            if not chosen:
                history.begin({problem.id: tests}, 1)
            so_far.begin(solution, tests, history)

            def on_compiled() -> None:
                bar.update(TaskID(0), description="judging")

            def on_test(test: TestResult) -> None:
                bar.update(TaskID(0), advance=1, description=test.test.name)
                so_far.tests.append(test)
                out.print(test_line(test, name_width, out.width, timed=solution.device.is_timed))

            job = Job(
                solution,
                tests,
                stop_at_failure=not all_tests,
                repeat=repeat,
                work=work,
                emulated_bound=bound_in_submit(solution, project.settings, all_tests),
            )
            result = judge(project, job, lanes, slowdown=slowdown, on_compiled=on_compiled, on_test=on_test)
            history.keep(result)
            so_far.result = result
            shown, beside = telling_test(result) if solution.device.is_timed else None, None
            if shown and result.verdict is Verdict.AC:
                beside = _put_beside(project, result, shown, repeat)
                if result.verdict is not Verdict.AC:
                    shown = result.first_failure
                    history.keep(result)
            looks = look_again(project, result, work, lanes[0], options)
            if any(look.findings for look in looks):
                history.keep(result)
        if result.obstacle is not None and solution.obstacle_to_run is None and result.compile_error is None:
            raise JudgeError(result.obstacle)
        tell_result(result, looks, options)
        if shown and (result.verdict is Verdict.AC or options.shows_times):
            tell_time(project, solution, shown, beside)
        out.print(describe(result.isolations), style="dim", markup=False, soft_wrap=True)
        history.tell()
        if chosen:
            out.print(
                f"{len(tests)} of {plural(test_count, 'test')} chosen: not stored in the history", style="dim"
            )
        outcome = Outcome([problem], {problem.id: [result]}, [], time.monotonic() - start)
        if files:
            with in_one_piece():
                files.write(report_of(project, outcome))
    out.print(verdict_line(result, file_name, tests, strict=options.strict), soft_wrap=True)
    return 0 if result.verdict is Verdict.AC and not (options.strict and result.findings) else 1


def _put_beside(project: Project, result: Result, test: TestResult, rounds: int) -> Beside | None:
    with progress(None, "stored solvers") as bar:
        return put_beside(
            project,
            result,
            test,
            rounds,
            usable_cores(),
            lambda name: bar.update(TaskID(0), description=f"for comparison: {name}"),
        )
