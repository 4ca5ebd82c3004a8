"""Bars on a logarithmic axis: the slowest test of each accepted solution, and CPU against GPU."""

from msgspec import Struct

from judge.judging.times import Spread
from judge.judging.verdicts import Verdict
from judge.measure.cpu_against_gpu import Comparison, ComparisonRow, Side
from judge.reports.comparison_words import MEASURES, ratio_of, when_gpu_wins, who_wins
from judge.reports.html.figures import count_text, short_name, time_text
from judge.reports.html.scale import LogScale, Tick, log_scale
from judge.reports.model import ProblemReport


class Bar(Struct, frozen=True):
    label: str
    device: str
    """"CPU" or "GPU"."""
    end: float
    """Percent of the axis; the bar begins at the axis' first decade."""
    text: str
    low: float | None = None
    """Percent of the axis: the quartiles of repeated runs."""
    high: float | None = None
    note: str = ""


class BarGroup(Struct, frozen=True):
    """Bars that are compared with each other, and the conclusion."""

    title: str
    bars: tuple[Bar, ...]
    finding: str = ""


class BarChart(Struct, frozen=True):
    ticks: tuple[Tick, ...]
    groups: tuple[BarGroup, ...]


def slowest_tests(problem: ProblemReport) -> BarChart | None:
    """A bar for each accepted solution, the quickest first; None if there is none."""
    accepted = [result for result in problem.results if result.verdict is Verdict.AC]
    walls = [(result.worst.wall_ns, result) for result in accepted if result.worst]
    if not walls:
        return None
    axis = log_scale([wall for wall, _ in walls])
    bars = tuple(
        Bar(short_name(result), result.device_name, axis.at(wall), time_text(wall))
        for wall, result in sorted(walls, key=lambda item: item[0])
    )
    return BarChart(tuple(axis.ticks(time_text)), (BarGroup("", bars),))


TIMES = {"whole_program": "wall_ns", "compute": "compute_ns"}
"""What is drawn of a row: the measure, and the compared time of a side."""


def cpu_against_gpu(comparison: Comparison) -> BarChart | None:
    """A group for each size: the whole program and what it computes, on the CPU and on the GPU."""
    spreads = [
        spread
        for row in comparison.rows
        for _, side, measure in _sides(row)
        if (spread := _spread(side, measure))
    ]
    if not spreads:
        return None
    axis = log_scale([end for spread in spreads for end in (spread.low, spread.high)])
    groups = tuple(
        BarGroup(f"{count_text(row.size)} {row.size_unit}", _bars(row, axis), _finding(row))
        for row in comparison.rows
    )
    return BarChart(tuple(axis.ticks(time_text)), groups)


def comparison_caption(comparison: Comparison) -> str:
    """The caption: from which size on the GPU is faster, or why nothing is compared."""
    return when_gpu_wins(comparison, list(TIMES)) or comparison.missing or ""


def _sides(row: ComparisonRow) -> list[tuple[str, Side, str]]:
    """Device, side and measure of each bar."""
    return [
        (device, side, measure) for measure in TIMES for device, side in (("CPU", row.cpu), ("GPU", row.gpu))
    ]


def _spread(side: Side, measure: str) -> Spread | None:
    spread: Spread | None = getattr(side, TIMES[measure])
    return spread


def _bars(row: ComparisonRow, axis: LogScale) -> tuple[Bar, ...]:
    return tuple(
        Bar(
            side.solver,
            device,
            axis.at(spread.median),
            time_text(spread.median),
            axis.at(spread.low),
            axis.at(spread.high),
            MEASURES[measure],
        )
        for device, side, measure in _sides(row)
        if (spread := _spread(side, measure))
    )


def _finding(row: ComparisonRow) -> str:
    """A row's result as text."""
    return "; ".join(
        f"{MEASURES[measure]}: {who_wins(ratio)}" for measure in TIMES if (ratio := ratio_of(row, measure))
    )
