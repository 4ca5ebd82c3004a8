"""Tables in the terminal, including one that omits its least important columns on a narrow screen."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from judge.base.plain import is_plain
from judge.base.records import replace
from judge.base.text import harmless, one_line

WORTH_FOLDING = 3
"""The rank up to which a column's long text is folded."""
FOLDED_WIDTH = 24


class Column(Struct, frozen=True):
    heading: str
    cells: Sequence[str | Text]
    rank: int
    """If columns do not fit, those of the highest rank are dropped first; rank 0 always stays."""
    right: bool = False
    folds: bool = False
    """Whether its text may be broken into lines without loss of meaning. Words stay whole where there is room."""

    @property
    def longest_word(self) -> int:
        """The width of the longest word, in columns of the terminal."""
        return longest_word([self.heading, *map(str, self.cells)])

    @property
    def longest_piece(self) -> int:
        """The width of the longest piece, if words may be broken after a slash or a hyphen."""
        return longest_word(
            [self.heading, *(" ".join(_pieces(word, 1)) for cell in self.cells for word in str(cell).split())]
        )

    @property
    def widest(self) -> int:
        return max(
            cell_len(line) for text in (self.heading, *map(str, self.cells)) for line in text.split("\n")
        )


def longest_word(texts: Iterable[str]) -> int:
    """The width of the longest word, in columns of the terminal."""
    return max((cell_len(word) for text in texts for word in text.split()), default=0)


def broken_words(text: str, room: int) -> str:
    """The text with each word that is longer than `room` broken into lines after a slash or a hyphen."""
    return re.sub(rf"\S{{{max(room, 1) + 1},}}", lambda word: "\n".join(_pieces(word[0], room)), text)


def _pieces(word: str, room: int) -> Iterator[str]:
    line = ""
    for part in re.findall(r"[^/-]*[/-]|[^/-]+", word):
        if line and len(line) + len(part) > room:
            yield line
            line = ""
        line += part
    yield line


class _Headed(Table):
    """A table whose heading may be wider than the table itself, where Rich would fold a title."""

    heading: str | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.heading:
            yield Text(self.heading, style="bold")
        yield from super().__rich_console__(console, options)


def excerpt(title: str, content: Text | str, **options: Any) -> Panel:
    """Untrusted text in a frame with a title."""
    shown = Text(harmless(content)) if isinstance(content, str) else content
    return Panel(shown, title=Text(one_line(title)), title_align="left", **options)


def new_table(
    title: str | None = None, *headings: str, texts: Collection[str] | None = None, no_wrap: bool = False
) -> Table:
    """`texts`: the headings of columns on the left; the others have figures, on the right. None: all have texts."""
    table = _Headed(box=box.SIMPLE_HEAD, pad_edge=False)
    table.heading = title
    for heading in headings:
        is_text = texts is None or heading in texts
        table.add_column(heading, justify="left" if is_text else "right", no_wrap=no_wrap)
    return table


class FittedTable(Struct, frozen=True):
    """A table of these columns in this order, without empty ones, laid out for the width that it is printed in."""

    title: str | None
    columns: Sequence[Column]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield _fitted(self.title, self.columns, console, options.max_width)


def _fitted(title: str | None, columns: Sequence[Column], console: Console, room: int) -> Table:
    shown = [column for column in columns if column.rank == 0 or any(map(str, column.cells))]
    if is_plain():
        return _table(title, shown, [None] * len(shown))
    while (highest := max(column.rank for column in shown)) > 0:
        folded = _folded(shown, FOLDED_WIDTH if highest <= WORTH_FOLDING else None)
        if _width(_table(title, shown, folded), console) <= room:
            break
        shown = [column for column in shown if column.rank != highest]
    excess = (
        _width(_table(None, shown, [column.widest if column.folds else None for column in shown]), console)
        - room
    )
    widths = _with_whole(shown, [column.longest_word for column in shown], excess)
    widths = widths or _with_whole(shown, [column.longest_piece for column in shown], excess)
    if not widths:
        return _stacked(title, shown)
    shown = [_broken(column, width) for column, width in zip(shown, widths, strict=True)]
    return _table(title, shown, widths)


def _stacked(title: str | None, columns: Sequence[Column]) -> Table:
    """The cells of a row below each other, where even parts of words do not fit next to each other."""
    table = new_table(title)
    table.add_column(Text("\n  ".join(column.heading for column in columns)), overflow="fold")
    for first, *others in zip(*(column.cells for column in columns), strict=True):
        below = [indented(cell) for cell in others if str(cell)]
        table.add_row(Group(Text(first) if isinstance(first, str) else first, *below))
    return table


def indented(cell: str | Text) -> Padding:
    """A cell that belongs to the one above it."""
    return Padding(Text(cell) if isinstance(cell, str) else cell, (0, 0, 0, 2))


Widths = Sequence[int | None]
"""The widths of the columns of a table; None: as wide as its text."""


def _folded(columns: Sequence[Column], most: int | None) -> Widths:
    """Widths in which columns that fold have at most `most`, if their longest word fits."""
    return [
        None if most is None or not column.folds else min(column.widest, max(most, column.longest_word))
        for column in columns
    ]


def _with_whole(columns: Sequence[Column], least: Sequence[int], excess: int) -> Widths | None:
    """Widths that make a table fit which is `excess` too wide, with no column narrower than its `least`; the widest
    column is folded first. None: no room."""
    widths = {at: column.widest for at, column in enumerate(columns) if column.folds}
    if excess <= 0:
        return [None] * len(columns)
    for _ in range(excess):
        wider = [at for at, width in widths.items() if width > least[at]]
        if not wider:
            return None
        widths[max(wider, key=lambda at: widths[at])] -= 1
    return [widths.get(at) for at in range(len(columns))]


def _broken(column: Column, width: int | None) -> Column:
    """The column with words that are too long broken after a slash or a hyphen."""
    if width is None:
        return column
    cells = [cell if isinstance(cell, Text) else broken_words(cell, width) for cell in column.cells]
    return replace(column, cells=cells)


def _table(title: str | None, columns: Sequence[Column], widths: Widths) -> Table:
    table = new_table(title)
    for column, width in zip(columns, widths, strict=True):
        table.add_column(
            column.heading,
            justify="right" if column.right else "left",
            no_wrap=not column.folds,
            overflow="fold",
            width=width,
        )
    for row in zip(*(column.cells for column in columns), strict=True):
        # Text objects, so that no name is taken for markup.
        table.add_row(*(cell if isinstance(cell, Text) else Text(cell) for cell in row))
    return table


def _width(table: Table, console: Console) -> int:
    return Measurement.get(console, console.options.update(width=10_000), table).maximum
