"""`judge submit`: compiles a solution, judges it test by test, explains the first failure."""

import codecs
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.markup import escape
from rich.panel import Panel
from rich.progress import TaskID
from rich.text import Text

from judge.base.console import out, progress
from judge.base.errors import JudgeError
from judge.base.units import mebibytes, plural, seconds
from judge.history.recorder import recording
from judge.judging.emulated_cost import bound_in_submit
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.near_limit import same_speed
from judge.judging.results import Result, TestResult
from judge.judging.solutions import Solution, submission
from judge.judging.verdicts import Verdict
from judge.languages.sources import SourceFile, read_folder
from judge.languages.table import without_gpu
from judge.limits.find import find_time_limits
from judge.limits.known import limit_text, limited_unmeasured
from judge.machine.cores import free_cores, usable_cores
from judge.machine.hardware import this_hardware
from judge.measure.best_solver import Beside, put_beside, telling_test, walls
from judge.measure.ceilings import load_ceilings
from judge.problems.device import NOT_TIMED
from judge.problems.model import load_problems, problem_ids
from judge.problems.test_cases import TestCase, load_test_cases
from judge.problems.time_rule import NO_TIME_OPTIONS, TimeOptions
from judge.problems.work import work_of_tests
from judge.project.build import PROGRAMS, SOLVERS, build
from judge.project.paths import Project
from judge.reports.files import ReportFiles
from judge.reports.make import Outcome, report_of
from judge.reports.terminal.findings_text import findings_text
from judge.reports.terminal.submit_text import time_report
from judge.reports.terminal.verdict_text import verdict_text
from judge.sandbox.isolation import describe
from judge.testdata.generate import ensure_data

EXCERPT_LINES = 12
FIGURES_WIDTH = 46
"""The verdict of a test, its wall and CPU time and its memory, with their units."""
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
    name_width = _name_width(tests, out.width)
    lanes = [[core] for core in free_cores(1 if solution.device.needs_gpu or repeat > 1 else TESTS_AT_ONCE)]
    work = work_of_tests(project, problem, tests)
    start = time.monotonic()
    with recording(project, "submit") as history, progress(len(tests), "compiling") as bar:
        if solution.device.is_timed:
            history.begin({problem.id: tests}, 1)

        def on_compiled() -> None:
            bar.update(TaskID(0), description="judging")

        def on_test(test: TestResult) -> None:
            bar.update(TaskID(0), advance=1, description=test.test.name)
            out.print(_test_line(test, name_width, timed=solution.device.is_timed))

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
    if result.obstacle is not None and solution.obstacle_to_run is None and result.compile_error is None:
        raise JudgeError(result.obstacle)
    _explain(result, file_name)
    for part in findings_text(result.findings, solution.texts):
        out.print(part)
    if (
        _may_race(result)
        and any("__shared__" in text for text in solution.texts.values())
        and not project.settings.finds_races
    ):
        out.print("It uses shared memory: --races looks for races between its threads.", style="bold yellow")
    if shown:
        _tell_time(project, solution, shown, beside)
    out.print(describe(result.isolations), style="dim", markup=False, soft_wrap=True)
    history.tell()
    outcome = Outcome([problem], {problem.id: [result]}, [], time.monotonic() - start)
    if files:
        files.write(report_of(project, outcome))
    return 0 if result.verdict is Verdict.AC else 1


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


def _may_race(result: Result) -> bool:
    """Whether missing synchronisation between threads may be why it is wrong: nothing found so far explains it."""
    explained = any(found.kind != "leaked-memory" for found in result.findings)
    return (
        result.solution.device.is_emulated and result.verdict in (Verdict.WA, Verdict.RTE) and not explained
    )


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


def _tell_time(project: Project, solution: Solution, test: TestResult, beside: Beside | None) -> None:
    ceilings = load_ceilings(this_hardware(project.settings.gpus.numbers))
    utf8 = out.encoding.lower().startswith("utf")
    out.print()
    for part in time_report(
        test, beside, ceilings, on_gpu=solution.device.needs_gpu, width=out.width, utf8=utf8
    ):
        out.print(part)


