"""What a viewer may see of a submission: one pure function for every page, feed and answer.

A program can print what it read. So whatever it wrote, and every text that may quote it, is shown only where its input
might be shown as well, or where a problem's feedback says so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from judge.base.records import replace
from judge.store.catalogue_records import Role
from judge.store.records import Judgement, Run, Submission

SAMPLE = "sample/"
"""How the names of tests begin that everybody may see."""
OF_LIMITS = ("TLE", "MLE", "OLE")
"""Verdicts whose reasons are the judge's own words."""
OUTPUTS = ("stdout", "stderr", "transcript")
"""Of a run's details: what the program wrote."""


class Feedback(IntEnum):
    """How much those who submit learn of the secret tests. Each level shows what those before it show."""

    NONE = 0
    """That it was judged."""
    VERDICT = 1
    """The verdict and the points, and what the compiler says."""
    TEST = 2
    """Each test's name, verdict, time and memory; where the emulated GPU found something."""
    DIFFERENCE = 3
    """Why a test failed, with the place where the output differs."""
    INPUT = 4
    """Everything: the input, the answer, and what the program wrote."""


@dataclass(frozen=True)
class Viewer:
    """Who looks."""

    user_id: int | None
    """None: nobody signed in."""
    role: Role

    @property
    def is_staff(self) -> bool:
        return self.role in (Role.ADMIN, Role.JURY)


@dataclass(frozen=True)
class SeenRun:
    run: Run
    detail: Mapping[str, Any]
    """As in a report, as far as it may be seen; empty: nothing of it."""


@dataclass(frozen=True)
class SeenJudgement:
    judgement: Judgement | None
    """None: nothing of it may be seen but that it is there."""
    runs: Sequence[SeenRun]
    detail: Mapping[str, Any]
    """As in a report: the compiler's message, the findings."""


def may_see(viewer: Viewer, submission: Submission) -> bool:
    """Whether this submission and its source are the viewer's business."""
    return viewer.is_staff or (viewer.user_id is not None and viewer.user_id == submission.user_id)


def feedback_for(viewer: Viewer, policy: Feedback) -> Feedback:
    return Feedback.INPUT if viewer.is_staff else policy


def seen(
    judgement: Judgement,
    runs: Sequence[Run],
    details: Mapping[int, Mapping[str, Any]],
    detail: Mapping[str, Any],
    feedback: Feedback,
) -> SeenJudgement:
    """`details`: of the runs, by ordinal; `detail`: of the whole."""
    shown = [
        one for run in runs if (one := _seen_run(run, details.get(run.ordinal, {}), feedback)) is not None
    ]
    if feedback is Feedback.NONE:
        return SeenJudgement(None, shown, {})
    if feedback < Feedback.TEST:
        judgement = replace(
            judgement,
            tests_passed=0,
            tests_total=0,
            wall_ns=None,
            cpu_ns=None,
            peak_memory_bytes=None,
            kernels_ns=None,
            ceiling_share=None,
        )
    if feedback < Feedback.DIFFERENCE:
        judgement = replace(judgement, reason="")
    return SeenJudgement(judgement, shown, _seen_detail(detail, feedback))


def _seen_run(run: Run, detail: Mapping[str, Any], feedback: Feedback) -> SeenRun | None:
    if run.test.startswith(SAMPLE) or feedback is Feedback.INPUT:
        return SeenRun(run, detail)
    if feedback < Feedback.TEST:
        return None
    if feedback is Feedback.DIFFERENCE:
        return SeenRun(run, {key: value for key, value in detail.items() if key not in OUTPUTS})
    reason = run.reason if run.verdict in OF_LIMITS else ""
    return SeenRun(replace(run, reason=reason), {})


def _seen_detail(detail: Mapping[str, Any], feedback: Feedback) -> Mapping[str, Any]:
    shown = {"compile_error": detail.get("compile_error"), "groups": detail.get("groups", ())}
    if feedback >= Feedback.DIFFERENCE:
        return {**shown, "findings": detail.get("findings", ())}
    # A finding's words are written by the program's own process.
    places = [
        {"kind": one["kind"], "file": one.get("file"), "line": one.get("line")}
        for one in detail.get("findings", ())
    ]
    groups = [{**group, "reason": ""} for group in shown["groups"]]
    if feedback < Feedback.TEST:
        places = []
        groups = [{**group, "passed": None, "test_count": None} for group in groups]
    return {**shown, "groups": groups, "findings": places}
