"""How close solutions come to the hardware's limits: each on its largest test, as a share of the binding ceiling."""

from msgspec import Struct

from judge.judging.verdicts import Verdict
from judge.reports.html.figures import count_text, short_name
from judge.reports.model import ProblemReport, ReportedShare, SolutionReport, WorkOfTest


class MeasuredShare(Struct, frozen=True):
    """An accepted solution on its largest test with a known share, or why there is none."""

    result: SolutionReport
    work: WorkOfTest
    share: ReportedShare

    @property
    def flop(self) -> int:
        return self.work.flop or 0

    @property
    def least_bytes(self) -> int:
        return self.work.least_bytes or 0

    @property
    def label(self) -> str:
        return short_name(self.result)

    @property
    def size(self) -> str:
        return "" if self.work.size is None else f"{count_text(self.work.size)} {self.work.size_unit}"

    @property
    def filled(self) -> float:
        """Percent of the meter."""
        return round(100 * min(self.share.share or 0.0, 1.0), 2)

    @property
    def text(self) -> str:
        """The share as text; empty if unknown."""
        share = self.share
        return "" if share.share is None else share.text.replace(f", {share.time_of}", "")


def shares_of(problem: ProblemReport) -> list[MeasuredShare]:
    """Each accepted solution on the test that demands most of the machine: operations, then bytes."""
    works = {test.name: test for test in problem.tests}
    found = []
    for result in problem.results:
        measured = [
            MeasuredShare(result, works[test.name], test.share)
            for test in result.tests
            if result.verdict is Verdict.AC and test.verdict is Verdict.AC and test.share
        ]
        if measured:
            found.append(max(measured, key=lambda each: (each.flop, each.least_bytes)))
    return found


def nearest_first(problem: ProblemReport) -> list[MeasuredShare]:
    """The shares of solutions, the nearest to its ceiling first."""
    return sorted(shares_of(problem), key=lambda each: -(each.share.share or 0.0))


def why_no_share(problem: ProblemReport) -> str:
    """Why shares are unknown."""
    shares = [test.share for result in problem.results for test in result.tests if test.share]
    return "; ".join(dict.fromkeys(share.missing for share in shares if share.missing))
