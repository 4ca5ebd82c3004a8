"""What a viewer may see of a submission: one pure function for every page, feed and answer.

A program can print what it read. So its output, and every text that may quote it, is shown only if its input might be
shown as well; the difference alone shows the lines of the output around its place.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum, StrEnum
from typing import Any

from msgspec import Struct

from judge.base.records import replace, shaped
from judge.judging.repeated_times import RepeatedTime
from judge.service.own_words import (
    OF_LIMITS,
    figures,
    own_advice,
    own_finding,
    own_reason,
    times,
    without_last_words,
)
from judge.store.catalogue_records import STAFF, ProblemRecord, ProblemState, Role
from judge.store.class_records import ClassMember, ClassRole
from judge.store.own_run_records import OwnRun
from judge.store.records import Judgement, Run, Submission
from judge.store.rejudgings import Rejudging

SAMPLE = "sample/"
"""The prefixes of tests that everybody may see."""
LIMITS = (*OF_LIMITS, "MLE")
"""Verdicts whose reasons reveal nothing of the output."""
MOST_PLACES = 3
"""The most findings whose places are shown if the difference is not: a program can select them."""


class Feedback(IntEnum):
    """How much those who submit learn about the secret tests. Each level includes those before it."""

    NONE = 0
    """Shown: that it was judged."""
    VERDICT = 1
    """The verdict and the points, and the compiler's message."""
    TEST = 2
    """Each test's name, verdict, time and memory; and a few places of the emulated GPU's findings."""
    DIFFERENCE = 3
    """Why a test failed, with the place where the output differs and the lines around it."""
    INPUT = 4
    """Everything: the input, the answer, and the program's output."""


class Viewer(Struct, frozen=True):
    """A person who looks at it."""

    user_id: int | None
    """None: nobody signed in."""
    role: Role
    taught: frozenset[int] = frozenset()
    """The assignments of classes that they teach, as far as the question is about them."""
    is_participant: bool = False
    """Whether they have a participant's rights alone, whatever they teach or have opened."""

    @property
    def makes_classes(self) -> bool:
        return self.is_staff or self.role is Role.TEACHER

    @property
    def is_staff(self) -> bool:
        return self.role in STAFF


class Sight(Struct, frozen=True):
    """The decision about a viewer of a submission: viewers with the same sight see the same."""

    submission_id: int
    feedback: Feedback
    is_staff: bool


class SeenRun(Struct, frozen=True):
    run: Run
    detail: Mapping[str, Any]
    """The detail of a report, as far as it may be seen; empty: nothing."""

    @property
    def repeated_time(self) -> RepeatedTime | None:
        """The times of a test that was run again near its limit."""
        return shaped(self.detail.get("repeated_time"), RepeatedTime)


class SeenJudgement(Struct, frozen=True):
    judgement: Judgement | None
    """None: only its existence may be seen."""
    runs: Sequence[SeenRun]
    detail: Mapping[str, Any]
    """The detail of a report: the compiler's message, the findings."""


def may_see(viewer: Viewer, submission: Submission | OwnRun) -> bool:
    """Whether the viewer may see this submission or own run, and its source."""
    return teaches(viewer, submission) or (
        viewer.user_id is not None and viewer.user_id == submission.user_id
    )


def may_end(viewer: Viewer, rejudging: Rejudging) -> bool:
    """Whether the viewer may see, apply and drop a rejudging: the jury, and the teacher who opened it."""
    has_opened = viewer.user_id is not None and viewer.user_id == rejudging.created_by
    return viewer.is_staff or (has_opened and not viewer.is_participant)


def may_read(viewer: Viewer, problem: ProblemRecord) -> bool:
    """Whether this problem exists for the viewer."""
    if problem.state is ProblemState.DELETED:
        return False
    return viewer.is_staff or problem.state is not ProblemState.HIDDEN


def may_submit(viewer: Viewer, problem: ProblemRecord) -> bool:
    """Whether the viewer may submit to it."""
    return may_read(viewer, problem) and (viewer.is_staff or problem.state is ProblemState.OPEN)


def policy_of(problem: ProblemRecord, of_any: Feedback) -> Feedback:
    """The feedback for those who submit to it. `of_any`: for problems that set none."""
    return Feedback.__members__.get((problem.feedback or "").upper(), of_any)


def teaches(viewer: Viewer, submission: Submission | OwnRun) -> bool:
    """Whether the viewer sees all of it, as the jury does."""
    return viewer.is_staff or submission.assignment_id in viewer.taught