def _name_width(tests: Sequence[TestCase], width: int) -> int:
    """Of the names' column: the longest name, unless it would push all figures out of the terminal."""
    longest = max((len(test.name) for test in tests), default=0)
    return min(longest, max(20, min(40, width - 20), width - FIGURES_WIDTH))


def _test_line(test: TestResult, name_width: int, *, timed: bool) -> Text:
    """Name, verdict, and of its figures, the most important first, as many as the terminal has room for."""
    facts = test.facts
    line = Text.assemble(f"{test.test.name:<{name_width}} ", verdict_text(test.ruling.verdict))
    line.pad_right(max(0, name_width + 5 - len(line)))
    if not timed:
        return line
    figures = [f"{seconds(facts.wall_ns):>9} wall"]
    if len(test.runs) > 1:
        spread = walls(test)
        runs = f"{len(test.runs)} runs, {seconds(spread.low)} to {seconds(spread.high)}"
        figures.append(f"{f'({runs})':>32}")
    figures += [f"{seconds(facts.cpu_ns):>10} CPU", f"{mebibytes(facts.peak_memory_bytes):>12}"]
    for figure in figures:
        if len(line) + len(figure) > out.width:
            break
        line.append(figure)
    return line


def _explain(result: Result, file_name: str) -> None:
    verdict, solution = result.verdict, result.solution
    out.print()
    title = verdict.title if solution.device.is_timed else f"{verdict.title}, {NOT_TIMED}"
    headline = Text.assemble(
        verdict_text(verdict), f" ({title})  {solution.problem.id}  {file_name}", style="bold"
    )
    out.print(headline)
    if result.obstacle is not None:
        out.print(result.obstacle, markup=False)
    if result.compile_error is not None:
        out.print(Panel(Text(result.compile_error), title="the compiler's message", border_style="blue"))
    if result.obstacle is not None or result.compile_error is not None:
        return
    passed = result.count(Verdict.AC)
    limit = (
        limit_text(solution.problem)
        if solution.device.is_timed
        else f"time limit {solution.limits().time_s:g} s and more for large tests"
    )
    out.print(f"{passed} of {plural(result.test_count, 'test')} passed, {limit}")
    if result.left_out:
        out.print(f"{result.left_out_text}; --all judges all", style="bold yellow", markup=False)
    if result.first_failure:
        _explain_failure(result.first_failure)


def _explain_failure(failure: TestResult) -> None:
    out.print(f"\nFirst failure: {failure.test.name}: {failure.ruling.reason}", style="bold", markup=False)
    with failure.test.input.open(encoding="utf-8", errors="replace") as file:
        given = file.read(2000)
    with failure.test.answer.open(encoding="utf-8", errors="replace") as file:
        answer = file.read(2000)
    shown = [
        ("input", _excerpt(given)),
        ("expected output", _excerpt(answer)),
        ("output", _excerpt(failure.stdout_excerpt)),
    ]
    if failure.stderr_excerpt.strip():
        shown.append(("standard error", _excerpt(failure.stderr_excerpt, both_ends=True)))
    for title, text in shown:
        out.print(Panel(Text(text), title=escape(title), title_align="left"))
    out.print(f"Whole input:  {failure.test.input}", markup=False, soft_wrap=True)
    out.print(f"Whole answer: {failure.test.answer}", markup=False, soft_wrap=True)


def _excerpt(text: str, *, both_ends: bool = False) -> str:
    """The first lines, or the first and the last, none longer than a screen's width allows."""
    lines = [line if len(line) <= 100 else line[:100] + " ..." for line in text.splitlines()]
    if len(lines) > EXCERPT_LINES:
        half = EXCERPT_LINES // 2
        lines = [*lines[:half], "...", *lines[-half:]] if both_ends else [*lines[:EXCERPT_LINES], "..."]
    return "\n".join(lines)
