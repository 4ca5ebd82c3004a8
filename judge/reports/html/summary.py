"""The head of the page: what was judged, and what was not as expected."""

from collections import Counter
from dataclasses import dataclass

from judge.base.units import plural
from judge.judging.verdicts import Verdict
from judge.reports.counts import Deviation, counts_of, deviations_of, headline_of
from judge.reports.html.figures import duration_text
from judge.reports.model import Report


@dataclass(frozen=True)
class Gauge:
    """One figure of the head."""

    name: str
    value: str


@dataclass(frozen=True)
class Summary:
    headline: str
    gauges: tuple[Gauge, ...]
    deviations: tuple[Deviation, ...]
    skips: tuple[tuple[str, str], ...]
    """How many solutions were skipped, and why: the most frequent reason first."""


def summary_of(report: Report) -> Summary:
    reasons = Counter(result.reason for _, result in report.results if result.is_skipped)
    headline = headline_of(report)
    return Summary(
        headline=_verdict_alone(report) or _accepted(report) or f"{headline[0].upper()}{headline[1:]}",
        gauges=tuple(_gauges(report)),
        deviations=tuple(deviations_of(report)),
        skips=tuple((plural(count, "solution"), reason) for reason, count in reasons.most_common()),
    )


def _gauges(report: Report) -> list[Gauge]:
    counts = counts_of(report)
    gauges = [
        _gauge(counts.problems, "problem"),
        _gauge(counts.solvers, "solver"),
        _gauge(counts.submissions, "submission"),
    ]
    if counts.emulated:
        gauges.append(Gauge("of them emulated", f"{counts.emulated:,}"))
    gauges.append(_gauge(counts.runs, "run"))
    if counts.skipped_runs:
        gauges.append(_gauge(counts.skipped_runs, "run skipped", "runs skipped"))
    gauges.append(Gauge("solutions skipped", f"{counts.skipped_solutions:,}"))
    gauges.append(Gauge("took", duration_text(report.duration_s)))
    return gauges


def _gauge(count: int, name: str, many: str | None = None) -> Gauge:
    return Gauge(name if count == 1 else many or f"{name}s", f"{count:,}")


def _verdict_alone(report: Report) -> str:
    """Where one submission was all that was judged, its verdict is what there is to say; "" elsewhere."""
    results = [result for _, result in report.results]
    if len(results) != 1 or results[0].kind != "submission" or report.damaged_test_data or report.interrupted:
        return ""
    (result,) = results
    emulated = ", emulated" if result.was_emulated else ""
    return f"{result.verdict.title.capitalize()}{emulated}: {result.name.rpartition('/')[2]}"


def _accepted(report: Report) -> str:
    """Of a `submit` how many were accepted; "" elsewhere."""
    if not report.of_users:
        return ""
    results = [result for _, result in report.results]
    return f"{sum(result.verdict is Verdict.AC for result in results)} of {len(results)} accepted"
