"""Many submissions to one problem in the terminal: a row each, the tests that failed, how many were accepted."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from judge.judging.verdicts import Verdict
from judge.reports.model import Report
from judge.reports.terminal.failed_tests import failed_tests
from judge.reports.terminal.problem_table import problem_table
from judge.reports.terminal.shared_reasons import shared_reasons


def print_class(console: Console, report: Report, notes: Sequence[str]) -> None:
    """`notes`: other work that was done, a line each."""
    reasons = shared_reasons(result.reason for _, result in report.results if result.is_skipped)
    for problem in report.problems:
        console.print(problem_table(problem, reasons, console.width, of_users=True))
        for table in failed_tests(problem, console.width):
            console.print(table)
    for line in [*reasons.lines, *notes]:
        console.print(line, style="dim", soft_wrap=True)


def class_line(report: Report) -> Text:
    """The last line: how many were accepted, and after how many it was interrupted."""
    results = [result for _, result in report.results]
    accepted = sum(result.is_accepted for result in results)
    parts = [f"{accepted} of {len(results)} accepted"]
    if rejected := sum(result.is_rejected for result in results):
        parts.append(f"{rejected} rejected by --strict")
    if skipped := sum(result.is_skipped for result in results):
        parts.append(f"{skipped} skipped")
    if lost := sum(result.verdict is Verdict.JE for result in results):
        parts.append(f"{lost} not judged")
    line = ", ".join(parts)
    if report.problems:
        line = f"{report.problems[0].id}: {line}"
    if report.interrupted:
        line = f"{report.interrupted.text}{f'; {line}' if results else ''}"
    is_good = accepted == len(results) and not report.interrupted
    return Text(line, style="bold green" if is_good else "bold red")
