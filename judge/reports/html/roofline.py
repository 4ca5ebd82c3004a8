"""The roofline: achieved GFLOP/s over arithmetic intensity, below the limits of this machine.

Williams, Waterman and Patterson, "Roofline: an insightful visual performance model for multicore architectures", 2009.
The intensity is based on the least traffic: operations divided by least bytes, as the problem counts them.
"""

import math
from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec import Struct

from judge.base.records import replace
from judge.measure.ceilings import Ceilings
from judge.reports.html.figures import count_text, gbs_text, gflops_text, short_name
from judge.reports.html.scale import LogScale, Tick, log_scale
from judge.reports.html.shares import MeasuredShare, shares_of
from judge.reports.model import ProblemReport

LEFT, RIGHT, TOP, BOTTOM = 92, 628, 16, 396
"""The plot's edges in the drawing's units; to the right of it are the names of the ceilings."""
LABEL_GAP = 14
CHARACTER_WIDTH, LEADER_WIDTH = 6.7, 22
"""Widths of a label, and of the line that leads from its point to it."""


class DrawnRoof(Struct, frozen=True):
    """The slope of a memory and the flat line of an arithmetic unit, which meet at the ridge."""

    device: str
    points: str
    """Points in the form of SVG's polyline."""
    label: str
    y: float
    """Its end, at the right edge."""
    label_y: float
    is_main: bool


class Slope(Struct, frozen=True):
    device: str
    label: str
    x: float
    y: float
    angle: float
    """The angle of the label, in degrees."""


class Point(Struct, frozen=True):
    label: str
    device: str
    x: float
    y: float
    label_y: float
    to_the_left: bool
    """Whether its label is on the left, because other points are where it would be on the right."""
    text: str
    """Its data as text."""


class Roofline(Struct, frozen=True):
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    roofs: tuple[DrawnRoof, ...]
    slopes: tuple[Slope, ...]
    points: tuple[Point, ...]


class Ceiling(Struct, frozen=True):
    """One unit of a device: its GFLOP/s, and the GB/s of the memory before it."""

    device: str
    name: str
    gflops: float
    gbs: float
    is_main: bool


class Achieved(Struct, frozen=True):
    """The performance of a solution on a test."""

    name: str
    label: str
    """Its name, as short as possible."""
    device: str
    test: str
    flop: int
    least_bytes: int
    gflops: float


def roofline_of(problem: ProblemReport, ceilings: Ceilings | None) -> Roofline | None:
    """None for a problem without floating-point operations, or if nothing was measured."""
    return drawn([_achieved(each) for each in shares_of(problem) if each.flop], ceilings)


def _achieved(measured: MeasuredShare) -> Achieved:
    result = measured.result
    return Achieved(
        result.name,
        short_name(result),
        result.device_name,
        measured.work.name,
        measured.flop,
        measured.least_bytes,
        measured.share.achieved_gflops,
    )


def drawn(measured: Sequence[Achieved], ceilings: Ceilings | None) -> Roofline | None:
    """`measured`: with operations, each. None: there is nothing to draw."""
    if not measured:
        return None
    units = _units(ceilings) if ceilings else []
    intensities = [each.flop / each.least_bytes for each in measured if each.least_bytes]
    ridges = [unit.gflops / unit.gbs for unit in units if unit.is_main]
    rates = [each.gflops for each in measured]
    x_axis = log_scale([*intensities, *ridges, *(ridge / 10 for ridge in ridges)])
    y_axis = log_scale([*rates, *(unit.gflops for unit in units)])
    names = [each.label for each in measured]
    plot = _Plot(x_axis, y_axis)
    if intensities and plot.x(max(intensities)) + _label_width(names) > RIGHT:
        plot = _Plot(replace(x_axis, last=x_axis.last + 1), y_axis)
    return Roofline(
        tuple(Tick(plot.x(10.0**power), count_text(10.0**power)) for power in _powers(plot.x_axis)),
        tuple(Tick(plot.y(10.0**power), gflops_text(10.0**power)) for power in _powers(y_axis)),
        tuple(_apart([_roof(unit, plot) for unit in units])),
        tuple(_slope(unit, plot) for unit in units if unit.is_main),
        _labelled_apart([_point(each, plot) for each in measured]),
    )


class _Plot(Struct, frozen=True):
    x_axis: LogScale
    y_axis: LogScale

    def x(self, intensity: float) -> float:
        return round(LEFT + self.x_axis.at(intensity) / 100 * (RIGHT - LEFT), 1)

    def y(self, gflops: float) -> float:
        return round(BOTTOM - self.y_axis.at(gflops) / 100 * (BOTTOM - TOP), 1)


