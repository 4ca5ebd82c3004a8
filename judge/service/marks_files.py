"""Marks as CSV, for Excel and its like: UTF-8 with a mark of the byte order, and no cell that is a formula.

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


def csv_file(head: Sequence[str], rows: Iterable[Sequence[str | float | None]]) -> bytes:
    text = io.StringIO(newline="")
    # Each text in quotes: a semicolon in one begins no cell where that is the separator.
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow([neutral(one) for one in head])
    for row in rows:
        writer.writerow([cell_of(one) for one in row])
    return text.getvalue().encode("utf-8-sig")
