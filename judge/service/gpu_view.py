"""What a submission did on a GPU, or how close it came to the machine's ceilings, as far as its viewer may see it."""

from collections.abc import Sequence

from msgspec import Struct

from judge.base.records import shaped
from judge.measure.ceilings import Ceilings
from judge.reports.html.kernels import TracedRun, traced
from judge.reports.html.roofline import Achieved, Roofline, drawn
from judge.reports.model import ReportedFacts
from judge.service.visibility import SeenJudgement, SeenRun
from judge.store.records import Submission


class ShareOfTest(Struct, frozen=True):
    test: str
    kernels_ns: int | None
    text: str
    """The share of the ceiling as text; empty: unknown."""
    filled: float
    """Percent of the meter."""
    impossible: bool


class GpuView(Struct, frozen=True):
    """A view of the GPU's work. Empty parts: nothing is known, or nothing may be seen."""

    shares: Sequence[ShareOfTest]
    """Impossible ones first, then those whose kernels took longest."""
    traced: TracedRun | None
    """The test in which kernels took longest, among those that are shown completely."""
    roofline: Roofline | None
    impossible: bool

    @property
    def is_empty(self) -> bool:
        return not (self.shares or self.traced or self.roofline)


def gpu_view(submission: Submission, judgement: SeenJudgement | None, *, on_gpu: bool) -> GpuView:
    if judgement is None:
        return GpuView((), None, None, False)
    shares = [one for run in judgement.runs if (one := _share(run)) is not None]
    shares.sort(key=lambda one: (not one.impossible, -(one.kernels_ns or 0)))
    device = "GPU" if on_gpu else "CPU"
    achieved = [_achieved(submission, run, device) for run in judgement.runs]
    largest = max(filter(None, achieved), key=lambda one: (one.flop, one.least_bytes), default=None)
    return GpuView(
        shares,
        _traced(submission, judgement.runs),
        drawn([largest] if largest else [], shaped(judgement.detail.get("ceilings"), Ceilings)),
        bool(judgement.detail.get("impossible")),
    )


def _share(run: SeenRun) -> ShareOfTest | None:
    share = run.detail.get("share") or {}
    value = share.get("share")
    if run.run.kernels_ns is None and value is None:
        return None
    text = str(share.get("text", "")) if value is not None else ""
    filled = round(100 * min(float(value or 0), 1.0), 1)
    return ShareOfTest(run.run.test, run.run.kernels_ns, text, filled, bool(share.get("impossible")))


def _achieved(submission: Submission, run: SeenRun, device: str) -> Achieved | None:
    share, work = run.detail.get("share") or {}, run.detail.get("work") or {}
    if run.run.verdict != "AC" or not share.get("achieved_gflops") or not work.get("flop"):
        return None
    return Achieved(
        submission.name,
        submission.name,
        device,
        run.run.test,
        int(work["flop"]),
        int(work.get("least_bytes", 0)),
        float(share["achieved_gflops"]),
    )


def _traced(submission: Submission, runs: Sequence[SeenRun]) -> TracedRun | None:
    shown = [run for run in runs if ((run.detail.get("facts") or {}).get("gpu") or {}).get("trace")]
    for run in sorted(shown, key=lambda one: -(one.run.kernels_ns or 0)):
        facts = shaped(run.detail["facts"], ReportedFacts)
        if facts and (found := traced(submission.name, run.run.test, facts)):
            return found
    return None
