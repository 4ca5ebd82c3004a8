"""Tables in the terminal, including one that omits its least important columns on a narrow screen."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from judge.base.console import out

WORTH_FOLDING = 3
"""For columns up to this rank a long text is folded."""
FOLDED_WIDTH = 24


@dataclass(frozen=True)
class Column:
    heading: str
    cells: Sequence[str | Text]
    rank: int
    """When columns do not fit, the highest rank is dropped first; rank 0 always stays."""
    right: bool = False
    folds: bool = False
    """Whether its text may be broken into lines, at the cost of looks only."""


class _Headed(Table):
    """With a heading that may be wider than the table, where a title would be folded."""

    heading: str | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.heading:
            yield Text(self.heading, style="bold")
        yield from super().__rich_console__(console, options)


def new_table(title: str | None = None) -> Table:
    table = _Headed(box=box.SIMPLE_HEAD, pad_edge=False)
    table.heading = title
    return table


def fitted_table(title: str | None, columns: Sequence[Column]) -> Table:
    """The columns in this order, without empty ones."""
    shown = [column for column in columns if column.rank == 0 or any(map(str, column.cells))]
    while (highest := max(column.rank for column in shown)) > 0:
        if _width(_table(title, shown, FOLDED_WIDTH if highest <= WORTH_FOLDING else None)) <= out.width:
            break
        shown = [column for column in shown if column.rank != highest]
    return _table(title, shown)


def _table(title: str | None, columns: Sequence[Column], folded_width: int | None = None) -> Table:
    table = new_table(title)
    for column in columns:
        table.add_column(
            column.heading,
            justify="right" if column.right else "left",
            no_wrap=not column.folds,
            overflow="fold",
            max_width=folded_width if column.folds else None,
        )
    for row in zip(*(column.cells for column in columns), strict=True):
        # Text, so that nothing in a name is taken for markup.
        table.add_row(*(cell if isinstance(cell, Text) else Text(cell) for cell in row))
    return table


def _width(table: Table) -> int:
    return Measurement.get(out, out.options.update(width=10_000), table).maximum
