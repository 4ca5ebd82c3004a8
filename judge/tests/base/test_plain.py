"""The plain form: lines that make sense one by one, without what only a place on the screen explains."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from judge.base import console
from judge.base.plain import VARIABLE
from judge.base.tables import Column, FittedTable, excerpt, new_table
from judge.commands.submit import submit
from judge.contest.board_text import board_lines, legend
from judge.contest.scoring import scoreboard_of
from judge.project.host import JudgeHost
from judge.tests.contest.contests import contest_of

pytestmark = pytest.mark.built

DRAWN = re.compile(r"[\u2500-\u259f]")
"""Lines, boxes and blocks."""
Printed = Callable[[RenderableType], list[str]]


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> Printed:
    monkeypatch.setenv(VARIABLE, "1")

    def printed(renderable: RenderableType) -> list[str]:
        file = io.StringIO()
        console._Console(file=file, width=80, markup=False, highlight=False).print(renderable)
        return [line.rstrip() for line in file.getvalue().splitlines()]

    return printed


def test_a_row_says_what_its_cells_are(printed: Printed) -> None:
    columns = [
        Column("solution", ["anna/a.py", "ben/b.py"], 0),
        Column("worst\nwall", ["3 ms", ""], 0),
        Column("note", ["", Text("line 1")], 0),
    ]
    assert printed(FittedTable("double", columns)) == [
        "double:",
        "anna/a.py: worst wall 3 ms",
        "ben/b.py: note line 1",
    ]


def test_a_row_without_a_first_cell_is_about_the_last_one(printed: Printed) -> None:
    table = new_table()
    for heading in ("size", "variant", "time"):
        table.add_column(heading)
    table.add_row("1,024", "cpu", "3 ms")
    table.add_row("", "gpu", "1 ms")
    table.add_row("2,048")
    assert printed(table) == ["1,024: variant cpu, time 3 ms", "1,024: variant gpu, time 1 ms", "2,048"]


def test_frames_and_rules_are_their_titles(printed: Printed) -> None:
    assert printed(excerpt("input", "3\n4")) == ["input:", "3", "4"]
    assert printed(Rule("anna/a.py")) == ["anna/a.py"]


def test_without_it_there_are_boxes(printed: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control."""
    monkeypatch.setenv(VARIABLE, "0")
    assert any(DRAWN.search(line) for line in printed(excerpt("input", "3")))


def test_a_scoreboard_in_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1")
    attempts = [("ada", "A", "0:10:00", "WA"), ("ada", "A", "0:20:30", "AC"), ("bob", "B", "4:30:00", "")]
    contest, outcomes = contest_of(attempts)
    board = scoreboard_of(contest, outcomes)
    lines = [line.plain for line in board_lines(board, 80)]
    assert lines[0] == "rank 1, Ada: 1 solved, time 40; A solved in 2 tries at minute 20, first to solve"
    assert "rank 2, Bob: 0 solved, time 0; B 1 pending" in lines
    assert legend(board) == ""


def test_a_submission(
    tree: JudgeHost, tmp_path: Path, printed: Printed, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "wrong.py"
    source.write_text("print(6)\n")
    assert submit(tree, "double", str(source)) == 1
    lines = capsys.readouterr().out.splitlines()
    assert re.match(r"sample/01-three: AC, [\d.]+ m?s wall, [\d.]+ m?s CPU, [\d.]+ MiB$", lines[0])
    assert lines[-1].startswith("WA  double  wrong.py")
    assert not [line for line in lines if DRAWN.search(line) or re.match(r"\s*\^", line)]
