"""`judge submit` with several files: a class. Each is judged like any other submission; then one table shows all."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from judge.base.console import err, muted, out
from judge.base.errors import JudgeError
from judge.commands.given import loaded_tests, problem_of, solution_here, solution_in
from judge.engine.local import LocalEngine
from judge.engine.progress import with_progress
from judge.history.recorder import recording
from judge.judging.emulated_cost import bound_in_submit
from judge.judging.job import Job
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.limits.find import limits_of_submission
from judge.problems.model import Problem
from judge.problems.test_choice import chosen_tests
from judge.problems.time_rule import NO_TIME_OPTIONS, TimeOptions
from judge.problems.work import work_of_tests
from judge.project.paths import Project
from judge.reports.files import ReportFiles
from judge.reports.make import Outcome, report_of
from judge.reports.terminal.class_table import class_table
from judge.sandbox.isolation import describe


def submit_many(
    project: Project,
    problem_name: str,
    given: Sequence[str],
    language: str | None,
    samples_only: bool,
    all_tests: bool,
    files: ReportFiles,
    *,
    author: str | None = None,
    time_options: TimeOptions = NO_TIME_OPTIONS,
    chosen: Sequence[str] = (),
) -> int:
    """The command. Returns the exit status: 0 all accepted, 1 not, 2 if a file could not be judged at all.

    The author of a file is the folder that it lies in, unless one is named.
    """
    problem = problem_of(project, problem_name)
    solutions, refused = _solutions(project, problem, given, language, author)
    tests = loaded_tests(project, problem, samples_only=samples_only)
    problem, slowdown = limits_of_submission(project, problem, tests, time_options, samples_only=samples_only)
    tests = chosen_tests(tests, chosen)
    work = work_of_tests(project, problem, tests)
    start = time.monotonic()
    jobs = [
        Job(
            replace(solution, problem=problem),
            tests,
            stop_at_failure=not all_tests,
            work=work,
            emulated_bound=bound_in_submit(solution, project.settings, all_tests),
        )
        for solution in solutions
    ]
    found = {}
    with recording(project, "submit") as history:
        if not chosen:
            history.begin({problem.id: tests}, len(jobs))
        judged = LocalEngine(project, lambda _: slowdown).judge([jobs])
        for result in with_progress(judged, len(jobs), "judging", "judged"):
            found[result.solution.name] = result
            history.keep(result)
    results = [found[solution.name] for solution in solutions]
    report = report_of(project, Outcome([problem], {problem.id: results}, [], time.monotonic() - start))
    files.write(report)
    for each in report.problems:
        out.print(class_table(each))
    out.print(describe(run for result in results for run in result.isolations), style="dim", soft_wrap=True)
    history.tell()
    accepted = sum(result.verdict is Verdict.AC for result in results)
    out.print(f"{accepted} of {len(results)} accepted", style="bold")
    return 2 if refused else 0 if accepted == len(results) else 1


def _solutions(
    project: Project, problem: Problem, given: Sequence[str], language: str | None, author: str | None
) -> tuple[list[Solution], int]:
    """Those that can be read, each named by its author; and how many cannot, which is told."""
    found: dict[str, Solution] = {}
    places: dict[str, str] = {}
    refused = 0
    for file in given:
        if file == "-":
            raise JudgeError("several solutions are files or folders: standard input is only one.")
        try:
            solution = solution_in(
                project, problem, file, language, author or Path(file).resolve().parent.name
            )
        except JudgeError as error:
            err.print(f"judge: not judged: {error}", style="red", markup=False, soft_wrap=True)
            refused += 1
            continue
        name = solution.name
        if name in found:
            raise JudgeError(
                f"{file} and {places[name]} are both called {name}: give each author a folder of a name of its own."
            )
        with muted(bool(found)):  # what holds for all is told once
            found[name] = solution_here(project, solution, out, language_chosen=language is not None)
        places[name] = file
    if not found:
        raise JudgeError("none of these files can be judged.")
    return [*found.values()], refused
