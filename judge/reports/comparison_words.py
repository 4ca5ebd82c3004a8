"""CPU against GPU as text: who wins at a size, and from which size on the GPU does."""

from collections.abc import Sequence

from judge.base.units import factor
from judge.measure.cpu_against_gpu import Comparison, ComparisonRow, Ratio, WinsFrom

MEASURES = {"whole_program": "whole program", "with_copies": "with copies", "compute": "compute only"}
"""What is compared, by the name of its field."""


def who_wins(ratio: Ratio | None) -> str:
    """ "GPU 41x": the GPU is 41 times as fast. A winner is named only if the difference is beyond doubt."""
    if ratio is None:
        return "unknown"
    if ratio.winner is None:
        return "tie"
    return f"{ratio.winner.upper()} {factor(ratio.value if ratio.winner == 'gpu' else 1 / ratio.value)}x"


def ratio_of(row: ComparisonRow, measure: str) -> Ratio | None:
    """`measure`: one of MEASURES."""
    found: Ratio | None = getattr(row, measure)
    return found


def when_gpu_wins(comparison: Comparison, measures: Sequence[str] = tuple(MEASURES)) -> str:
    """A sentence; empty if nothing is compared."""
    if not comparison.rows:
        return ""
    unit = comparison.rows[-1].size_unit
    parts = []
    for measure in measures:
        start: WinsFrom | None = getattr(comparison.gpu_wins_from, measure)
        where = f"from {start.size:,} {unit}" if start else "not on these tests"
        parts.append(f"{MEASURES[measure]} {where}")
    return f"The GPU wins: {'; '.join(parts)}."
