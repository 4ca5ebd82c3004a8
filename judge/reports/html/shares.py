"""How close solutions come to the hardware's limits: each on its largest test, as a share of the binding ceiling."""

from msgspec import Struct

from judge.judging.verdicts import Verdict
from judge.reports.html.figures import count_text, gbs_text, gflops_text, short_name, time_text
from judge.reports.model import ProblemReport, ReportedShare, SolutionReport, WorkOfTest


class ShareRow(Struct, frozen=True):
    label: str
    device: str
    test: str
    size: str
    time: str
    time_of: str
    """"kernels", "solving" or "whole program"."""
    gbs: str
    gflops: str
    """Empty for a problem without floating-point operations."""
    filled: float
    """Percent of the meter."""
    text: str
    """The share as text; empty if unknown."""
    impossible: bool


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


def share_rows(problem: ProblemReport) -> list[ShareRow]:
    """Rows, the nearest to its ceiling first."""
    return [_row(each) for each in sorted(shares_of(problem), key=lambda each: -(each.share.share or 0.0))]


def why_no_share(problem: ProblemReport) -> str:
    """Why shares are unknown."""
    shares = [test.share for result in problem.results for test in result.tests if test.share]
    return "; ".join(dict.fromkeys(share.missing for share in shares if share.missing))


def _row(measured: MeasuredShare) -> ShareRow:
    work, share = measured.work, measured.share
    return ShareRow(
        label=short_name(measured.result),
        device=measured.result.device_name,
        test=work.name,
        size="" if work.size is None else f"{count_text(work.size)} {work.size_unit}",
        time=time_text(share.time_ns),
        time_of=share.time_of,
        gbs=gbs_text(share.achieved_gbs),
        gflops=gflops_text(share.achieved_gflops) if share.achieved_gflops else "",
        filled=round(100 * min(share.share or 0.0, 1.0), 2),
        text="" if share.share is None else share.text.replace(f", {share.time_of}", ""),
        impossible=share.impossible,
    )
