"""`judge list`: the problems, or everything about one of them."""

from pathlib import Path

from msgspec import Struct

from judge.base.called import JUDGE
from judge.base.console import out
from judge.base.tables import Column, FittedTable, new_table
from judge.base.units import plural
from judge.judging.selection import emulates_gpu
from judge.judging.solutions import Solution, solvers
from judge.judging.stored import stored_submissions
from judge.judging.verdicts import Verdict
from judge.languages.language import Language
from judge.languages.table import LANGUAGES, absent_languages, is_emulated_here
from judge.limits.known import limit_cell, limit_text, limited_unmeasured
from judge.problems.broken import check_built, load_one, load_usable, usable
from judge.problems.device import NOT_TIMED
from judge.problems.model import Package, Problem, TestCase
from judge.problems.test_cases import load_test_cases, no_test_data, test_names
from judge.problems.time_rule import NO_TIME_OPTIONS
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.reports.terminal.group_table import points_table
from judge.reports.terminal.problem_table import broken_name

NOT_BUILT = "shown once they are built, by {judge} verify {id}"
BESIDE_NAMES = 25
"""Columns of the terminal that the table of solutions needs besides the names."""
NO_PROGRAM = "none: its submissions answer it"


def list_all(host: JudgeHost) -> int:
    """Lists problems, languages and verdicts. Builds nothing: it is often the first command, and a first build takes
    minutes."""
    problems, broken = load_usable(host)
    rows = list(broken.of_each(problems, lambda problem: _row(host, problem)).values())
    columns = [
        Column("id", [row.id for row in rows], 0),
        Column("title", [row.title for row in rows], 1, folds=True),
        Column("time limit", [row.limit for row in rows], 2),
        Column("tests", [row.tests for row in rows], 3, right=True),
    ]
    out.print(FittedTable("Problems", columns))
    columns = [
        Column("problem", [row.id for row in rows], 0),
        Column("solvers", [row.solvers for row in rows], 0, folds=True),
    ]
    out.print(FittedTable("Solvers", columns))

    absent = absent_languages()
    here = [language for language in LANGUAGES if language not in absent]
    columns = [
        Column("id", [language.id for language in here], 0),
        Column("language", [language.title for language in here], 0, folds=True),
        Column("files", [" ".join(language.suffixes) for language in here], 0, folds=True),
        Column("state", [_state(language) for language in here], 1, folds=True),
    ]
    out.print(FittedTable("Languages", columns))
    if absent:
        out.print(
            f"{plural(len(absent), 'more language')} can be installed: {JUDGE} languages\n", style="dim"
        )

    table = new_table("Verdicts", "code", "meaning")
    for verdict in Verdict:
        table.add_row(verdict.code, verdict.title, style=verdict.style)
    out.print(table)
    return 0


def _state(language: Language) -> str:
    return "on the emulated GPU" if is_emulated_here(language) else "available"


class _Row(Struct, frozen=True):
    """A problem in the list."""

    id: str
    title: str
    limit: str
    tests: str
    solvers: str


def _row(host: JudgeHost, problem: Problem) -> _Row:
    count = len(test_names(host.installation, problem))
    if not count:
        raise no_test_data(host.installation, problem)
    names = NOT_BUILT.format(judge=JUDGE, id=problem.id)
    if host.installation.program(problem.id).exists():
        names = ", ".join(solver.name for solver in solvers(host, problem))
    known = limited_unmeasured(host, problem, NO_TIME_OPTIONS)
    return _Row(
        problem.id,
        _titles(problem),
        limit_cell(known),
        str(count),
        names if problem.has_program else NO_PROGRAM,
    )


def list_problem(host: JudgeHost, name: str) -> int:
    """The tests, solvers and stored submissions of one problem. Builds nothing, either."""
    problem = load_one(host, name)
    with usable(host, problem.id):
        check_built(host.installation, problem)
        tests = load_test_cases(host.installation, problem)
        emulate = emulates_gpu(host)
        is_built = not problem.has_program or host.installation.program(problem.id).exists()
        stored = stored_submissions(host, problem, emulate)
        solutions = [*(solvers(host, problem, emulate) if is_built else ()), *stored]
    out.print(f"{problem.id}: {_titles(problem)}", style="bold")
    limits = problem.limits
    mebibytes = f"memory {limits.memory_bytes >> 20} MiB, output {limits.output_bytes >> 20} MiB"
    known = limited_unmeasured(host, problem, NO_TIME_OPTIONS)
    out.print(f"{limit_text(known)}, {mebibytes}")
    if problem.package:
        _tell_package(problem, problem.package)
    out.print()
    columns = [
        Column("solution", [broken_name(one.name, out.width - BESIDE_NAMES) for one in solutions], 0),
        Column("expected", [solution.expected.code for solution in solutions], 0),
    ]
    here = [_note(solution) for solution in solutions]
    if any(here):
        columns.append(Column("here", here, 0, folds=True))
    out.print(FittedTable("Solutions", columns))
    if not is_built:
        out.print(f"solvers: {NOT_BUILT.format(judge=JUDGE, id=name)}", style="dim")
    if problem.scoring:
        out.print(points_table(problem.scoring))
    columns = [
        Column("test", [test.name for test in tests], 0),
        Column("folder", [_folder(host.installation, problem, test) for test in tests], 1),
    ]
    out.print(FittedTable("Tests: the files TEST.in and TEST.ans in the folder", columns))
    return 0


def _note(solution: Solution) -> str:
    """Whether a submission's language works is only found when it is judged, by its self-test."""
    obstacle = solution.obstacle if solution.is_solver else solution.obstacle_to_run
    return f"cannot run: {obstacle}" if obstacle else "" if solution.device.is_timed else NOT_TIMED


def _folder(installation: Installation, problem: Problem, test: TestCase) -> str:
    """The folder of the test's files according to its name, or else the actual one."""
    path = str(test.input)
    folder = path.removesuffix(f"/{test.name}.in")
    found = test.input.parent if folder == path else Path(folder)
    place = problem.lasting_place(found)
    return installation.show(found) if place == str(found) else place


def _tell_package(problem: Problem, package: Package) -> None:
    """Shows its format, who decides, and which parts of it are not used."""
    judged_by = ", ".join(path.name for path in problem.output_validators) or "the default comparison"
    out.print(f"format {package.format}, judged by {judged_by}", soft_wrap=True)
    for remark in package.remarks:
        out.print(f"note: {remark}", style="yellow", soft_wrap=True)


def _titles(problem: Problem) -> str:
    return " / ".join(problem.names[language] for language in sorted(problem.names))
