"""`judge submit`: compiles a solution, judges it test by test, explains the first failure."""

import codecs
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.progress import TaskID

from judge.base.console import muted, out, progress
from judge.base.errors import JudgeError
from judge.commands.submit_again import look_again
from judge.commands.submit_options import PLAIN, SubmitOptions
from judge.commands.submit_result import tell_result, tell_time
from judge.history.recorder import recording
from judge.judging.emulated_cost import bound_in_submit
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.near_limit import same_speed
from judge.judging.results import Result, TestResult
from judge.judging.sanitize import require_sanitizers
from judge.judging.solutions import submission
from judge.judging.verdicts import Verdict
from judge.languages.sources import SourceFile, read_folder
from judge.languages.table import without_gpu
from judge.limits.find import find_time_limits
from judge.limits.known import limited_unmeasured
from judge.machine.cores import free_cores, usable_cores
from judge.measure.best_solver import Beside, put_beside, telling_test
from judge.problems.model import load_problems, problem_ids
from judge.problems.test_cases import load_test_cases
from judge.problems.time_rule import NO_TIME_OPTIONS, TimeOptions
from judge.problems.work import work_of_tests
from judge.project.build import PROGRAMS, SOLVERS, build
from judge.project.paths import Project
from judge.reports.files import ReportFiles
from judge.reports.make import Outcome, report_of
from judge.reports.terminal.test_line import name_width_of, test_line
from judge.reports.terminal.verdict_line import verdict_line
from judge.sandbox.isolation import describe
from judge.testdata.generate import ensure_data

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
) -> int:
    """The command. Returns the exit status: 0 accepted, 1 not, including when it was only compiled.

    With `repeat` above 1 each test that is passed is timed that many times, with nothing else running. Without a GPU,
    CUDA is judged on the emulated one, unless the language was specified: then it is only compiled.
    """
    if problem_name not in problem_ids(project) and Path(problem_name).is_file():
        raise JudgeError(f"'{problem_name}' is a file: name the problem before it.")
    problem = load_problems(project, [problem_name])[0]
    source, file_name = _read_source(file, language, problem.limits.code_bytes + 1)
    solution = submission(project, problem, source, file_name, language_id=language)
    if options.sanitize:
        require_sanitizers(solution.language)
    with muted(options.quiet):
        may_be_emulated = solution.device.is_emulated or (
            solution.obstacle_to_run is not None and language is None
        )
        build(project, PROGRAMS if may_be_emulated else SOLVERS)
        stand_in = without_gpu(solution.language) if solution.language and may_be_emulated else None
        if stand_in and not stand_in.missing_tools:
            out.print(f"{solution.obstacle_to_run}: judged on the emulated GPU", style="dim", markup=False)
            solution = submission(project, problem, source, file_name, language_id=stand_in.id)
        ensure_data(project, problem, samples_only)
        tests = load_test_cases(project, problem, samples_only)
        if samples_only:
            problem, slowdown = limited_unmeasured(project, problem, time_options), same_speed
        else:
            limits = find_time_limits(project, [problem], {problem.id: tests}, time_options)
            problem, slowdown = limits.problems[problem.id], limits.slowdown(problem.id)
        solution = replace(solution, problem=problem)
        name_width = name_width_of(tests, out.width)
        lanes = [
            [core] for core in free_cores(1 if solution.device.needs_gpu or repeat > 1 else TESTS_AT_ONCE)
        ]
        work = work_of_tests(project, problem, tests)
        start = time.monotonic()
        with recording(project, "submit") as history, progress(len(tests), "compiling") as bar:
            if solution.device.is_timed:
                history.begin({problem.id: tests}, 1)

            def on_compiled() -> None:
                bar.update(TaskID(0), description="judging")

            def on_test(test: TestResult) -> None:
                bar.update(TaskID(0), advance=1, description=test.test.name)
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
        outcome = Outcome([problem], {problem.id: [result]}, [], time.monotonic() - start)
        if files:
            files.write(report_of(project, outcome))
    out.print(verdict_line(result, file_name, tests, strict=options.strict), soft_wrap=True)
    return 0 if result.verdict is Verdict.AC and not (options.strict and result.findings) else 1


def _read_source(file: str, language: str | None, most: int) -> tuple[str | Sequence[SourceFile], str]:
    """The source, no more than `most` bytes of it, and its name.

    "-" is standard input, which has no suffix to infer the language from. A link is followed: the source is what its
    owner can read there, under the link's name.
    """
    if file == "-":
        if language is None:
            raise JudgeError(
                "a solution on standard input needs a language option: ./judge/judge submit PROBLEM - --language cpp"
            )
        return _text(sys.stdin.buffer.read(most), "standard input"), "stdin"
    if Path(file).is_dir():
        return read_folder(Path(file), file.rstrip("/"), most - 1), Path(file).resolve().name
    try:
        with Path(file).open("rb") as source:
            content = source.read(most)
    except OSError as error:
        raise JudgeError(f"{file}: {error.strerror}.") from error
    return _text(content, file), Path(file).name


def _text(content: bytes, file: str) -> str:
    """Bytes that are not UTF-8 are kept; the compiler will complain about them."""
    if not content.strip():
        raise JudgeError(f"{file} is empty: there is nothing to judge.")
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise JudgeError(f"{file} is in UTF-16, which compilers do not read: save it as UTF-8.")
    return content.decode("utf-8", errors="surrogateescape")


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
