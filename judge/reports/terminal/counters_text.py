"""The emulated GPU's counts, as tables for a terminal."""

from collections.abc import Iterator, Sequence

from judge.base.tables import Column, FittedTable
from judge.base.units import number_text
from judge.judging.counters import Counters, LaunchCounts, LineCounts


def counters_tables(counters: Counters) -> Iterator[FittedTable]:
    """What kernels did line by line, and how they were launched; empty tables are left out."""
    if counters.lines:
        yield lines_table(counters.lines)
    if counters.launches:
        yield launches_table(counters.launches)


def lines_table(counted: Sequence[LineCounts]) -> FittedTable:
    """A row for each line of the source and kind of access, the one with the most traffic first."""
    return FittedTable(
        "What kernels did, counted on the emulated GPU",
        [
            Column("line", [one.place for one in counted], 0),
            Column("kernel", [one.kernel for one in counted], 2, folds=True),
            Column("access", [one.counted for one in counted], 0),
            _numbers("requests", [one.requests for one in counted], 1),
            _numbers("lanes a request", [_ratio(one.lanes, one.requests) for one in counted], 3),
            _numbers("bytes", [one.bytes for one in counted], 4),
            _numbers("sectors a request", [_ratio(one.sectors, one.requests) for one in counted], 0),
            _numbers("wavefronts a request", [_ratio(one.wavefronts, one.requests) for one in counted], 0),
            _numbers("bank conflicts", [one.conflicts for one in counted], 1),
            _numbers("atomic collisions", [one.collisions or None for one in counted], 1),
        ],
    )


def launches_table(launched: Sequence[LaunchCounts]) -> FittedTable:
    """A row for each kernel and shape of its blocks."""
    is_known = any(one.registers for one in launched)
    return FittedTable(
        "Launches, and the blocks that a multiprocessor of compute capability 9.0 holds by "
        + ("threads, shared memory and registers" if is_known else "threads and shared memory"),
        [
            Column("kernel", [one.launched for one in launched], 0, folds=True),
            _numbers("launches", [one.launches for one in launched], 2),
            _numbers("blocks", [one.blocks for one in launched], 0),
            _numbers("threads", [one.threads for one in launched], 0),
            _numbers("shared bytes", [one.shared_bytes for one in launched], 1),
            *([_numbers("registers", [one.registers for one in launched], 0)] if is_known else []),
            *([_numbers("bytes spilled", [one.spilled_bytes for one in launched], 3)] if is_known else []),
            _numbers("resident blocks", [one.resident_blocks for one in launched], 1),
            Column("occupancy", [f"{one.occupancy:.0%}" for one in launched], 0, right=True),
        ],
    )


def _numbers(heading: str, values: Sequence[int | float | None], rank: int) -> Column:
    return Column(
        heading, ["" if value is None else number_text(value) for value in values], rank, right=True
    )


def _ratio(value: int | None, requests: int) -> float | None:
    return None if value is None or not requests else value / requests
