"""Marks as CSV, for spreadsheets: UTF-8 with a byte-order mark, and no cell that is a formula.

Where a comma is the decimal point, as in most of continental Europe, Excel expects semicolons between the cells:
otherwise 7.5 would become a date in May.
"""

import csv
import io
from collections.abc import Iterable, Sequence

from judge.reports.csv_table import without_formula


def cell_of(value: str | float | None) -> str | float:
    if value is None:
        return ""
    if isinstance(value, str):
        return without_formula(value)
    return int(value) if value == int(value) else round(value, 2)


def csv_file(
    head: Sequence[str], rows: Iterable[Sequence[str | float | None]], *, is_continental: bool = False
) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, delimiter=";" if is_continental else ",")
    writer.writerow([without_formula(one) for one in head])
    for row in rows:
        cells = [cell_of(one) for one in row]
        writer.writerow(
            [
                str(one).replace(".", ",") if is_continental and isinstance(one, float) else one
                for one in cells
            ]
        )
    return text.getvalue().encode("utf-8-sig")
