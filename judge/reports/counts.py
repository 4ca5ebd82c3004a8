"""The totals of a report: how much was judged, and what was unexpected."""

from msgspec import Struct

from judge.judging.verdicts import Verdict
from judge.reports.model import Report


class Counts(Struct, frozen=True):
    problems: int
    solvers: int
    submissions: int
    emulated: int
    """Solutions that were judged on the emulated GPU."""
    runs: int
    """Runs that count: not those of skipped tests."""
    skipped_runs: int
    skipped_solutions: int


class Deviation(Struct, frozen=True):
    """A solution with an unexpected result."""

    problem_id: str
    name: str
    expected: Verdict
    found: Verdict
    reason: str


def counts_of(*reports: Report) -> Counts:
    """The counts of all of them; a problem in several reports counts once."""
    results = [result for report in reports for _, result in report.results]
    solvers = sum(result.kind == "solver" for result in results)
    return Counts(
        problems=len({problem.id for report in reports for problem in report.problems}),
        solvers=solvers,
        submissions=len(results) - solvers,
        emulated=sum(result.was_emulated for result in results),
        runs=sum(test.runs for result in results for test in result.tests),
        skipped_runs=sum(result.skipped_runs for result in results),
        skipped_solutions=sum(result.is_skipped for result in results),
    )


def deviations_of(report: Report) -> list[Deviation]:
    return [
        Deviation(problem_id, result.name, result.expected, result.found_verdict, result.reason)
        for problem_id, result in report.results
        if not result.as_expected
    ]


def headline_of(*reports: Report) -> str:
    """ "all as expected", or how much was not, and after how much it was interrupted."""
    faults = sum(len(deviations_of(report)) + len(report.damaged_test_data) for report in reports)
    interrupted = [report.interrupted.text for report in reports if report.interrupted]
    if interrupted:
        return ", ".join(interrupted) + (f", {faults} not as expected" if faults else "")
    return "all as expected" if all(report.passed for report in reports) else f"{faults} not as expected"
