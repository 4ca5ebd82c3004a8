"""The head of the page: what was judged, and what was unexpected."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from judge.base.units import plural
from judge.reports.counts import Deviation, counts_of, deviations_of, headline_of
from judge.reports.html.figures import duration_text
from judge.reports.html.parts import parts_of
from judge.reports.model import Report


class Gauge(Struct, frozen=True):
    """One figure of the head."""

    name: str
    value: str


class PageSummary(Struct, frozen=True):
    headline: str
    passed: bool
    of_users: bool
    """Whether solutions are only expected to be accepted."""
    gauges: tuple[Gauge, ...]
    deviations: tuple[tuple[str, Deviation], ...]
    """Each with its problem's anchor on the page."""
    damaged_test_data: tuple[str, ...]
    skips: tuple[tuple[str, str], ...]
    """The number of skipped solutions, and the reasons: the most frequent first."""
    problems_left_out: tuple[str, ...]
    several_machines: str
    """A warning if times of the page must not be compared."""


def summary_of(*reports: Report) -> PageSummary:
    """The summary of all of them together."""
    results = [result for report in reports for _, result in report.results]
    reasons = Counter(result.reason for result in results if result.is_skipped)
    headline = headline_of(*reports)
    machines = len({report.machine for report in reports})
    parts = [part for part in parts_of(reports) if not part.report.of_users]
    return PageSummary(
        headline=_verdict_alone(reports) or _accepted(reports) or f"{headline[0].upper()}{headline[1:]}",
        passed=all(report.passed for report in reports),
        of_users=not parts,
        gauges=tuple(_gauges(reports)),
        deviations=tuple(
            (part.anchor(one.problem_id), one) for part in parts for one in deviations_of(part.report)
        ),
        damaged_test_data=tuple(line for part in parts for line in part.report.damaged_test_data),
        skips=tuple((plural(count, "solution"), reason) for reason, count in reasons.most_common()),
        problems_left_out=tuple(line for report in reports for line in report.problems_left_out),
        several_machines=(
            f"These reports are from {machines} machines: times of different machines cannot be compared."
            if machines > 1
            else ""
        ),
    )


def _gauges(reports: Sequence[Report]) -> list[Gauge]:
    counts = counts_of(*reports)
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
    gauges.append(Gauge("took", duration_text(sum(report.duration_s for report in reports))))
    if len(reports) > 1:
        gauges.insert(0, Gauge("reports", f"{len(reports)}"))
    return gauges


def _gauge(count: int, name: str, many: str | None = None) -> Gauge:
    return Gauge(name if count == 1 else many or f"{name}s", f"{count:,}")


def _verdict_alone(reports: Sequence[Report]) -> str:
    """The verdict of the only submission that was judged; "" if there were others."""
    if any(report.damaged_test_data or report.interrupted for report in reports):
        return ""
    results = [result for report in reports for _, result in report.results]
    if len(results) != 1 or results[0].kind != "submission":
        return ""
    (result,) = results
    emulated = ", emulated" if result.was_emulated else ""
    return f"{result.verdict.title.capitalize()}{emulated}: {result.name.rpartition('/')[2]}"


def _accepted(reports: Sequence[Report]) -> str:
    """The number of solutions that a `submit` accepted; "" for other commands, and if it was interrupted in its only
    solution."""
    interrupted = next((report.interrupted for report in reports if report.interrupted), None)
    if not all(report.of_users for report in reports) or (interrupted and interrupted.unit == "test"):
        return ""
    results = [result for report in reports for _, result in report.results]
    after = f"{interrupted.text[0].upper()}{interrupted.text[1:]}; " if interrupted else ""
    return f"{after}{sum(result.is_accepted for result in results)} of {len(results)} accepted"
