"""CPU against GPU, whole programs, as tables of a document: made from the reports of several `verify`, which may cover
different test sizes."""

from collections.abc import Sequence

from judge.base.units import fine_time
from judge.measure.cpu_against_gpu import Comparison, ComparisonRow, Side, comparison_of
from judge.reports.comparison_words import when_gpu_wins, who_wins
from judge.reports.model import Report

WHOLE = "whole_program"


def comparisons_of(reports: Sequence[Report]) -> dict[str, Comparison]:
    """The comparison of each problem, by its id, with the tests of all reports, by size; a test in several reports
    counts once, with the last result. Problems that were never compared are left out."""
    rows: dict[str, dict[str, ComparisonRow]] = {}
    for report in reports:
        for problem in report.problems:
            for row in problem.comparison.rows:
                rows.setdefault(problem.id, {})[row.test] = row
    return {
        name: comparison_of(sorted(of_problem.values(), key=lambda row: row.size))
        for name, of_problem in sorted(rows.items())
    }


def summary_as_markdown(comparisons: dict[str, Comparison]) -> str:
    """A row for each problem: the test that takes the CPU longest, and the size from which the GPU wins."""
    lines = [
        "| problem, size | best CPU program | best GPU program | faster | the GPU wins from |",
        "|---|---|---|---:|---|",
    ]
    for name, comparison in comparisons.items():
        row = max(comparison.rows, key=lambda row: row.cpu.wall_ns.median)
        start = comparison.gpu_wins_from.whole_program
        cells = [
            f"{name}, {row.size:,} {row.size_unit}",
            *_sides(row),
            f"{start.size:,}" if start else "no size here",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def as_markdown(comparisons: dict[str, Comparison]) -> str:
    """The summary, then a table of all sizes for each problem."""
    lines = [summary_as_markdown(comparisons)]
    for name, comparison in comparisons.items():
        lines += [
            f"**{name}** (size in {comparison.rows[-1].size_unit}). {when_gpu_wins(comparison, [WHOLE])}",
            "",
            "| test | size | best CPU program | best GPU program | faster |",
            "|---|---:|---|---|---:|",
            *(f"| {' | '.join((row.test, f'{row.size:,}', *_sides(row)))} |" for row in comparison.rows),
            "",
        ]
    return "\n".join(lines)


def _sides(row: ComparisonRow) -> list[str]:
    return [_side(row.cpu), _side(row.gpu), who_wins(row.whole_program)]


def _side(side: Side) -> str:
    return f"`{side.solver}` {fine_time(side.wall_ns.median)}"
