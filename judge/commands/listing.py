"""`judge list`: the problems, or everything about one of them."""

from dataclasses import dataclass

from judge.base.console import out
from judge.base.tables import Column, fitted_table, new_table
from judge.judging.selection import emulates_gpu
from judge.judging.solutions import solvers, stored_submissions
from judge.judging.verdicts import Verdict
from judge.languages.table import LANGUAGES
from judge.limits.known import limit_cell, limit_text, limited_unmeasured
from judge.problems.broken import check_built, load_one, load_usable, usable
from judge.problems.device import NOT_TIMED
from judge.problems.model import Problem
from judge.problems.test_cases import load_test_cases, no_test_data, test_names
from judge.problems.time_rule import NO_TIME_OPTIONS
from judge.project.build import build
from judge.project.paths import Project

NOT_BUILT = "shown once they are built: ./judge/judge list PROBLEM"
NO_PROGRAM = "none: its submissions answer it"


def list_all(project: Project) -> int:
    """Problems, languages and verdicts. Builds nothing: it is often the first command, and a first build takes
    minutes."""
    problems, broken = load_usable(project, built=False)
    rows = list(broken.of_each(problems, lambda problem: _row(project, problem)).values())
    columns = [
        Column("id", [row.id for row in rows], 0),
        Column("title", [row.title for row in rows], 1, folds=True),
        Column("time limit", [row.limit for row in rows], 2),
        Column("tests", [row.tests for row in rows], 3, right=True),
    ]
    out.print(fitted_table("Problems", columns))
    columns = [
        Column("problem", [row.id for row in rows], 0),
        Column("solvers", [row.solvers for row in rows], 0, folds=True),
    ]
    out.print(fitted_table("Solvers", columns))

    table = new_table("Languages")
    for heading in ("id", "language", "files", "state"):
        table.add_column(heading, no_wrap=heading == "id")
    for language in LANGUAGES:
        missing = language.missing_tools
        state = f"missing: {language.install}" if missing else "available"
        table.add_row(language.id, language.title, " ".join(language.suffixes), state)
    out.print(table)

    table = new_table("Verdicts")
    table.add_column("code")
    table.add_column("meaning")
    for verdict in Verdict:
        table.add_row(verdict.code, verdict.title, style=verdict.style)
    out.print(table)
    return 0


@dataclass(frozen=True)
class _Row:
    """A problem in the list."""

    id: str
    title: str
    limit: str
    tests: str
    solvers: str


def _row(project: Project, problem: Problem) -> _Row:
    count = len(test_names(project, problem))
    if not count:
        raise no_test_data(project, problem)
    is_built = project.program(problem.id).exists()
    names = ", ".join(solver.name for solver in solvers(project, problem)) if is_built else NOT_BUILT
    known = limited_unmeasured(project, problem, NO_TIME_OPTIONS)
    return _Row(
        problem.id,
        _titles(problem),
        limit_cell(known),
        str(count),
        names if problem.has_program else NO_PROGRAM,
    )


def list_problem(project: Project, name: str) -> int:
    """The tests, solvers and stored submissions of one problem."""
    build(project)
    problem = load_one(project, name)
    with usable(project, name):
        check_built(project, name)
        tests = load_test_cases(project, problem)
        emulate = emulates_gpu(project)
        stored = stored_submissions(project, problem, emulate)
        solutions = [*solvers(project, problem, emulate), *stored]
    out.print(f"{problem.id}: {_titles(problem)}", style="bold", markup=False)
    limits = problem.limits
    mebibytes = f"memory {limits.memory_bytes >> 20} MiB, output {limits.output_bytes >> 20} MiB"
    known = limited_unmeasured(project, problem, NO_TIME_OPTIONS)
    out.print(f"{limit_text(known)}, {mebibytes}")
    table = new_table("Solutions")
    table.add_column("solution")
    table.add_column("expected")
    table.add_column("here")
    for solution in solutions:
        # Whether a submission's language works is only found out on judging, by its self-test.
        obstacle = solution.obstacle if solution.is_solver else solution.obstacle_to_run
        here = f"cannot run: {obstacle}" if obstacle else "" if solution.device.is_timed else NOT_TIMED
        table.add_row(solution.name, solution.expected.code, here)
    out.print(table)
    table = new_table("Tests")
    table.add_column("test")
    table.add_column("input file")
    for test in tests:
        table.add_row(test.name, project.show(test.input))
    out.print(table)
    return 0


def _titles(problem: Problem) -> str:
    return " / ".join(problem.names[language] for language in sorted(problem.names))
