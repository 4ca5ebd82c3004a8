"""The report of a `verify` in the terminal: its tables, the unexpected results, and the last line."""

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.text import Text

from judge.base.units import plural
from judge.reports.counts import counts_of, deviations_of, headline_of
from judge.reports.model import Report
from judge.reports.terminal.comparison_text import comparisons_text
from judge.reports.terminal.problem_table import problem_table
from judge.reports.terminal.shared_reasons import shared_reasons


def print_report(console: Console, report: Report, warnings: Iterable[str]) -> None:
    """`warnings`: other remarks."""
    reasons = shared_reasons(result.reason for _, result in report.results if result.is_skipped)
    for problem in report.problems:
        if problem.results:
            console.print(problem_table(problem, reasons, console.width))
    for reason in reasons.lines:
        console.print(reason, style="dim", soft_wrap=True)
    comparisons = {problem.id: problem.comparison for problem in report.problems}
    for part in comparisons_text(comparisons, console.width):
        console.print(part)
    for warning in warnings:
        console.print(warning, style="yellow", soft_wrap=True)
    for line in failure_lines(report):
        console.print(line, soft_wrap=True)


def failure_lines(report: Report) -> Iterator[Text]:
    """The unexpected results."""
    for line in report.damaged_test_data:
        yield Text(f"damaged test data: {line}", style="bold red")
    for one in deviations_of(report):
        reason = f": {one.reason}" if one.reason else ""
        line = f"{one.problem_id} {one.name}: expected {one.expected.code}, found {one.found.code}{reason}"
        yield Text(line, style="bold red")


def closing_line(report: Report, *, all_asked_for: bool = True) -> Text:
    """The summary, and how much was judged. Not `all_asked_for`: named problems were left out."""
    counts = counts_of(report)
    if report.interrupted and not counts.solvers + counts.submissions:
        return Text(f"{report.interrupted.text}, {report.duration_s:.0f} s", style="bold red")
    left_out = len(report.problems_left_out)
    names = ", ".join(line.partition(":")[0] for line in report.problems_left_out)
    headline, is_good = headline_of(report), report.passed and all_asked_for
    if report.passed and not is_good:
        headline = f"{names} could not be judged, everything else as expected"
        left_out = 0  # shown already
    parts = [
        plural(counts.problems, "problem"),
        *([f"{left_out} left out ({names})"] if left_out else []),
        plural(counts.solvers, "solver"),
        plural(counts.submissions, "submission"),
        *([f"{counts.emulated} of them emulated"] if counts.emulated else []),
        *([f"{plural(counts.skipped_solutions, 'solution')} skipped"] if counts.skipped_solutions else []),
        plural(counts.runs, "run"),
        *([f"{plural(counts.skipped_runs, 'run')} skipped"] if counts.skipped_runs else []),
        f"{report.duration_s:.0f} s",
    ]
    style = "bold green" if is_good else "bold red"
    return Text(f"{headline}: {', '.join(parts)}", style=style)
