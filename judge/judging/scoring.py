"""Decides scores: a submission's score from the results of its tests, by the rules of its problem. Nothing else
computes one.

Nothing is run here. A package's own grader is asked through a function, which may not know yet.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from judge.judging.verdicts import Verdict, overall
from judge.problems.points import of_most, points_text
from judge.problems.scoring import (
    ZERO,
    Aggregation,
    Group,
    OnFailure,
    ScoredTest,
    Scoring,
    VerdictMode,
)


class TestScore(Struct, frozen=True):
    """The part of a test's result that counts."""

    __test__ = False  # for pytest

    verdict: Verdict
    points: Fraction
    reason: str = ""


class GraderFailure(Struct, frozen=True):
    reason: str


class GraderOutcome(Struct, frozen=True):
    verdict: Verdict
    points: Fraction


Grade = Callable[[Group, str], GraderOutcome | GraderFailure | None]
"""The package's grader's answer for a group, given the lines of its parts: "AC 50". None: not known yet."""


def no_grader(_: Group, __: str) -> None:
    """A grader for problems without one."""


class GroupScore(Struct, frozen=True):
    """The outcome of a group."""

    name: str
    verdict: Verdict | None
    """None: it was not judged."""
    points: Fraction
    most: Fraction | None
    """None: unlimited."""
    passed: int
    tests: int
    reason: str = ""


class Score(Struct, frozen=True):
    """The outcome of a submission."""

    verdict: Verdict
    points: Fraction | None
    """None: it has none, as it was rejected and fewer points are better."""
    most: Fraction | None
    groups: tuple[GroupScore, ...]
    """All groups except the whole and ignored samples, each before those within it."""
    reason: str = ""
    """The reason of a rejection, and of a judge error."""
    has_best: bool = True
    """Whether there is a maximum of points."""

    @property
    def text(self) -> str:
        """ "60 of 100 points"."""
        if self.points is None:
            return "no points"
        counted = of_most(self.points, self.most)
        return f"{counted} point" if counted == "1" else f"{counted} points"


def score_of(scoring: Scoring, results: Mapping[str, TestScore], grade: Grade = no_grader) -> Score | None:
    """The score by the results of tests by name. None: a test that counts has no result."""
    walk = _Walk(scoring, results, grade)
    whole = walk.group(scoring.root)
    failed = next((one for one in results.values() if one.verdict is Verdict.JE), None)
    if failed or walk.failure:
        return Score(Verdict.JE, None, scoring.root.most, (), failed.reason if failed else walk.failure)
    if whole is None:
        return None
    groups = tuple(walk.groups[one.name] for one in scoring.counted)
    verdict, points = _verdict(scoring, whole)
    reason = "" if verdict is Verdict.AC else whole.reason
    return Score(verdict, points, scoring.root.most, groups, reason, has_best=scoring.best is not None)


def not_needed(
    scoring: Scoring, results: Mapping[str, TestScore], grade: Grade = no_grader, *, thorough: bool = False
) -> frozenset[str]:
    """The tests that need not be judged any more. `thorough`: only those that must not be."""
    walk = _Walk(scoring, results, grade, thorough=thorough)
    walk.group(scoring.root)
    return frozenset(walk.cut)


def _verdict(scoring: Scoring, whole: "_Outcome") -> tuple[Verdict, Fraction | None]:
    best, points = scoring.best, whole.points
    if scoring.verdict_is_graded:
        if whole.verdict is not Verdict.AC:
            return whole.verdict, None if scoring.lower_is_better else ZERO
        return (Verdict.AC if best is None or points == best else Verdict.PA), points
    is_full = not whole.failed if best is None or best == 0 else points == best
    if is_full:
        return Verdict.AC, points
    return (Verdict.PA if points > 0 or not whole.failed else whole.verdict), points


class _Outcome(Struct, frozen=True):
    verdict: Verdict
    points: Fraction
    reason: str = ""

    @property
    def failed(self) -> bool:
        return self.verdict is not Verdict.AC


