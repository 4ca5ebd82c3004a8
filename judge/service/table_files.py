"""Tables as spreadsheets save them: their encoding and separator, and where each row begins.

A file states neither. A byte-order mark decides, then UTF-8 if the whole file is valid; others are distinguished by
the positions of their bytes: Chinese ones in pairs, accented letters of Western Europe between others.
"""

import codecs
import csv
import io
import re
from collections.abc import Collection, Iterator

from msgspec import Struct

from judge.service.refusals import Unfit

MOST_BYTES = 1 << 20
MOST_ROWS = 5000
SEPARATORS = ",;\t|"
SAMPLE_ROWS = 20
"""The number of rows by which a separator is recognised."""
ENCODINGS = ("utf-8", "utf-16", "gb18030", "cp1252", "cp1250", "cp1251", "cp932", "cp949", "big5")
"""Encodings to choose from: of Unicode, China, the West, Central Europe, Cyrillic, Japan, Korea and Taiwan."""
ROWS_WITH_HEADS = 5
WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How files of .xlsx, .ods and .xls begin."""
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
SAYS_SEPARATOR = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
"""A first line that Excel interprets, and that is not a row."""
HIGH_BYTES = re.compile(rb"[\x80-\xff]+")


class TableRow(Struct, frozen=True):
    line: int
    """The line where it begins in the file, from 1."""
    cells: tuple[str, ...]


class Table(Struct, frozen=True):
    rows: tuple[TableRow, ...]
    """Rows without those that are blank."""
    encoding: str
    separator: str


def table_of(content: bytes, encoding: str | None = None, heads: Collection[str] = ()) -> Table:
    """`encoding`: the user's choice, if any. `heads`: words that may be headings, which distinguish the encodings of
    more countries. Raises Unfit."""
    if len(content) > MOST_BYTES:
        raise Unfit("table_too_large", most=MOST_BYTES >> 10)
    if content.startswith(WORKBOOKS):
        raise Unfit("table_is_workbook")
    named = encoding or encoding_of(content, heads)
    text = _decoded(content, named)
    said = SAYS_SEPARATOR.match(text)
    start = said.end() if said else 0
    separator = said[1] if said else separator_of(text)
    rows = tuple(_rows(text[start:], separator, first=2 if said else 1))
    if not rows:
        raise Unfit("table_empty")
    return Table(rows, named, separator)


def encoding_of(content: bytes, heads: Collection[str] = ()) -> str:
    for mark, encoding in MARKS:
        if content.startswith(mark):
            return encoding
    if without_mark := _utf16_without_mark(content):
        return without_mark
    if _decodes(content, "utf-8"):
        return "utf-8"
    guess = "gb18030" if _is_chinese(content) else "cp1252"

    def heads_in(encoding: str) -> int:
        if not _decodes(content, encoding):
            return 0
        lines = content.decode(encoding).splitlines()[:ROWS_WITH_HEADS]
        return len(
            {word.strip().casefold() for word in re.split(rf'[{SEPARATORS}"\n]', "\n".join(lines))} & {*heads}
        )

    return max((guess, *(one for one in ENCODINGS[2:] if one != guess)), key=heads_in)


def _utf16_without_mark(content: bytes) -> str | None:
    """Whether it is UTF-16 without a mark: separators and line ends have a zero byte there, as text in no other
    encoding has."""
    if len(content) % 2 or b"\0" not in content:
        return None
    even, odd = content[::2].count(0), content[1::2].count(0)
    guess = "utf-16-le" if odd > even else "utf-16-be"
    return guess if _decodes(content, guess) else None


def _is_chinese(content: bytes) -> bool:
    """Whether most characters beyond ASCII are among the 6,763 of GB 2312, which write all but rare names."""
    if not _decodes(content, "gb18030"):
        return False
    runs = HIGH_BYTES.findall(content)
    common = sum(len(run) // 2 for run in runs if len(run) % 2 == 0 and _decodes(run, "gb2312"))
    beyond = [one for one in content.decode("gb18030") if not one.isascii()]
    return common * 2 >= len(beyond)


def _decodes(content: bytes, encoding: str) -> bool:
    try:
        content.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _decoded(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        if encoding == "cp1252":  # five of its bytes stand for nothing
            return content.decode("cp1252", errors="replace")
        raise Unfit("table_encoding", encoding=encoding, line=line) from error


def separator_of(text: str) -> str:
    """The separator that splits most of the first rows into the same number of cells."""

    def fits(separator: str) -> tuple[int, int]:
        try:
            rows = [row for row, _ in zip(_rows(text, separator, first=1), range(SAMPLE_ROWS), strict=False)]
        except Unfit:
            return 0, 0
        widths = [len(row.cells) for row in rows]
        common = max(widths, key=widths.count, default=1)
        return (widths.count(common), common) if common > 1 else (0, 0)

    best = max(SEPARATORS, key=fits)
    return best if fits(best) > (0, 0) else ","


def _rows(text: str, separator: str, first: int) -> Iterator[TableRow]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line, count = first, 0
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                count += 1
                if count > MOST_ROWS:
                    raise Unfit("table_too_long", most=MOST_ROWS)
                yield TableRow(line, tuple(map(_in_one_line, cells)))
            line = first + reader.line_num
    except csv.Error as error:
        raise Unfit("table_malformed", line=line) from error


def _in_one_line(cell: str) -> str:
    """A cell's text: line breaks, no-break spaces and the like become blanks, and none is at its ends."""
    return " ".join(cell.replace("\ufeff", "").split())
