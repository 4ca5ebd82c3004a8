"""The verdict matrix of a problem: a row a solution, a column a test."""

import re

from msgspec import Struct

from judge.base.units import bytes_text
from judge.judging.advice import Advice
from judge.problems.device import EMULATED_MARKS, NOT_TIMED
from judge.reports.html.differences import DrawnDifference, drawn_difference
from judge.reports.html.figures import time_text
from judge.reports.html.warp_picture import WarpPicture, warp_picture
from judge.reports.model import ProblemReport, SolutionReport, TestReport

OUTPUTS_SHOWN = 3
"""The most failing tests of one solution whose outputs are on the page; a solver that fails may fail all of them."""


class MatrixColumn(Struct, frozen=True):
    name: str
    """"secret/07-all-off"."""
    label: str
    """The part that there is room for: "07"."""
    group: str
    """"secret"."""
    begins_group: bool


class MatrixCell(Struct, frozen=True):
    """A test of a solution; without a code if it was not run."""

    code: str = ""
    figures: str = ""
    """Wall time, CPU time and peak memory, separated by bars; for an emulated run, that it was not timed."""
    reason: str = ""


class Failure(Struct, frozen=True):
    test: TestReport
    reason: str
    difference: DrawnDifference | None


class MatrixRow(Struct, frozen=True):
    result: SolutionReport
    folder: str
    """The folder, the part of "wrong_answer/overflow.cpp" before the slash; empty for a solver."""
    file: str
    cells: tuple[MatrixCell, ...]
    failures: tuple[Failure, ...]
    failures_left_out: int
    advice: tuple[tuple[Advice, WarpPicture | None], ...]
    is_open: bool
    """Whether its output is open on the page: it alone was unexpected."""


def columns_of(problem: ProblemReport) -> list[MatrixColumn]:
    columns: list[MatrixColumn] = []
    for number, test in enumerate(problem.tests, start=1):
        group, _, name = test.name.rpartition("/")
        begins = not columns or columns[-1].group != group
        label = re.match(r"\d{1,3}(?=-)", name)
        columns.append(MatrixColumn(test.name, label[0] if label else str(number), group, begins))
    return columns


def rows_of(problem: ProblemReport) -> list[MatrixRow]:
    unexpected = [result for result in problem.results if not result.as_expected]
    return [_row(result, problem, is_open=unexpected == [result]) for result in problem.results]


def _row(result: SolutionReport, problem: ProblemReport, *, is_open: bool) -> MatrixRow:
    tests = {test.name: test for test in result.tests}
    folder, _, file = result.name.rpartition("/")
    failed = [test for test in result.tests if test.failed]
    return MatrixRow(
        result=result,
        folder=folder,
        file=file,
        cells=tuple(_cell(tests.get(test.name), result.emulated) for test in problem.tests),
        failures=tuple(
            Failure(test, _reason(test), drawn_difference(test.difference) if test.difference else None)
            for test in failed[:OUTPUTS_SHOWN]
        ),
        failures_left_out=len(failed[OUTPUTS_SHOWN:]),
        advice=tuple((one, warp_picture(one)) for one in (result.counted.advice if result.counted else ())),
        is_open=is_open,
    )


def _cell(test: TestReport | None, emulated: bool) -> MatrixCell:
    if test is None:
        return MatrixCell()
    if emulated or not test.timed:
        return MatrixCell(test.verdict.code, NOT_TIMED if emulated else EMULATED_MARKS[1], test.reason)
    facts = test.facts
    figures = (time_text(facts.wall_ns), time_text(facts.cpu_ns), bytes_text(facts.peak_memory_bytes))
    return MatrixCell(test.verdict.code, "|".join(figures), _reason(test))


def _reason(test: TestReport) -> str:
    """The reason with its times, if the test was run again near its limit."""
    return "; ".join(filter(None, (test.reason, test.repeated_time.text if test.repeated_time else "")))
