"""What a remote judge reports about a submission, in our own terms and within bounds.

Data in another shape than a report's, which another version or an attacker may send, is left out.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.records import replace, shaped
from judge.client.failures import cut
from judge.judging.advice import CountedRun
from judge.judging.difference import Difference, Window
from judge.judging.findings import MOST_FINDINGS, Found
from judge.judging.scoring import GroupScore
from judge.judging.verdicts import Verdict
from judge.problems.device import NOT_TIMED
from judge.problems.points import decimal
from judge.reports.model import GroupReport, points_in_words
from judge.service.own_words import advice_in
from judge.web.api.shapes import JudgementAnswer, RunAnswer, WholeSubmission

MOST_OF_A_TEXT = 64 * 1024
MOST_OF_A_NAME = 200
MOST_OF_A_REASON = 4000
MOST_OF_A_LINE = 1000
MOST_LINES = 20
"""The most lines of a window around a difference."""
MOST_GROUPS = 1000
MOST_TESTS_NAMED = 100
NOT_TOLD = {
    "none": "That judge shows no verdict, and only the samples of the tests.",
    "verdict": "That judge shows only the overall verdict and points of secret tests.",
    "test": "That judge does not show why a secret test failed, nor what the program wrote.",
    "difference": "That judge shows, of the output on a secret test, only the lines around a difference.",
}
"""What the judge's feedback policy hides from those who submit."""


def verdict_of(code: str) -> Verdict:
    """The verdict of this code. Raises JudgeError for one that this version does not know."""
    found = next((one for one in Verdict if one.code == code), None)
    if found is None:
        raise JudgeError(f"the server's verdict {code[:20]!r} is unknown here: is its version another one?")
    return found


def told_moment(utc_ms: int, form: str = "%Y-%m-%d %H:%M:%S") -> str:
    """The moment in UTC; "?" if it is not in the calendar."""
    try:
        return datetime.fromtimestamp(utc_ms / 1000, UTC).strftime(form)
    except (ValueError, OverflowError, OSError):
        return "?"


def text_of_detail(detail: dict[str, Any], name: str) -> str:
    found = detail.get(name)
    return found[:MOST_OF_A_TEXT] if isinstance(found, str) else ""


class ToldTest(Struct, frozen=True):
    """A test, as far as the server reports it."""

    run: RunAnswer

    @property
    def name(self) -> str:
        return cut(self.run.test, MOST_OF_A_NAME)

    @property
    def verdict(self) -> Verdict:
        return verdict_of(self.run.verdict)

    @property
    def failed(self) -> bool:
        return self.verdict not in (Verdict.AC, Verdict.SKIP)

    @property
    def reason(self) -> str:
        return cut(self.run.reason, MOST_OF_A_REASON)

    @property
    def difference(self) -> Difference | None:
        found = shaped(self.run.detail.get("difference"), Difference)
        return found if found and all(map(_is_window, (found.expected, found.found))) else None

    @property
    def findings(self) -> tuple[Found, ...]:
        return findings_in(self.run.detail, self.name)

    def text(self, name: str) -> str:
        """A text in its details: the program's output, or a message."""
        return text_of_detail(self.run.detail, name)


def _is_window(window: Window) -> bool:
    """Whether it is a window as the judge makes them: a few lines, none of them long."""
    is_small = window.marked < len(window.lines) <= MOST_LINES
    return is_small and all(len(line) <= MOST_OF_A_LINE and "\n" not in line for line in window.lines)


def findings_in(detail: dict[str, Any], test: str = "") -> tuple[Found, ...]:
    """The findings, each in a report's form; a secret test's findings have neither messages of the program nor a
    test's name."""
    listed = detail.get("findings")
    found = []
    for one in listed[:MOST_FINDINGS] if isinstance(listed, list) else ():
        if not isinstance(one, dict):
            continue
        known = {name: one[name] for name in Found.__struct_fields__ if one.get(name) is not None}
        known = {"message": one.get("what", ""), "first_test": test, "tests": 1, **known}
        known = {
            name: cut(value, MOST_OF_A_LINE) if isinstance(value, str) else value
            for name, value in known.items()
        }
        if (finding := shaped(known, Found)) is not None:
            found.append(finding)
    return tuple(found)


