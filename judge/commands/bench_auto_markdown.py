"""Whole programs, CPU against GPU, as tables of a document."""

from collections.abc import Mapping

from judge.base.units import fine_time
from judge.measure.costs.comparison import AtSize, AutoComparison, TimedWay, gpu_wins_from
from judge.reports.comparison_words import who_wins

SIDES = "best on the CPU | best on a GPU | faster | `auto`"
ROUND = 10**15
"""Numbers from this on are shown as a multiple of a power of ten."""


def as_markdown(comparison: AutoComparison, shown: Mapping[str, str]) -> str:
    """The summary, then a table of all sizes for each problem. `shown`: sizes for readers by the problem's id, as in
    sizes.yaml."""
    lines = [summary_as_markdown(comparison, shown)]
    for problem, sizes in comparison.problems.items():
        start = gpu_wins_from(sizes)
        wins = f"from {_size(start.size, shown[problem])}" if start else "at no size here"
        lines += [
            f"**{problem}**: the GPU wins {wins}.",
            "",
            f"| size | {SIDES} |",
            "|---:|---|---|---:|---:|",
            *(f"| {' | '.join((_size(one.size, shown[problem]), *_sides(one)))} |" for one in sizes),
            "",
        ]
    return "\n".join(lines)


def summary_as_markdown(comparison: AutoComparison, shown: Mapping[str, str]) -> str:
    """The largest size of each problem, and the size from which the GPU wins."""
    lines = [f"| problem | size | {SIDES} | the GPU wins from |", "|---|---:|---|---|---:|---:|---:|"]
    for problem, sizes in comparison.problems.items():
        start = gpu_wins_from(sizes)
        cells = [
            problem,
            _size(sizes[-1].size, shown[problem]),
            *_sides(sizes[-1]),
            _size(start.size, shown[problem]) if start else "no size here",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def faster(at: AtSize) -> str:
    """Who wins at a size; empty if only one of the two was run."""
    return who_wins(at.cpu_against_gpu) if at.cpu and at.gpu else ""


def _size(size: str, shown: str) -> str:
    return shown.format(*(_number(int(number)) for number in size.split("x")))


def _number(number: int) -> str:
    power = len(str(number)) - 1
    digit, rest = divmod(number, 10**power)
    return f"{digit} x 10^{power}" if number >= ROUND and rest == 0 else f"{number:,}"


def _sides(at: AtSize) -> list[str]:
    return [_way(at.cpu), _way(at.gpu), faster(at), fine_time(at.auto.wall_ns.median)]


def _way(way: TimedWay | None) -> str:
    return f"`{way.choice.split()[0].rstrip(',')}` {fine_time(way.wall_ns.median)}" if way else ""
