"""The table for spreadsheets does no harm there, whatever a program or a file is called."""

import csv
import io
from typing import Any

import pytest

from judge.project.host import JudgeHost
from judge.reports.csv_table import csv_of, without_formula
from judge.tests.report_samples import changed, everything


@pytest.mark.parametrize("separator", ";,")
def test_what_stands_behind_a_separator_is_no_formula(separator: str) -> None:
    """A spreadsheet of a country with the other separator has no regard for quotes within a cell of its own."""
    for blanks in ("", " ", "\u00a0"):
        text = f"anna{separator}{blanks}=1+1"
        assert without_formula(text) == f"anna{separator}'{blanks}=1+1"
        line = f'"vector-add","{without_formula(text)}","a.py"'
        for read_by in ";,":
            [cells] = csv.reader([line], delimiter=read_by)
            assert not any(cell.lstrip().startswith("=") for cell in cells)
    assert without_formula("expected 4, found -5; 3 - 1 = 2") == "expected 4, found -5; 3 - 1 = 2"


@pytest.mark.parametrize("beginning", ["=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\u200d="])
def test_no_cell_begins_like_a_formula(
    tree: JudgeHost, monkeypatch: pytest.MonkeyPatch, beginning: str
) -> None:
    formula = f"{beginning}HYPERLINK(1)"

    def of_a_strange_name(content: Any) -> None:
        content["problems"][0]["results"][0].update(name=formula)

    report = changed(everything(tree, monkeypatch), of_a_strange_name)
    rows = csv.reader(io.StringIO(csv_of(report), newline=""))
    cells = [cell for row in rows for cell in row]
    assert f"'{formula}" in cells
    assert formula not in cells