class ToldSubmission(Struct, frozen=True, dict=True):
    """A submission that was judged, as far as the server reports it."""

    whole: WholeSubmission

    @property
    def judgement(self) -> JudgementAnswer | None:
        return self.whole.judgement

    @property
    def problem(self) -> str:
        return cut(self.whole.submission.problem, MOST_OF_A_NAME)

    @property
    def file(self) -> str:
        return cut(self.whole.submission.name, MOST_OF_A_NAME)

    @property
    def verdict(self) -> Verdict | None:
        """The verdict; None: it is hidden."""
        return verdict_of(self.judgement.verdict) if self.judgement and self.judgement.verdict else None

    @property
    def is_accepted(self) -> bool:
        return self.verdict is Verdict.AC

    @cached_property
    def tests(self) -> Sequence[ToldTest]:
        return [ToldTest(run) for run in self.whole.runs]

    @property
    def first_failure(self) -> ToldTest | None:
        """The test that decides; None: none failed, or it is hidden."""
        failures = [test for test in self.tests if test.failed]
        deciding = [test for test in failures if test.verdict is self.verdict]
        return next(iter(deciding or failures), None)

    @property
    def compile_error(self) -> str | None:
        """The compiler's message; None: the solution compiled."""
        if self.judgement is None or self.verdict is not Verdict.CE:
            return None
        message = text_of_detail(self.judgement.detail, "compile_error")
        return message if message.strip() else "the server does not show the message"

    @property
    def reason(self) -> str:
        """The reason, if no test says it."""
        return cut(self.judgement.reason, MOST_OF_A_REASON) if self.judgement else ""

    @property
    def findings(self) -> tuple[Found, ...]:
        return findings_in(self.judgement.detail) if self.judgement else ()

    @property
    def counted(self) -> CountedRun | None:
        """What the emulated GPU counted; None: nothing, or it is hidden."""
        detail = self.judgement.detail if self.judgement else {}
        given = detail.get("counted")
        if not isinstance(given, dict):
            return None
        named = given.get("tests")
        tests = named[:MOST_TESTS_NAMED] if isinstance(named, list) else ()
        advice = (
            replace(
                one, kernel=cut(one.kernel, MOST_OF_A_NAME), file=one.file and cut(one.file, MOST_OF_A_NAME)
            )
            for one in advice_in(detail)
        )
        return CountedRun(
            tuple(cut(one, MOST_OF_A_NAME) for one in tests if isinstance(one, str)), tuple(advice)
        )

    @property
    def groups(self) -> list[GroupReport]:
        listed = self.judgement.detail.get("groups") if self.judgement else None
        rows = listed[:MOST_GROUPS] if isinstance(listed, list) else []
        groups = (shaped(row, GroupReport) for row in rows)
        return [
            replace(one, name=cut(one.name, MOST_OF_A_NAME), reason=cut(one.reason, MOST_OF_A_REASON))
            for one in groups
            if one is not None
        ]

    @property
    def scored(self) -> list[GroupScore]:
        """The groups with their scores, for their table."""
        return [
            GroupScore(
                one.name,
                one.verdict,
                decimal(one.points),
                None if one.most_points is None else decimal(one.most_points),
                one.passed,
                one.test_count,
                one.reason,
            )
            for one in self.groups
        ]

    @property
    def score_text(self) -> str:
        """ "60 of 100 points"; empty without points."""
        found = self.judgement
        if found is None or found.points is None:
            return ""
        counted = points_in_words(found.points, found.most_points)
        return f"{counted} point" if counted == "1" else f"{counted} points"

    @property
    def not_told(self) -> str:
        """What is hidden about secret tests, in one line; empty: nothing is, or an old judge does not say."""
        return NOT_TOLD.get(self.whole.feedback, "")

    @property
    def how(self) -> str:
        """How time decided, if the verdict does not say it."""
        return NOT_TIMED if self.judgement and self.judgement.is_emulated else ""