class _Walk:
    def __init__(
        self,
        scoring: Scoring,
        results: Mapping[str, TestScore],
        grade: Grade,
        *,
        thorough: bool = False,
    ) -> None:
        self._results, self._grade, self._thorough = results, grade, thorough
        self._named = {group.name: group for group in scoring.root.groups}
        self.groups: dict[str, GroupScore] = {}
        self.cut: set[str] = set()
        self.failure = ""
        """Why there is no score: the package is at fault."""

    def group(self, group: Group) -> _Outcome | None:
        """None: not all that counts is known."""
        for name in group.requires:
            if failed := self._failure_in(name):
                left_out = self._left_out(group, f"not judged, as {name} was not passed")
                return _Outcome(failed, ZERO, left_out.reason)
        outcomes: list[_Outcome] = []
        is_known = True
        for place, part in enumerate(group.parts):
            outcome = self._part(part)
            if outcome is None:
                is_known = False
                continue
            outcomes.append(outcome)
            if outcome.failed and group.on_failure is OnFailure.BREAK and is_known:
                for left in group.parts[place + 1 :]:
                    self._leave_out_part(left)
                break
        if group.on_failure is OnFailure.SETTLED and any(_settles(group, one) for one in outcomes):
            if not self._thorough:
                self.cut |= {test.name for test in group.tests if test.name not in self._results}
            for inner in group.groups:
                self.groups.setdefault(inner.name, self._score(inner, None, ZERO, ""))
            is_known = True
        if not is_known or not outcomes:
            return None if not is_known else _Outcome(Verdict.AC, ZERO)
        graded = self._graded(group, outcomes[-1:] if group.ignores_samples else outcomes)
        if graded is not None:
            self._require_range(group, graded)
            self.groups[group.name] = self._score(group, graded.verdict, graded.points, graded.reason)
        return graded

    def _part(self, part: Group | ScoredTest) -> _Outcome | None:
        if isinstance(part, Group):
            return self.group(part)
        found = self._results.get(part.name)
        if found is None:
            return None
        reason = "" if found.verdict is Verdict.AC else f"{part.name}: {found.reason}"
        return _Outcome(found.verdict, found.points, reason)

    def _leave_out_part(self, part: Group | ScoredTest) -> None:
        if isinstance(part, Group):
            self._left_out(part, "not judged, as a group before it was not accepted")
        else:
            self.cut.add(part.name)

    def _left_out(self, group: Group, why: str) -> _Outcome:
        self.cut |= {test.name for test in group.tests}
        for one in (group, *group.groups):
            self.groups[one.name] = self._score(one, None, ZERO, why)
        return _Outcome(Verdict.WA, ZERO, f"{group.name}: {why}")

    def _score(self, group: Group, verdict: Verdict | None, points: Fraction, reason: str) -> GroupScore:
        names = [test.name for test in group.tests]
        passed = sum(
            name in self._results and self._results[name].verdict is Verdict.AC
            for name in names
            if name not in self.cut
        )
        is_accepted = verdict is Verdict.AC
        return GroupScore(
            group.name, verdict, points, group.most, passed, len(names), "" if is_accepted else reason
        )

    def _failure_in(self, name: str) -> Verdict | None:
        """None: all of its tests with known results are accepted."""
        tests = list(self._named[name].tests) if name in self._named else []
        found = [self._results[test.name].verdict for test in tests if test.name in self._results]
        left_out = [Verdict.WA for test in tests if test.name in self.cut]
        return next((verdict for verdict in (*found, *left_out) if verdict is not Verdict.AC), None)

    def _graded(self, group: Group, outcomes: Sequence[_Outcome]) -> _Outcome | None:
        if group.grader_flags is None:
            return _Outcome(*_by_default(group, outcomes))
        lines = "".join(f"{one.verdict.code} {points_text(one.points)}\n" for one in outcomes)
        said = self._grade(group, lines)
        if isinstance(said, GraderFailure):
            self.failure = self.failure or said.reason
        if not isinstance(said, GraderOutcome):
            return None
        return _Outcome(said.verdict, said.points, _reason(said.verdict, outcomes))

    def _require_range(self, group: Group, graded: _Outcome) -> None:
        bounds = (
            ("at least", group.least, group.least is not None and graded.points < group.least),
            ("at most", group.most, group.most is not None and graded.points > group.most),
        )
        for words, bound, is_exceeded in bounds:
            if is_exceeded and bound is not None:
                self.failure = self.failure or (
                    f"{group.name or 'the whole'} has {points_text(graded.points)} points: the package requires "
                    f"{words} {points_text(bound)}"
                )


def _settles(group: Group, outcome: _Outcome) -> bool:
    """Whether no other part can change the group's points: a minimum falls until it is 0."""
    return outcome.failed and (group.aggregation is not Aggregation.MIN or outcome.points == ZERO)


def _by_default(group: Group, outcomes: Sequence[_Outcome]) -> tuple[Verdict, Fraction, str]:
    verdicts = [one.verdict for one in outcomes]
    verdict = _aggregated(group, verdicts)
    points = [one.points for one in outcomes]
    total = {
        Aggregation.SUM: lambda: sum(points, ZERO),
        Aggregation.MIN: lambda: min(points),
        Aggregation.MAX: lambda: max(points),
        Aggregation.MEAN: lambda: sum(points, ZERO) / len(points),
        Aggregation.PASS_FAIL: lambda: group.full if verdict is Verdict.AC else ZERO,
    }[group.aggregation]()
    return verdict, total, _reason(verdict, outcomes)


def _aggregated(group: Group, verdicts: Sequence[Verdict]) -> Verdict:
    failed = [verdict for verdict in verdicts if verdict is not Verdict.AC]
    if not failed or (group.accepts_any and len(failed) < len(verdicts)):
        return Verdict.AC
    if group.verdict_mode is VerdictMode.ALWAYS_ACCEPT:
        return Verdict.AC
    if group.verdict_mode is VerdictMode.FIRST_ERROR:
        return failed[0]
    return overall(failed)


def _reason(verdict: Verdict, outcomes: Sequence[_Outcome]) -> str:
    """The reason of the first part with this verdict; if accepted in spite of a failure, that of the first failure,
    which may be within an accepted part."""
    failed = [one for one in outcomes if one.failed]
    first = (*(one for one in failed if one.verdict is verdict), *failed, *outcomes)
    return next((one.reason for one in first if one.reason), "")
