"""Parts of a lesson, for a terminal: a drawing made from counters, and the measurements on a GPU."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from rich.text import Text

from judge.base.tables import Column, FittedTable
from judge.base.units import plural
from judge.judging.drawn import DrawnAccess
from judge.measure.ladder import Rung

MOST_BARS = 32
"""The longest bar: the lanes of a warp."""


def drawing_text(name: str, source: str, accesses: Iterable[DrawnAccess], *, utf8: bool) -> Iterator[Text]:
    """The lines of a program that matter, each with the lanes of one request and what they take. Without the source,
    only the accesses are shown."""
    lines = source.split("\n")
    yield Text(name, style="bold")
    for one in accesses:
        text = lines[one.line - 1].strip() if 0 < one.line <= len(lines) else ""
        at = f", line {one.line}: {text}" if text else ""
        yield Text(
            f"  {one.counted}, {plural(one.requests, 'request')}{at}", no_wrap=True, overflow="ellipsis"
        )
        yield _bar("lanes", one.lanes_a_request, "cyan", utf8=utf8)
        yield _bar(one.unit, one.takes_a_request, "yellow", utf8=utf8)


def _bar(what: str, value: float, style: str, *, utf8: bool) -> Text:
    length = min(MOST_BARS, round(value))
    return Text.assemble(f"    {what:<8}{value:6.4g}  ", (("█" if utf8 else "#") * length, style))


class CountedRow(Struct, frozen=True):
    """One program, with its counts or its fault."""

    name: str
    verdict: str
    counts: str


def counts_table(stored: Sequence[CountedRow], own: Sequence[CountedRow]) -> FittedTable:
    """The stored programs of a lesson, and the learner's own attempts below them."""
    rows = (*stored, *own)
    return FittedTable(
        "Counted: the stored programs, and your attempts" if own else "Counted: the stored programs",
        [
            Column("whose", ["stored"] * len(stored) + ["yours"] * len(own), 0),
            Column("program", [one.name for one in rows], 0, folds=True),
            Column("verdict", [one.verdict for one in rows], 0),
            Column("counts", [one.counts for one in rows], 1, folds=True),
        ],
    )


def measured_table(gpu: str, rungs: Sequence[Rung]) -> FittedTable:
    """The performance of techniques on one GPU."""
    return FittedTable(
        f"Measured on an {gpu}",
        [
            Column("technique", [rung.variant for rung in rungs], 0),
            Column("operation", [f"{rung.operation}, {rung.element}" for rung in rungs], 2),
            Column("size", [f"{rung.size:,}" for rung in rungs], 1, right=True),
            Column("rate", [f"{rung.rate:,.0f} {rung.unit}" for rung in rungs], 0, right=True),
        ],
    )
