"""The tables of `verify` in terminals of any width, and long reasons that several solutions share."""

import pytest
from rich.console import Console

from judge.base.records import replace
from judge.judging.results import Result
from judge.judging.verdicts import Verdict
from judge.measure.cpu_against_gpu import comparison_of
from judge.problems.device import Device
from judge.problems.time_rule import LimitSource
from judge.reports.make import Isolations, solution_report
from judge.reports.model import ProblemReport
from judge.reports.terminal.problem_table import LEAST_NOTE, problem_table
from judge.reports.terminal.shared_reasons import shared_reasons
from judge.tests.measured import MS, PROBLEM, failed, passed, result_of

NO_PYTHON = (
    "Python 3 with NumPy is not available: its self-test program ends with exit code 1: "
    "ModuleNotFoundError: No module named 'numpy'; install it: apt-get install python3-numpy"
)
RESULTS = [
    result_of("cpu-blocked", passed(1000, [25 * MS])),
    result_of("wrong_answer/one_more_than_they_are.cpp", failed(passed(1000, [25 * MS])), solver=False),
    result_of("accepted/input.py", obstacle=NO_PYTHON, solver=False),
    result_of("time_limit_exceeded/down_the_columns.py", obstacle=NO_PYTHON, solver=False),
    result_of("gpu-tiled", obstacle="no GPU here"),
]


def printed(width: int, results: list[Result]) -> list[str]:
    console = Console(width=width, color_system=None)
    solutions = tuple(solution_report(result, Isolations()) for result in results)
    reasons = shared_reasons(result.reason for result in solutions if result.is_skipped)
    problem = ProblemReport(
        PROBLEM.id, PROBLEM.title, 1.0, LimitSource.PACKAGE, (), comparison_of(()), solutions
    )
    with console.capture() as capture:
        console.print(problem_table(problem, reasons, width))
    return capture.get().splitlines()


@pytest.mark.parametrize("width", [70, 80, 110, 140, 200])
def test_every_width_has_room_for_all(width: int) -> None:
    lines = printed(width, RESULTS)
    assert max(map(len, lines)) <= width
    text = "\n".join(lines)
    for part in (
        "cpu-blocked",
        "wrong_answer/",
        "are.cpp",
        "down_the",
        "columns.py",
        "WA",
        "25.0 ms",
        "line 1,",
    ):
        assert part in text, part
    heading = next(line for line in lines if "note" in line)
    assert width < 110 or width - heading.index("note") >= LEAST_NOTE
    assert ("CPU" in text) == (width >= 110)


LONG_TEST = "secret/18-sums-just-miss-float32"


def long_named() -> Result:
    missed = failed(passed(1000, [25 * MS]))
    missed = replace(missed, test=replace(missed.test, name=LONG_TEST))
    return result_of("wrong_answer/overflow.cpp", missed, solver=False)


@pytest.mark.parametrize("width", [60, 80, 110])
def test_where_a_word_of_a_note_does_not_fit_the_notes_stand_below(width: int) -> None:
    lines = printed(width, [RESULTS[0], long_named()])
    assert max(map(len, lines)) <= width
    assert any(f"{LONG_TEST}:" in line.split() for line in lines)
    is_below = "wrong_answer/overflow.cpp:" in " ".join(lines)
    assert is_below == (width < 110)
    assert "25.0 ms" in "\n".join(lines)


def test_a_name_is_broken_only_where_there_is_no_room() -> None:
    assert any(" time_limit_exceeded/down_the_columns.py " in line for line in printed(140, RESULTS))
    assert any(" time_limit_exceeded/ " in line for line in printed(110, RESULTS))


def test_a_long_reason_of_several_solutions_is_told_once() -> None:
    reasons = shared_reasons(result.obstacle for result in RESULTS)
    assert reasons.lines == [f"2 solutions skipped: {NO_PYTHON}"]
    assert reasons.shown(NO_PYTHON) == "Python 3 with NumPy is not available"
    assert reasons.shown("no GPU here") == "no GPU here"
    assert not any("apt-get" in line for line in printed(200, RESULTS))


def test_a_reason_of_one_solution_is_told_with_it() -> None:
    one = [replace(RESULTS[2], test_count=3), RESULTS[0]]
    assert shared_reasons(result.obstacle for result in one).lines == []
    assert any("apt-get install python3-numpy" in line for line in printed(300, one))


@pytest.mark.parametrize("width", [60, 70, 80, 110, 140, 200])
def test_what_was_emulated_is_marked_at_every_width_and_shows_no_figure(width: int) -> None:
    plain = result_of("gpu-add", passed(1000, [25 * MS]))
    emulated = replace(plain, solution=replace(plain.solution, device=Device.EMULATED))
    unlike = replace(emulated, solution=replace(emulated.solution, expected=Verdict.WA))
    assert "25.0 ms" in "\n".join(printed(140, [plain]))
    late = replace(emulated, solution=replace(emulated.solution, expected=Verdict.TLE))
    assert "TLE on a GPU; the emulated one does not judge time" in " ".join(
        " ".join(printed(width, [late])).split()
    )
    for result in (emulated, unlike):
        text = "\n".join(printed(width, [result, RESULTS[1]]))
        assert text.count("emulated") == 1, text
        assert ("not timed" in text) == (width >= 110), text
        first = text.split("wrong_answer/")[0]
        assert "ms" not in first
        assert "MiB" not in first
