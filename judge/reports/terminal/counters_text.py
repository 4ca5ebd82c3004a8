"""What the emulated GPU counted, as a table for a terminal."""

from collections.abc import Sequence

from judge.base.tables import Column, FittedTable
from judge.judging.counters import LineCounts


def counters_table(counted: Sequence[LineCounts]) -> FittedTable:
    """A row for each line of the source and kind of access, the one with the most traffic first."""

    def numbers(heading: str, values: Sequence[int | float | None], rank: int) -> Column:
        cells = ["" if value is None else _number(value) for value in values]
        return Column(heading, cells, rank, right=True)

    return FittedTable(
        "Memory accesses, counted on the emulated GPU",
        [
            Column("line", [one.place for one in counted], 0),
            Column("kernel", [one.kernel for one in counted], 2, folds=True),
            Column("access", [one.counted for one in counted], 0),
            numbers("requests", [one.requests for one in counted], 1),
            numbers("lanes a request", [_ratio(one.lanes, one.requests) for one in counted], 3),
            numbers("bytes", [one.bytes for one in counted], 4),
            numbers("sectors a request", [_ratio(one.sectors, one.requests) for one in counted], 0),
            numbers("wavefronts a request", [_ratio(one.wavefronts, one.requests) for one in counted], 0),
            numbers("bank conflicts", [one.conflicts for one in counted], 1),
            numbers("atomic collisions", [one.collisions or None for one in counted], 1),
        ],
    )


def _ratio(value: int | None, requests: int) -> float | None:
    return None if value is None or not requests else value / requests


def _number(value: int | float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.2f}".rstrip("0").rstrip(".")