def _powers(axis: LogScale) -> range:
    return range(axis.first, axis.last + 1)


def _units(ceilings: Ceilings) -> list[Ceiling]:
    units = []
    if gpu := ceilings.gpu:
        rows = (
            ("FP32 FMA", gpu.fma32_gflops, True),
            ("FP64 FMA", gpu.fma64_gflops, False),
            ("TF32 tensor cores", gpu.tensor_tf32_gflops, False),
        )
        units += [Ceiling("GPU", name, rate, gpu.copy_gbs, main) for name, rate, main in rows if rate]
    if cpu := ceilings.cpu:
        for name, rates, main in (
            ("one core", cpu.one_core, True),
            (f"{cpu.cores} cores", cpu.all_cores, False),
        ):
            units.append(Ceiling("CPU", f"{name}, FP32 GEMM", rates.gemm32_gflops, rates.copy_gbs, main))
    return units


def _roof(unit: Ceiling, plot: _Plot) -> DrawnRoof:
    """The line from the left or lower edge up the slope to the ridge, then flat to the right edge."""
    left = max(10.0**plot.x_axis.first, 10.0**plot.y_axis.first / unit.gbs)
    ridge = unit.gflops / unit.gbs
    corners = [(left, left * unit.gbs), (ridge, unit.gflops), (10.0**plot.x_axis.last, unit.gflops)]
    if ridge <= left:
        corners = [(left, unit.gflops), corners[-1]]
    points = " ".join(f"{plot.x(x)},{plot.y(y)}" for x, y in corners)
    y = plot.y(unit.gflops)
    return DrawnRoof(unit.device, points, f"{unit.name} {gflops_text(unit.gflops)}", y, y, unit.is_main)


def _slope(unit: Ceiling, plot: _Plot) -> Slope:
    """The label of the memory's slope, along it, in the middle of its visible part."""
    left = max(10.0**plot.x_axis.first, 10.0**plot.y_axis.first / unit.gbs)
    middle = math.sqrt(left * max(unit.gflops / unit.gbs, left))
    decade_x = (RIGHT - LEFT) / (plot.x_axis.last - plot.x_axis.first)
    decade_y = (BOTTOM - TOP) / (plot.y_axis.last - plot.y_axis.first)
    angle = -math.degrees(math.atan2(decade_y, decade_x))
    label = f"{unit.device} memory {gbs_text(unit.gbs)}"
    return Slope(unit.device, label, plot.x(middle), plot.y(middle * unit.gbs), round(angle, 2))


def _point(measured: Achieved, plot: _Plot) -> Point:
    rate = measured.gflops
    intensity = measured.flop / measured.least_bytes if measured.least_bytes else 10.0**plot.x_axis.last
    x, y = plot.x(intensity), plot.y(rate)
    text = f"{measured.name}: {gflops_text(rate)} at {intensity:.3g} FLOP per byte, {measured.test}"
    return Point(measured.label, measured.device, x, y, y, False, text)


def _label_width(labels: Iterable[str]) -> float:
    return LEADER_WIDTH + CHARACTER_WIDTH * max(map(len, labels), default=0)


def _labelled_apart(points: Sequence[Point]) -> tuple[Point, ...]:
    """Places a label to the right of its point, unless other points are there."""
    width = _label_width(point.label for point in points)
    left = [point for point in points if any(point.x + 1 < other.x < point.x + width for other in points)]
    right = [point for point in points if point not in left]
    return (*_apart([replace(point, to_the_left=True) for point in left]), *_apart(right))


Labelled = TypeVar("Labelled", DrawnRoof, Point)


def _apart(items: Sequence[Labelled]) -> list[Labelled]:
    """Moves labels that are close, one below the other, and none below the plot."""
    ordered = sorted(items, key=lambda item: item.label_y)
    free = TOP + LABEL_GAP / 2
    for index, item in enumerate(ordered):
        ordered[index] = replace(item, label_y=round(max(item.label_y, free), 1))
        free = ordered[index].label_y + LABEL_GAP
    free = BOTTOM - LABEL_GAP / 2
    for index, item in reversed(list(enumerate(ordered))):
        ordered[index] = replace(item, label_y=round(min(item.label_y, free), 1))
        free = ordered[index].label_y - LABEL_GAP
    return ordered
