"""The report as a table for spreadsheets: a row for each solution, then a column for each test."""

import csv
import io
import re
import unicodedata

from judge.base.text import JOINERS, one_line
from judge.reports.model import Report, SolutionReport

FORMULA_BEGINS = ("=", "+", "-", "@")
CELL_BEGINS = re.compile(rf"(^|[;,])([\s{JOINERS}]*)(\S)")
"""The characters that begin a cell: a spreadsheet's locale may use the other separator, even within quotes."""
HEAD = (
    "problem",
    "author",
    "solution",
    "verdict",
    "passed",
    "tests",
    "points",
    "most_points",
    "worst_wall_ms",
    "worst_cpu_ms",
    "reason",
    "findings",
    "date",
    "machine",
)


def csv_of(*reports: Report) -> str:
    """The table. Tests that were not run are empty; with several problems, a test's column names its problem, too."""
    problems = [problem for report in reports for problem in report.problems]
    tests = dict.fromkeys((problem.id, test.name) for problem in problems for test in problem.tests)
    several = len({problem.id for problem in problems}) > 1
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    names = (f"{problem}/{name}" if several else name for problem, name in tests)
    table.writerow([*HEAD, *map(without_formula, names)])
    for report in reports:
        for problem_id, result in report.results:
            verdicts = {(problem_id, test.name): test.verdict.code for test in result.tests}
            cells = [*_cells(problem_id, result), report.date, report.place]
            table.writerow([*map(without_formula, cells), *(verdicts.get(test, "") for test in tests)])
    return text.getvalue()


def _cells(problem_id: str, result: SolutionReport) -> list[str]:
    author, _, file = result.name.rpartition("/")
    worst = result.worst
    times = [f"{worst.wall_ns / 1e6:.1f}", f"{worst.cpu_ns / 1e6:.1f}"] if worst else ["", ""]
    points = ["" if value is None else f"{value:.15g}" for value in (result.points, result.most_points)]
    counts = [str(result.passed), str(result.test_count), *points]
    findings = "; ".join(f"{one.kind} at {one.place}" if one.place else one.kind for one in result.findings)
    return [problem_id, author, file, result.verdict.code, *counts, *times, result.reason, findings]


def without_formula(text: str) -> str:
    """The text of a cell. Spreadsheets evaluate text that begins like a formula, even in full-width characters or
    after blanks, and a student chooses the name of a file. Such text gets an apostrophe, as OWASP advises
    (https://owasp.org/www-community/attacks/CSV_Injection)."""

    def with_apostrophe(found: re.Match[str]) -> str:
        separator, blanks, first = found.groups()
        is_formula = unicodedata.normalize("NFKC", first) in FORMULA_BEGINS
        return f"{separator}'{blanks}{first}" if is_formula else found[0]

    return CELL_BEGINS.sub(with_apostrophe, one_line(text))
