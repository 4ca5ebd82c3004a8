"""Which tests the solutions of a class failed: the number for each, and a matrix if a solution failed several.

The matrix has a row for each solution that failed any, and a column for each test that any failed, under its number.
If it is too wide, it is split into several blocks.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from judge.base.plain import is_plain
from judge.base.tables import Column, FittedTable, new_table
from judge.judging.verdicts import Verdict
from judge.reports.model import ProblemReport, SolutionReport
from judge.reports.terminal.problem_table import broken_name

PASSED, NOT_RUN = "+", "."
LEGEND = f"{PASSED} passed, {NOT_RUN} not run, else the verdict's first letter"
AROUND_NAME = 6
"""Columns for the margins of the matrix and the gap after the names."""
MARK_WIDTH = 2
"""A character and a space."""
LEAST_NAME, SHARE_OF_NAMES = 20, 4
"""Longer names are broken into lines if they would take more than a fourth of the width."""


def failed_tests(problem: ProblemReport, width: int) -> Iterator[Table | FittedTable]:
    """A row for each test that failed, then the matrix; nothing where no test failed."""
    failed = {test.name for result in problem.results for test in result.tests if test.failed}
    numbers = {test.name: at for at, test in enumerate(problem.tests, start=1) if test.name in failed}
    if not numbers:
        return
    yield _counts(problem, numbers)
    rows = [result for result in problem.results if any(test.failed for test in result.tests)]
    if all(sum(test.failed for test in result.tests) == 1 for result in rows):
        return  # the table of solutions has shown everything
    if is_plain():
        yield _in_lines(rows)
        return
    longest = max(cell_len(result.name) for result in rows)
    name_width = min(longest, max(LEAST_NAME, width // SHARE_OF_NAMES))
    most = max(1, (width - AROUND_NAME - name_width) // MARK_WIDTH)
    blocks = math.ceil(len(numbers) / most)
    names, legend = list(numbers), f": {LEGEND}"
    for number in range(blocks):
        begin, end = (len(names) * edge // blocks for edge in (number, number + 1))
        block = {name: numbers[name] for name in names[begin:end]}
        first, last = min(block.values()), max(block.values())
        tests = f"tests {first} to {last}" if first < last else f"test {first}"
        yield _block(tests + legend, rows, block, name_width)
        legend = ""


def _in_lines(rows: Sequence[SolutionReport]) -> FittedTable:
    """The matrix as text: which tests each solution failed."""
    failed = [
        ", ".join(f"{test.name} {test.verdict.code}" for test in result.tests if test.failed)
        for result in rows
    ]
    return FittedTable(None, [Column("solution", [row.name for row in rows], 0), Column("failed", failed, 0)])


def _counts(problem: ProblemReport, numbers: Mapping[str, int]) -> FittedTable:
    verdicts = {name: Counter[str]() for name in numbers}
    runs = Counter(test.name for result in problem.results for test in result.tests)
    for result in problem.results:
        for test in result.tests:
            if test.failed:
                verdicts[test.name][test.verdict.code] += 1
    by = [f"{found.total()} of {runs[name]}" for name, found in verdicts.items()]
    words = [", ".join(f"{n} {code}" for code, n in found.most_common()) for found in verdicts.values()]
    return FittedTable(
        None,
        [
            Column("test", [str(number) for number in numbers.values()], 0, right=True),
            Column("name", [*numbers], 0, folds=True),
            Column("failed by", by, 0, right=True),
            Column("verdicts", words, 1),
        ],
    )


def _block(title: str, rows: Sequence[SolutionReport], numbers: Mapping[str, int], name_width: int) -> Table:
    table = new_table(title)
    table.add_column("solution", no_wrap=True)
    table.add_column(_heading([*numbers.values()]), no_wrap=True)
    for result in rows:
        table.add_row(Text(broken_name(result.name, name_width)), _marks(result, numbers))
    return table


def _heading(numbers: Sequence[int]) -> Text:
    """The numbers of the tests, each to be read downwards above its column."""
    digits = len(str(max(numbers)))
    columns = [f"{number:>{digits}}" for number in numbers]
    return Text("\n".join(" ".join(column[row] for column in columns) for row in range(digits)))


def _marks(result: SolutionReport, names: Mapping[str, int]) -> Text:
    verdicts = {test.name: test.verdict for test in result.tests}
    marks = []
    for name in names:
        verdict = verdicts.get(name)
        if verdict is None:
            marks.append(Text(NOT_RUN, "dim"))
        else:
            mark = PASSED if verdict is Verdict.AC else verdict.code[0]
            marks.append(Text(mark, verdict.style))
    return Text(" ").join(marks)
