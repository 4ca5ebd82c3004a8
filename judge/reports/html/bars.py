"""Bars on a logarithmic axis: the slowest test of each accepted solution, and CPU against GPU."""

from dataclasses import dataclass
from typing import Any

from judge.reports.html.figures import count_text, device_of, ratio_text, short_name, time_text
from judge.reports.html.matrix import worst_of
from judge.reports.html.scale import LogScale, Tick, log_scale


@dataclass(frozen=True)
class Bar:
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


@dataclass(frozen=True)
class BarGroup:
    """Bars that are compared with each other, and what comes of it."""

    title: str
    bars: tuple[Bar, ...]
    finding: str = ""


@dataclass(frozen=True)
class BarChart:
    ticks: tuple[Tick, ...]
    groups: tuple[BarGroup, ...]


def slowest_tests(problem: dict[str, Any]) -> BarChart | None:
    """A bar for each solution that was accepted, the quickest first; None where there is none."""
    accepted = [result for result in problem["results"] if result["verdict"] == "AC"]
    walls = [(worst.wall_ns, result) for result in accepted if (worst := worst_of(result))]
    if not walls:
        return None
    axis = log_scale([wall for wall, _ in walls])
    bars = tuple(
        Bar(short_name(result), device_of(result), axis.at(wall), time_text(wall))
        for wall, result in sorted(walls, key=lambda item: item[0])
    )
    return BarChart(tuple(axis.ticks(time_text)), (BarGroup("", bars),))


MEASURES = {"whole_program": ("wall_ns", "whole program"), "compute": ("compute_ns", "computing alone")}


def cpu_against_gpu(comparison: dict[str, Any]) -> BarChart | None:
    """A group for each size: the whole program and what it computes, on the CPU and on the GPU."""
    rows = comparison["rows"]
    spreads = [
        row[device][key]
        for row in rows
        for device in ("cpu", "gpu")
        for key, _ in MEASURES.values()
        if row[device][key]
    ]
    if not spreads:
        return None
    axis = log_scale([spread[end] for spread in spreads for end in ("low", "high")])
    groups = tuple(
        BarGroup(f"{count_text(row['size'])} {row['size_unit']}", _sides(row, axis), _finding(row))
        for row in rows
    )
    return BarChart(tuple(axis.ticks(time_text)), groups)


def gpu_wins_from(comparison: dict[str, Any]) -> str:
    """From which size on the GPU is faster, in words; empty where nothing is compared."""
    if not comparison["rows"]:
        return comparison["missing"] or ""
    unit = comparison["rows"][0]["size_unit"]
    parts = []
    for key, (_, what) in MEASURES.items():
        row = comparison["gpu_wins_from"][key]
        start = f"from {count_text(row['size'])} {unit}" if row else "never here"
        parts.append(f"{what}: {start}")
    return f"The GPU wins: {'; '.join(parts)}."


def _sides(row: dict[str, Any], axis: LogScale) -> tuple[Bar, ...]:
    return tuple(
        _spread_bar(row[device], device.upper(), key, axis, what)
        for key, what in MEASURES.values()
        for device in ("cpu", "gpu")
        if row[device][key]
    )


def _spread_bar(side: dict[str, Any], device: str, key: str, axis: LogScale, what: str) -> Bar:
    spread = side[key]
    median, low, high = (axis.at(spread[end]) for end in ("median", "low", "high"))
    return Bar(side["solver"], device, median, time_text(spread["median"]), low, high, what)


def _finding(row: dict[str, Any]) -> str:
    """What a row says in words."""
    return "; ".join(f"{what}: {who_wins(row[key])}" for key, (_, what) in MEASURES.items() if row[key])


def who_wins(found: dict[str, Any] | None) -> str:
    """ "GPU 35x": the GPU is 35 times as fast. A winner is named only where the difference is beyond doubt."""
    if found is None:
        return "not known"
    ratio = found["ratio"]
    if found["winner"] is None:
        return f"a tie ({ratio_text(ratio)})"
    factor = ratio if found["winner"] == "gpu" else 1 / ratio
    return f"{found['winner'].upper()} {ratio_text(factor)}"
