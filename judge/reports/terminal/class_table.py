"""Many submissions to one problem in the terminal: a row each, with a character for each test."""

from rich.table import Table
from rich.text import Text

from judge.base.tables import Column, fitted_table
from judge.base.text import printable
from judge.base.units import seconds
from judge.judging.verdicts import Verdict
from judge.reports.model import ProblemReport, SolutionReport
from judge.reports.terminal.verdict_text import verdict_text

MARKS = {Verdict.AC: "+", Verdict.SKIP: "s"}
"""Of other verdicts it is their first letter: W, T, M, O, R."""
NOT_RUN = "."


def class_table(problem: ProblemReport) -> Table:
    results = problem.results
    columns = [
        Column("solution", [printable(result.name) for result in results], 0, folds=True),
        Column("verdict", [verdict_text(result.verdict) for result in results], 0),
        Column("passed", [f"{result.passed}/{result.test_count}" for result in results], 0, right=True),
        Column("worst wall", [_wall(result) for result in results], 2, right=True),
        Column("tests", [_marks(result, problem) for result in results], 1, folds=True),
        Column("first failure", [_failure(result) for result in results], 3, folds=True),
    ]
    return fitted_table(
        f"{problem.id}: each test + passed, {NOT_RUN} not run, or a verdict's first letter", columns
    )


def _wall(result: SolutionReport) -> str:
    if result.was_emulated:
        return "emulated"
    return seconds(result.worst.wall_ns) if result.worst else ""


def _marks(result: SolutionReport, problem: ProblemReport) -> Text:
    verdicts = {test.name: test.verdict for test in result.tests}
    marks = Text()
    for test in problem.tests:
        verdict = verdicts.get(test.name)
        if verdict is None:
            marks.append(NOT_RUN, "dim")
        else:
            marks.append(MARKS.get(verdict, verdict.code[0]), verdict.style)
    return marks


def _failure(result: SolutionReport) -> str:
    return "" if result.verdict is Verdict.AC else printable(result.reason)
