"""All problems at a glance: a row each, summarising the sections below."""

from collections.abc import Iterable

from msgspec import Struct

from judge.base.units import plural
from judge.judging.verdicts import Verdict
from judge.reports.comparison_words import MEASURES, who_wins
from judge.reports.html.figures import count_text
from judge.reports.html.shares import nearest_first
from judge.reports.model import ProblemReport


class GlanceRow(Struct, frozen=True):
    title: str
    solutions: str
    accepted: str
    """The number of them, if nothing else is expected."""
    state: str
    as_expected: bool
    size: str
    """The largest size at which a CPU and a GPU were compared; empty without a comparison."""
    whole_program: str
    compute: str
    nearest: str
    """The solution that is closest to the hardware's ceiling."""


COLUMNS = {
    "size": "CPU against GPU at",
    "whole_program": MEASURES["whole_program"],
    "compute": MEASURES["compute"],
    "nearest": "closest to the hardware",
}
"""What is shown of a problem besides its solutions, with headings."""


def glance_columns(rows: Iterable[GlanceRow]) -> list[tuple[str, str]]:
    """Columns in which at least one row has a value."""
    all_rows = list(rows)
    return [(key, heading) for key, heading in COLUMNS.items() if any(getattr(row, key) for row in all_rows)]


def glance_row(problem: ProblemReport) -> GlanceRow:
    results = problem.results
    unlike = sum(not result.as_expected for result in results)
    skipped = sum(result.is_skipped for result in results)
    comparison = problem.comparison
    largest = comparison.rows[-1] if comparison.rows else None
    missing = comparison.missing or ""
    shares = nearest_first(problem)
    return GlanceRow(
        title=problem.title,
        solutions=plural(len(results), "solution") + (f", {skipped} skipped" if skipped else ""),
        accepted=f"{sum(result.verdict is Verdict.AC for result in results)} accepted",
        state=f"{unlike} not as expected" if unlike else "all as expected",
        as_expected=not unlike,
        size=f"{count_text(largest.size)} {largest.size_unit}" if largest else "",
        whole_program=who_wins(largest.whole_program) if largest else missing,
        compute=who_wins(largest.compute) if largest else "",
        nearest=f"{shares[0].label}: {shares[0].text}" if shares and shares[0].text else "",
    )
