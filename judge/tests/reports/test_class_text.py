"""The tables of a class in terminals of any width."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from rich.cells import cell_len
from rich.console import Console

from judge.base.records import replace
from judge.judging.results import Result
from judge.project.host import this_host
from judge.reports.make import JudgingOutcome, report_of
from judge.reports.model import Interruption, ProblemReport
from judge.reports.terminal.class_text import class_line
from judge.reports.terminal.failed_tests import failed_tests
from judge.tests.measured import MS, PROBLEM, failed, passed, result_of

LONG = "maximiliane-von-und-zu-hohenlohe-schillingsfuerst/my_solution_version_final_2.cpp"
CHINESE = "王小明/解.py"


def solution(name: str, marks: str) -> Result:
    """`marks`: "+" a test that is passed, "W" one that is failed; the rest were not run."""
    result = result_of(name, solver=False)
    for number, mark in enumerate(marks, start=1):
        one = passed(1, [MS], name=f"secret/{number:02}-some-test")
        result.tests.append(one if mark == "+" else failed(one))
    result.test_count = 41
    return result


def reported(results: Sequence[Result]) -> ProblemReport:
    return report_of(this_host(), JudgingOutcome([PROBLEM], {PROBLEM.id: results}, [], 1.0)).problems[0]


def printed(width: int, results: Sequence[Result]) -> list[str]:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        for table in failed_tests(reported(results), width):
            console.print(table)
    return capture.get().splitlines()


def in_cells(line: str) -> str:
    """The line with a space after each character that is two columns wide."""
    return "".join(character.ljust(cell_len(character)) for character in line)


def marks_of(lines: list[str]) -> dict[str, dict[int, str]]:
    """What the matrix says: by the beginning of the solution's name, the mark of each test by the number above it."""
    found: dict[str, dict[int, str]] = {}
    numbers: dict[int, int] = {}
    for above, line in pairwise(map(in_cells, lines)):
        if line.startswith(" solution "):
            begin = len(line) - len(line.removeprefix(" solution").lstrip())
            numbers = {
                column: int(above[column : column + 1] + line[column])
                for column in range(begin, len(line.rstrip()), 2)
            }
        elif not line.strip():
            numbers = {}
        elif numbers and "─" not in line and line[min(numbers)] != " ":
            marks = found.setdefault(line[:6].strip(), {})
            marks |= {number: line[column] for column, number in numbers.items()}
    return found


@pytest.mark.parametrize("width", [60, 80, 100, 140, 200])
@pytest.mark.parametrize("count", [5, 41])
def test_every_mark_stands_under_the_number_of_its_test(width: int, count: int) -> None:
    rows = {"anna/a.cpp": "W" * count, LONG: "+W" * (count // 2) + "+", CHINESE: "W", "eve/e.c": "+" * count}
    lines = printed(width, [solution(name, marks) for name, marks in rows.items()])
    assert max(map(cell_len, lines)) <= width
    numbers = range(1, count + 1)
    assert marks_of(lines) == {
        "anna/": dict.fromkeys(numbers, "W"),
        "maxim": {number: "W" if number % 2 == 0 else "+" for number in numbers},
        "王 小 明": {number: "W" if number == 1 else "." for number in numbers},
    }  # the fourth has failed nothing


def test_one_failure_each_needs_no_matrix() -> None:
    lines = printed(80, [solution("anna/a.c", "+W"), solution("ben/b.c", "W"), solution("eve/e.c", "++")])
    assert [line.split() for line in lines if "some-test" in line] == [
        ["1", "secret/01-some-test", "1", "of", "3", "1", "WA"],
        ["2", "secret/02-some-test", "1", "of", "2", "1", "WA"],
    ]
    assert not any("solution" in line for line in lines)
    assert printed(80, [solution("eve/e.c", "++")]) == []


def test_the_last_line() -> None:
    results = [solution("anna/a.c", "+"), solution("eve/e.c", "W")]
    outcome = JudgingOutcome([PROBLEM], {PROBLEM.id: results}, [], 1.0)
    for changed, line, style in (
        (outcome, "double: 1 of 2 accepted", "bold red"),
        (replace(outcome, results={PROBLEM.id: results[:1]}), "double: 1 of 1 accepted", "bold green"),
        (
            replace(outcome, results={PROBLEM.id: results[:1]}, interrupted=Interruption(1, 8, "solution")),
            "interrupted after 1 of 8 solutions; double: 1 of 1 accepted",
            "bold red",
        ),
        (
            replace(outcome, problems=[], results={}, interrupted=Interruption(0, None, "solution")),
            "interrupted before judging began",
            "bold red",
        ),
    ):
        text = class_line(report_of(this_host(), changed))
        assert (text.plain, text.style) == (line, style)
