"""Whole programs, CPU against GPU, as tables of a document."""

from collections.abc import Mapping

from judge.base.units import fine_time
from judge.measure.costs.comparison import AtSize, AutoComparison, TimedWay, gpu_wins_from
from judge.reports.comparison_words import who_wins

SIDES = "best on the CPU | best on a GPU | faster | `auto`"


def as_markdown(comparison: AutoComparison, units: Mapping[str, str]) -> str:
    """The summary, then a table of all sizes for each problem. `units`: the meaning of a size, by the problem's id."""
    lines = [summary_as_markdown(comparison, units)]
    for problem, sizes in comparison.problems.items():
        start = gpu_wins_from(sizes)
        wins = f"from {_size(start.size)}" if start else "at no size here"
        lines += [
            f"**{problem}** (size: {units[problem]}). The GPU wins {wins}.",
            "",
            f"| size | {SIDES} |",
            "|---:|---|---|---:|---:|",
            *(f"| {' | '.join((_size(one.size), *_sides(one)))} |" for one in sizes),
            "",
        ]
    return "\n".join(lines)


def summary_as_markdown(comparison: AutoComparison, units: Mapping[str, str]) -> str:
    """The largest size of each problem, and the size from which the GPU wins."""
    lines = [f"| problem, size | {SIDES} | the GPU wins from |", "|---|---|---|---:|---:|---:|"]
    for problem, sizes in comparison.problems.items():
        start = gpu_wins_from(sizes)
        cells = [
            f"{problem}, {_size(sizes[-1].size)} {units[problem]}",
            *_sides(sizes[-1]),
            _size(start.size) if start else "no size here",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def _size(size: str) -> str:
    return " x ".join(f"{int(number):,}" for number in size.split("x"))


def _sides(at: AtSize) -> list[str]:
    return [_way(at.cpu), _way(at.gpu), _faster(at), fine_time(at.auto.wall_ns.median)]


def _faster(at: AtSize) -> str:
    """Empty: only one of the two was run."""
    return who_wins(at.cpu_against_gpu) if at.cpu and at.gpu else ""


def _way(way: TimedWay | None) -> str:
    return f"`{way.choice.split()[0].rstrip(',')}` {fine_time(way.wall_ns.median)}" if way else ""
