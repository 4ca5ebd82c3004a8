"""The parts of a run's time, as a bar of proportional width with a legend, in a terminal of any width.

Each part has a character of its own, so that it reads without colour too; a terminal without UTF-8 gets plain ones.
"""

from collections.abc import Iterator

from rich.text import Text

from judge.base.plain import is_plain
from judge.base.units import fine_time
from judge.judging.times import TimePart, TimeSplit
from judge.reports.time_parts import LOOKS

MOST_CELLS = 100
PLAIN = str.maketrans("█▒", "#=")


def split_text(split: TimeSplit, width: int, utf8: bool = True) -> Iterator[Text]:
    """The bar, then the legend in as few lines as fit; parts that took no time are left out."""
    parts = [part for part in split.parts if part.ns > 0]
    if not parts:
        return
    total = max(split.sum_ns, split.wall_ns)
    bar = Text()
    for part, cells in zip(parts, _cells(parts, min(width, MOST_CELLS)), strict=True):
        mark, style = _mark(part, utf8)
        bar.append(mark * cells, style)
    if not is_plain():
        yield bar
    line = Text()
    for part in parts:
        entry = Text(f"{part.name} {fine_time(part.ns)} {_percent(part.ns / total)}")
        if not is_plain():
            entry = Text.assemble(_mark(part, utf8), " ", entry)
        if line and len(line) + 3 + len(entry) > width:
            yield line
            line = Text()
        gap = ", " if is_plain() else "   "
        line.append_text(Text(gap) if line else Text()).append_text(entry)
    yield line
    if split.overlapping:
        yield Text(
            f"Some parts overlapped: they add up to {fine_time(split.sum_ns)} in {fine_time(split.wall_ns)}.",
            style="dim",
        )


def _mark(part: TimePart, utf8: bool) -> tuple[str, str]:
    look = LOOKS[part.name]
    return (look.mark if utf8 else look.mark.translate(PLAIN)), look.style


def _cells(parts: list[TimePart], width: int) -> list[int]:
    """The width divided in proportion, with at least one cell for each part, so that none vanishes."""
    width = max(width, len(parts))
    total = sum(part.ns for part in parts)
    spare = width - len(parts)
    exact = [part.ns / total * width for part in parts]
    above_one = [max(cells - 1, 0.0) for cells in exact]
    scale = spare / sum(above_one) if sum(above_one) else 0.0
    cells = [1 + int(share * scale) for share in above_one]
    # The rounding remainder goes to the largest part.
    cells[max(range(len(parts)), key=lambda index: exact[index])] += width - sum(cells)
    return cells


def _percent(share: float) -> str:
    if share < 0.001:
        return "<0.1%"
    return f"{share:.1%}" if share < 0.0995 else f"{share:.0%}"
