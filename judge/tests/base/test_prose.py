"""How text is laid out: what is printed where there is little room, and into a file."""

import io
from collections.abc import Callable

import pytest
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
    """At every width at which it could be broken behind the number."""
    text = f"it took all of {figure}"
    number, _ = figure.split(" ")
    broken = [
        any(line.rstrip(" │").endswith(f" {number}") for line in lines_of(width, within(text), monkeypatch))
        for width in range(len(text) // 2, len(text) + 6)
    ]
    assert any(broken) == (not stays)


@pytest.mark.parametrize("content", ["two  blanks  \nand a line", cell("short\nand much longer"), Panel("x")])
def test_in_a_file_no_line_ends_in_blanks(monkeypatch: pytest.MonkeyPatch, content: RenderableType) -> None:
    lines = lines_of(40, content, monkeypatch)
    assert lines == [line.rstrip() for line in lines]
    assert len(lines) > 1


def test_blanks_within_a_line_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lines_of(40, Text.assemble(("a  ", "bold"), ("  ", "red"), "b "), monkeypatch) == ["a    b"]
