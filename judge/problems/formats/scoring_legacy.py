"""The points of a scoring problem of the format legacy, from the files testdata.yaml, for the default grader.

As in problemtools, the points of a group that is not accepted count in the enclosing group.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from msgspec import UNSET, Struct, UnsetType

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.base.suggestions import unknown_name
from judge.problems.formats.legacy_groups import grader_of
from judge.problems.formats.legacy_keys import GROUP_FILE, LegacyGrading, LegacyGroupKeys
from judge.problems.formats.tree import Tree
from judge.problems.model import TestCase
from judge.problems.points import points_of, points_text
from judge.problems.program import Program
from judge.problems.scoring import (
    ZERO,
    Aggregation,
    Given,
    Group,
    OnFailure,
    ScoredTest,
    Scoring,
    VerdictMode,
)
from judge.problems.yaml_files import place

AGGREGATIONS = {
    "sum": Aggregation.SUM,
    "avg": Aggregation.MEAN,
    "min": Aggregation.MIN,
    "max": Aggregation.MAX,
}
MODES = {
    "worst_error": VerdictMode.WORST_ERROR,
    "no_errors": VerdictMode.WORST_ERROR,
    "first_error": VerdictMode.FIRST_ERROR,
    "always_accept": VerdictMode.ALWAYS_ACCEPT,
}
IGNORE_SAMPLE, ACCEPT_ANY = "ignore_sample", "accept_if_any_accepted"
FLAGS = (*AGGREGATIONS, *MODES, IGNORE_SAMPLE, ACCEPT_ANY)
INFINITE = ("inf", "+inf", "-inf")
DEFAULTS = LegacyGroupKeys(
    on_reject="break",
    grading="default",
    grader_flags="",
    accept_score=1.0,
    reject_score=0.0,
    range="-inf +inf",
)


class LegacyScores(Struct, frozen=True, dict=True):
    tree: Tree
    grading: LegacyGrading
    given: Given
    """The use of points that the output validator gives on a test."""
    groups: Mapping[str, LegacyGroupKeys]
    """The settings of each group, by its name; "": all tests."""
    tests: Sequence[TestCase]

    @cached_property
    def grader(self) -> Program | None:
        return grader_of(self.tree)

    @property
    def scoring(self) -> Scoring:
        """Raises JudgeError for contradictions."""
        root = self._group("", [test.name for test in self.tests], DEFAULTS)
        lower_is_better = self.grading.objective == "min"
        return Scoring(root, lower_is_better, verdict_is_graded=True, grader=self.grader)

    def _group(self, name: str, tests: Sequence[str], around: LegacyGroupKeys) -> Group:
        """`tests`: the names of those below it."""
        said = _inherited(around, self.groups.get(name, LegacyGroupKeys()))
        said = _inherited(said, self.grading.of_groups)
        depth = name.count("/") + 1 if name else 0
        inner: dict[str, list[str]] = {}
        for test in tests:
            inner.setdefault("/".join(test.split("/")[: depth + 1]), []).append(test)
        least, most = self._range(name, said)
        parts = tuple(
            self._test(one, name, said) if below == [one] else self._group(one, below, said)
            for one, below in inner.items()
        )
        group = Group(
            name,
            parts,
            least=least,
            most=most,
            on_failure=OnFailure.CONTINUE if said.on_reject == "continue" else OnFailure.BREAK,
        )
        if said.grading == "custom":
            self._require_grader(name)
            return replace(group, grader_flags=tuple(str(said.grader_flags).split()))
        graded = self._with_flags(group, str(said.grader_flags).split())
        self._check_range(graded)
        return graded

    def _with_flags(self, group: Group, flags: Sequence[str]) -> Group:
        where = self._where(group.name, "grader_flags")
        for flag in flags:
            if flag not in FLAGS:
                raise JudgeError(f"{where}: {unknown_name('flag of the default grader', flag, FLAGS)}")
            if flag == IGNORE_SAMPLE and group.name:
                if self.groups.get(group.name, LegacyGroupKeys()).grader_flags is UNSET:
                    continue  # inherited from data/, where it belongs
                raise JudgeError(f"{where}: '{IGNORE_SAMPLE}' is only for data/{GROUP_FILE}.")
        ignores = IGNORE_SAMPLE in flags and not group.name
        if ignores and group.on_failure is OnFailure.BREAK:
            raise JudgeError(
                f"{where}: '{IGNORE_SAMPLE}' needs 'on_reject: continue' next to it: otherwise a rejected sample ends "
                "the judging."
            )
        return replace(
            group,
            aggregation=next(
                (AGGREGATIONS[flag] for flag in reversed(flags) if flag in AGGREGATIONS), Aggregation.SUM
            ),
            verdict_mode=next(
                (MODES[flag] for flag in reversed(flags) if flag in MODES), VerdictMode.WORST_ERROR
            ),
            accepts_any=ACCEPT_ANY in flags,
            ignores_samples=ignores,
        )

    def _test(self, test: str, group: str, said: LegacyGroupKeys) -> ScoredTest:
        accepted = _number(said.accept_score, self._where(group, "accept_score"), "accept_score")
        rejected = _number(said.reject_score, self._where(group, "reject_score"), "reject_score")
        return ScoredTest(test, accepted, rejected, given=self.given, may_be_negative=True)

    def _range(self, group: str, said: LegacyGroupKeys) -> tuple[Fraction | None, Fraction | None]:
        where = self._where(group, "range")
        words = str(said.range).split()
        bounds = [None if word in INFINITE else points_of(word) for word in words]
        is_read = all(
            word in INFINITE or bound is not None for word, bound in zip(words, bounds, strict=True)
        )
        if len(words) != 2 or not is_read or words[0] in INFINITE[:2] or words[1] == INFINITE[2]:
            raise JudgeError(
                f"{where}: 'range' must be the fewest and the most points, such as 0 100 or -inf +inf, found "
                f"{str(said.range)!r}."
            )
        least, most = bounds
        if least is not None and most is not None and least > most:
            raise JudgeError(f"{where}: 'range' begins with {words[0]}, which is more than {words[1]}.")
        return least, most

    def _check_range(self, group: Group) -> None:
        """Raises JudgeError if the points of all tests together are not in the range."""
        tests = [part for part in group.parts if isinstance(part, ScoredTest)]
        if len(tests) < len(group.parts) or self.given is not Given.REFUSED:
            return
        total = sum((test.accepted for test in tests), ZERO)
        full = total if group.aggregation is Aggregation.SUM else tests[0].accepted
        is_over = group.most is not None and full > group.most
        if is_over or (group.least is not None and full < group.least):
            raise JudgeError(
                f"{self._where(group.name, 'range')}: group {group.name} has {points_text(full)} points where all of "
                "its tests are accepted, which is not in its range. Correct 'accept_score' or 'range'."
            )

    def _require_grader(self, group: str) -> None:
        if self.grader is None:
            raise JudgeError(
                f"{self._where(group, 'grading')}: 'grading: custom' expects a grader in graders/, found none."
            )

    def _where(self, group: str, key: str) -> str:
        """Where the file of a group, or of an enclosing one, states this."""
        while True:
            folder = f"data/{group}" if group else "data"
            if getattr(self.groups.get(group, LegacyGroupKeys()), key) is not UNSET or not group:
                file = self.tree / f"{folder}/{GROUP_FILE}"
                return place(file, key) if file.is_file() else str(file)
            group = group.rpartition("/")[0]


def _inherited(around: LegacyGroupKeys, said: LegacyGroupKeys) -> LegacyGroupKeys:
    """The settings of a group, inherited from enclosing groups where missing."""
    given = {key: value for key in said.__struct_fields__ if (value := getattr(said, key)) is not UNSET}
    return replace(around, **given)


def _number(given: float | str | UnsetType, where: str, key: str) -> Fraction:
    points = points_of(given if isinstance(given, str) else repr(given))
    if points is None:
        raise JudgeError(f"{where}: '{key}' must be a number of points, found {given!r}.")
    return points
