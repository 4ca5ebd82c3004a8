"""Plain output for screen readers: lines that make sense one by one, without boxes, bars, or columns explained only by
their place."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text


def plain_form(renderable: RenderableType) -> RenderableType:
    if isinstance(renderable, Table):
        return Group(*_rows(renderable))
    if isinstance(renderable, Panel):
        title = _text(renderable.title or "")
        return Group(*([Text(f"{title}:")] if title else []), renderable.renderable)
    if isinstance(renderable, Rule):
        return Text(_text(renderable.title))
    return renderable


def _rows(table: Table) -> Iterator[Text]:
    """A line for each row: its subject, then each cell after its heading."""
    if title := _text(getattr(table, "heading", None) or table.title or ""):
        yield Text(f"{title}:")
    heads = [_text(column.header) for column in table.columns]
    about = ""
    for row in zip(*(column.cells for column in table.columns), strict=True):
        first, *others = map(_text, row)
        about = first or about  # a row with an empty first cell has the same subject
        told = [f"{head} {cell}".strip() for head, cell in zip(heads[1:], others, strict=True) if cell]
        if not any(heads):
            yield Text(" ".join(filter(None, (first, *others))))
        elif told:
            yield Text(f"{about}: {', '.join(told)}")
        else:
            yield Text(about)


def _text(cell: object) -> str:
    return " ".join(str(cell).split())
