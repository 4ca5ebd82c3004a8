"""The closing table of `verify`: CPU against GPU, for a terminal of any width."""

from collections.abc import Iterable, Iterator, Mapping

from rich.console import RenderableType
from rich.text import Text

from judge.base.tables import new_table
from judge.base.units import fine_time
from judge.judging.times import CLEAR_RATIO, ENOUGH_RUNS
from judge.measure.cpu_against_gpu import SHOWN_SIZES, Comparison, Ratio, Side
from judge.reports.comparison_words import MEASURES, ratio_of, when_gpu_wins, who_wins

NARROW = 90
"""The least columns with a column for each solver and the middle one of the ratios."""


def comparisons_text(comparisons: Mapping[str, Comparison], width: int) -> Iterator[RenderableType]:
    """The text of comparisons by problem id; empty if none was to be expected."""
    compared = {name: comparison for name, comparison in comparisons.items() if comparison.rows}
    for name, comparison in compared.items():
        yield from _table(name, comparison, width)
    if compared:
        yield Text(_how_sure(compared.values()), style="dim")
    missing: dict[str, list[str]] = {}
    for name, comparison in comparisons.items():
        if comparison.missing is not None:
            missing.setdefault(comparison.missing, []).append(name)
    for reason, names in missing.items():
        yield Text(f"CPU and GPU were not compared: {reason} ({', '.join(names)})", style="dim")


def _table(problem_id: str, comparison: Comparison, width: int) -> Iterator[RenderableType]:
    measures = dict(MEASURES)
    solvers = ["best CPU solver\nwhole, compute", "best GPU solver\nwhole, compute"]
    if width < NARROW:
        del measures["with_copies"]
        solvers = ["best solvers\nwhole, compute"]
    unit = comparison.rows[-1].size_unit
    table = new_table(f"{problem_id}: CPU against GPU (size in {unit})")
    table.add_column("size", justify="right", no_wrap=True)
    for heading in solvers:
        table.add_column(heading, no_wrap=True, overflow="fold")
    for heading in measures.values():
        table.add_column(heading, justify="right", min_width=8)
    for row in comparison.rows[-SHOWN_SIZES:]:
        sides = [_side(row.cpu), _side(row.gpu)]
        cells = sides if len(solvers) == 2 else ["\n".join(sides)]
        table.add_row(f"{row.size:,}", *cells, *(ratio_text(ratio_of(row, measure)) for measure in measures))
    yield table
    yield Text(f"{when_gpu_wins(comparison)}\n")


def ratio_text(ratio: Ratio | None) -> Text:
    """Which is how many times as fast: "GPU 41x"."""
    styles = {"gpu": "green", "cpu": "yellow", None: "dim"}
    return Text(who_wins(ratio), style=styles[ratio.winner if ratio else None])


def _side(side: Side) -> str:
    compute = f", {fine_time(side.compute_ns.median)}" if side.compute_ns else ""
    return f"{side.solver}\n{fine_time(side.wall_ns.median)}{compute}"


def _how_sure(comparisons: Iterable[Comparison]) -> str:
    compute = "Compute is solving on a CPU and the kernels on a GPU."
    runs = min(row.runs for comparison in comparisons for row in comparison.rows)
    if runs >= ENOUGH_RUNS:
        return f"{compute} Medians of {runs} runs, taken alternately; overlapping spreads count as a tie."
    ran = "ran once: the spread is unknown" if runs == 1 else f"ran {runs} times: too few to know the spread"
    return f"{compute} Each {ran}, so ratios below {CLEAR_RATIO:g}x count as a tie. For medians: --repeat 5."