def feedback_for(viewer: Viewer, submission: Submission, policy: Feedback) -> Feedback:
    """`policy`: that of the submission's assignment, of its problem, or of the whole judge."""
    return Feedback.INPUT if teaches(viewer, submission) else policy


class Access(StrEnum):
    """A viewer's part in a class."""

    NONE = "none"
    STUDENT = "student"
    TEACHER = "teacher"


def access_to(viewer: Viewer, member: ClassMember | None) -> Access:
    """`member`: the viewer's membership, if there is one."""
    teaches_it = member is not None and member.role is ClassRole.TEACHER
    if viewer.is_staff or (teaches_it and not viewer.is_participant):
        return Access.TEACHER
    return Access.STUDENT if member and not teaches_it else Access.NONE


def seen(
    judgement: Judgement,
    runs: Sequence[Run],
    details: Mapping[int, Mapping[str, Any]],
    detail: Mapping[str, Any],
    feedback: Feedback,
    lines: Mapping[str, int] | None = None,
) -> SeenJudgement:
    """`details`: of the runs, by ordinal; `detail`: of the whole; `lines`: the number of lines of each submitted file;
    of secret tests, only places in these are shown."""
    if feedback is Feedback.INPUT:
        every = [SeenRun(run, details.get(run.ordinal, {})) for run in runs]
        return SeenJudgement(judgement, every, _pages_detail(detail))
    own = {run.ordinal: own_reason(run, details.get(run.ordinal, {}), lines or {}) for run in runs}
    shown = [
        one
        for run in runs
        if (one := _seen_run(run, details.get(run.ordinal, {}), own[run.ordinal], feedback)) is not None
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
    secret = [run for run in runs if not run.test.startswith(SAMPLE)]
    reason = _seen_reason(judgement, secret, own, feedback) if runs or judgement.verdict == "CE" else ""
    judgement = replace(judgement, reason=reason)
    return SeenJudgement(judgement, shown, _seen_detail(detail, secret, own, feedback, lines or {}))


def _seen_reason(
    judgement: Judgement, secret: Sequence[Run], own: Mapping[int, str], feedback: Feedback
) -> str:
    return without_last_words(judgement.reason, secret, own) if feedback >= Feedback.DIFFERENCE else ""


def _seen_run(run: Run, detail: Mapping[str, Any], own: str, feedback: Feedback) -> SeenRun | None:
    if run.test.startswith(SAMPLE):
        return SeenRun(run, detail)
    if feedback < Feedback.TEST:
        return None
    if feedback is Feedback.DIFFERENCE:
        return SeenRun(replace(run, reason=own), figures(detail))
    return SeenRun(replace(run, reason=own if run.verdict in LIMITS else ""), times(detail))


def _pages_detail(detail: Mapping[str, Any]) -> Mapping[str, Any]:
    shown = {name: detail.get(name) for name in ("compile_error", "ceilings", "impossible")}
    lists = {name: detail.get(name) or () for name in ("groups", "findings")}
    return {**shown, **lists, "counted": detail.get("counted")}


def _seen_detail(
    detail: Mapping[str, Any],
    secret: Sequence[Run],
    own: Mapping[int, str],
    feedback: Feedback,
    lines: Mapping[str, int],
) -> Mapping[str, Any]:
    shown = {**_pages_detail(detail)}
    of_samples = [one for one in shown["findings"] if str(one.get("first_test", "")).startswith(SAMPLE)]
    others = [own_finding(one, lines) for one in shown["findings"] if one not in of_samples]
    if feedback >= Feedback.DIFFERENCE:
        groups = [
            {**group, "reason": without_last_words(str(group.get("reason") or ""), secret, own)}
            for group in shown["groups"]
        ]
    else:
        others = others[:MOST_PLACES]
        groups = [{**group, "reason": ""} for group in shown["groups"]]
    counted = _seen_counts(shown["counted"], lines, feedback)
    if feedback < Feedback.TEST:
        others = []
        groups = [{**group, "passed": None, "test_count": None} for group in groups]
    return {**shown, "groups": groups, "findings": [*of_samples, *others], "counted": counted}


def _seen_counts(
    counted: Mapping[str, Any] | None, lines: Mapping[str, int], feedback: Feedback
) -> Mapping[str, Any] | None:
    """Advice about secret tests with its places alone: figures would reveal the tests, and the program can write
    them."""
    if not counted or all(str(name).startswith(SAMPLE) for name in counted["tests"]):
        return counted
    if feedback < Feedback.TEST:
        return None
    advice = (own_advice(one, lines) for one in counted["advice"][:MOST_PLACES])
    return {"tests": (), "advice": [one for one in advice if one]}
