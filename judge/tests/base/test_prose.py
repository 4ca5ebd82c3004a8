"""How text is laid out: what is printed where there is little room, and into a file."""

import io
from collections.abc import Callable

import pytest
from rich.cells import cell_len
from rich.console import RenderableType
from rich.panel import Panel
from rich.text import Text

from judge.base.console import _console
from judge.base.tables import new_table


def lines_of(width: int, content: RenderableType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(width))
    console = _console(stderr=False)
    console.file = io.StringIO()
    console.print(content)
    return console.file.getvalue().splitlines()


def cell(text: str) -> RenderableType:
    table = new_table()
    table.add_column("note")
    table.add_row(text)
    return table


@pytest.mark.parametrize("within", [str, Text, Panel, cell])
@pytest.mark.parametrize(
    ("figure", "stays"),
    [
        ("0.002 s", True),
        ("1.04 GB/s", True),
        ("2.3 times", True),
        ("16 MiB,", True),
        ("39 solutions", False),
        ("7 seconds", False),
        ("12 s-12", True),
    ],
)
def test_a_figure_stays_with_its_unit(
    monkeypatch: pytest.MonkeyPatch, within: Callable[[str], RenderableType], figure: str, stays: bool
) -> None:
    """A figure is kept whole at every width at which it could be broken after the number."""
    text = f"it took all of {figure}"
    number, _ = figure.split(" ")
    broken = [
        any(line.rstrip(" │").endswith(f" {number}") for line in lines_of(width, within(text), monkeypatch))
        for width in range(len(text) // 2, len(text) + 6)
    ]
    assert any(broken) == (not stays)


@pytest.mark.parametrize("within", [str, Text, cell])
def test_chinese_fills_its_lines(
    monkeypatch: pytest.MonkeyPatch, within: Callable[[str], RenderableType]
) -> None:
    """Chinese has no blanks to be broken at; no line begins with a comma."""
    text = "一块面板上有 30 个按钮，排成 5 行，每个按钮里都有一盏灯，每盏灯都可以熄灭。"
    for width in range(16, 60):
        lines = [line.strip() for line in lines_of(width, within(text), monkeypatch)]
        lines = [line for line in lines if line and line != "note" and "─" not in line]
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert not any(line.startswith(("，", "。")) for line in lines)
        assert all(cell_len(line) >= width - 8 for line in lines[:-1])
        assert all(cell_len(line) <= width for line in lines)


@pytest.mark.parametrize("content", ["two  blanks  \nand a line", cell("short\nand much longer"), Panel("x")])
def test_in_a_file_no_line_ends_in_blanks(monkeypatch: pytest.MonkeyPatch, content: RenderableType) -> None:
    lines = lines_of(40, content, monkeypatch)
    assert lines == [line.rstrip() for line in lines]
    assert len(lines) > 1


def test_blanks_within_a_line_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lines_of(40, Text.assemble(("a  ", "bold"), ("  ", "red"), "b "), monkeypatch) == ["a    b"]
