"""The table for spreadsheets does no harm there, whatever a program or a file is called."""

import csv
import io
from typing import Any

import pytest

from judge.project.host import JudgeHost
from judge.reports.csv_table import csv_of
from judge.tests.report_samples import changed, everything


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
