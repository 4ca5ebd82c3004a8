"""Marks as CSV, for Excel and its like: UTF-8 with a mark of the byte order, and no cell that is a formula.

Where a comma is the decimal point, as on most of the European continent, Excel wants semicolons between the cells:
there 7.5 would become a date in May.

Whatever begins with one of FORMULA a spreadsheet would compute: it gets an apostrophe, as OWASP advises
(https://owasp.org/www-community/attacks/CSV_Injection).
"""

import csv
import io
from collections.abc import Iterable, Sequence

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""The last four are those of full width, which some spreadsheets take for the same."""


def neutral(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text


def cell_of(value: str | float | None) -> str | float:
    if value is None:
        return ""
    if isinstance(value, str):
        return neutral(value.replace("\0", ""))
    return int(value) if value == int(value) else round(value, 2)


def csv_file(
    head: Sequence[str], rows: Iterable[Sequence[str | float | None]], *, is_continental: bool = False
) -> bytes:
    text = io.StringIO(newline="")
    # Each text in quotes: a semicolon in one begins no cell where that is the separator.
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, delimiter=";" if is_continental else ",")
    writer.writerow([neutral(one) for one in head])
    for row in rows:
        cells = [cell_of(one) for one in row]
        writer.writerow(
            [
                str(one).replace(".", ",") if is_continental and isinstance(one, float) else one
                for one in cells
            ]
        )
    return text.getvalue().encode("utf-8-sig")
