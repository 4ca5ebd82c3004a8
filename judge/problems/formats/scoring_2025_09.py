"""The points of a scoring problem of the format 2025-09, from the files test_group.yaml."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import UNSET

from judge.base.errors import JudgeError
from judge.problems.formats.data_keys import GROUP_FILE, DataGroupKeys
from judge.problems.formats.tree import Tree
from judge.problems.model import TestCase
from judge.problems.points import points_text
from judge.problems.scoring import ZERO, Aggregation, Given, Group, OnFailure, ScoredTest, Scoring
from judge.problems.yaml_files import place

STATIC = "static_validation_score"
SCORING_KEYS = ("max_score", "score_aggregation", "require_pass")
SAMPLE, SECRET = "sample", "secret"
DEFAULT_MOST = 100
"""The maximum of secret."""
UNBOUNDED = "unbounded"


def refuse_scores(tree: Tree, groups: Mapping[str, DataGroupKeys], scored: Sequence[str] = ()) -> None:
    """Raises JudgeError for keys of scoring problems in the configuration of groups that are not among `scored`."""
    for name, keys in groups.items():
        if name not in scored and isinstance(keys.static_validation_score, int):
            what = f"group {name} has no points" if scored else "the problem is not of type scoring"
            raise JudgeError(
                f"{_place(tree, name, STATIC)}: '{STATIC}' must be 'pass-fail', as {what}, found "
                f"{keys.static_validation_score}."
            )
        for key in SCORING_KEYS:
            if name not in scored and getattr(keys, key) is not UNSET:
                what = f"group {name} has no points" if scored else "the problem is not of type scoring"
                raise JudgeError(f"{_place(tree, name, key)}: the key '{key}' must not be given: {what}.")


class Scores:
    def __init__(
        self,
        tree: Tree,
        groups: Mapping[str, DataGroupKeys],
        tests: Sequence[TestCase],
        *,
        has_validator: bool,
    ) -> None:
        """`groups`: the settings of each, by its name. Raises JudgeError for contradictions."""
        self._tree, self._keys, self._has_validator = tree, groups, has_validator
        self._tests = tests
        self._names = [name for name in sorted(groups) if name.startswith(f"{SECRET}/")]
        self._check_folders()
        refuse_scores(tree, groups, (SECRET, *self._names))
        self._most = {name: self._most_of(name) for name in (SECRET, *self._names)}
        self._check_secret()

    @property
    def scoring(self) -> Scoring:
        secret = self._group(SECRET, tuple(map(self._group, self._names)) or None)
        samples = tuple(ScoredTest(test.name, given=Given.IGNORED) for test in self._tests if test.is_sample)
        parts = (Group(SAMPLE, samples), secret) if samples else (secret,)
        return Scoring(Group("", parts, ignores_samples=True, most=secret.most), knows_shares=True)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all groups with points."""
        return (SECRET, *self._names)

    @property
    def remarks(self) -> Iterator[str]:
        total, most = self._total, self._most[SECRET]
        if total is not None and most is not None and total < most:
            yield (
                f"the groups have {points_text(total)} points together, max_score of {SECRET} is "
                f"{points_text(most)}: nobody gets all of these"
            )

    def _check_folders(self) -> None:
        for name in self._names:
            if name.count("/") > 1:
                raise JudgeError(
                    f"{_place(self._tree, name)}: a group must be directly in data/{SECRET}/: groups have no groups."
                )
        for test in self._tests:
            folder = "/".join(test.name.split("/")[:2])
            is_in_groups = not test.is_sample and not (test.is_static and test.group == SECRET)
            if self._names and is_in_groups and folder not in self._names:
                raise JudgeError(
                    f"{test.input}: the test is in no group, where there are groups, such as {self._names[0]}. Move it "
                    f"into one, or give its folder a {GROUP_FILE}."
                )
        for name in self._names:
            if not any(test.name.startswith(f"{name}/") for test in self._tests):
                raise JudgeError(f"{_place(self._tree, name)}: the group {name} has no test.")

    def _most_of(self, name: str) -> Fraction | None:
        given = self._keys.get(name, DataGroupKeys()).max_score
        if given is UNSET:
            return Fraction(DEFAULT_MOST) if name == SECRET else None
        return None if given == UNBOUNDED else Fraction(given)

    def _aggregation(self, name: str) -> Aggregation:
        given = self._keys.get(name, DataGroupKeys()).score_aggregation
        if given is UNSET:
            return Aggregation.SUM if name == SECRET else Aggregation.PASS_FAIL
        return Aggregation(given)

    def _check_secret(self) -> None:
        most = self._most[SECRET]
        for name in self._names:
            if self._most[name] is None and most is not None:
                raise JudgeError(
                    f"{_place(self._tree, name, 'max_score')}: the group {name} is unbounded, but {SECRET} has at most "
                    f"{points_text(most)} points: expected max_score, a number of points."
                )
            if (
                self._aggregation(SECRET) is Aggregation.PASS_FAIL
                and self._aggregation(name) is not Aggregation.PASS_FAIL
            ):
                raise JudgeError(
                    f"{_place(self._tree, name, 'score_aggregation')}: 'score_aggregation' must be pass-fail, as that "
                    f"of {SECRET} is."
                )
        total = self._total
        if total is not None and most is not None and total > most:
            raise JudgeError(
                f"{_place(self._tree, SECRET, 'max_score')}: the groups have {points_text(total)} points together, but "
                f"max_score of {SECRET} is {points_text(most)}."
            )

    @property
    def _total(self) -> Fraction | None:
        """The total of all groups. None: there is none, they are not added up, or are unlimited."""
        known = [most for name in self._names if (most := self._most[name]) is not None]
        is_sum = self._aggregation(SECRET) is Aggregation.SUM
        return sum(known, ZERO) if is_sum and known and len(known) == len(self._names) else None

    def _group(self, name: str, groups: tuple[Group, ...] | None = None) -> Group:
        aggregation, most = self._aggregation(name), self._most[name]
        self._check_static(name, aggregation, has_groups=groups is not None)
        if most is None and aggregation is Aggregation.PASS_FAIL:
            raise JudgeError(
                f"{_place(self._tree, name, 'max_score')}: the group {name} is pass-fail and unbounded: expected "
                "max_score, a number of points."
            )
        if most is None and not groups and not self._has_validator:
            raise JudgeError(
                f"{_place(self._tree, name, 'max_score')}: the group {name} is unbounded, so that an output validator "
                "must give the points: expected output_validator/, found none."
            )
        is_settled = aggregation in (Aggregation.PASS_FAIL, Aggregation.MIN)
        return Group(
            name,
            (*self._static_of(name), *groups) if groups else self._scored_tests(name, aggregation, most),
            aggregation,
            full=most or ZERO,
            least=ZERO,
            most=most,
            requires=self._required(name),
            on_failure=OnFailure.SETTLED if is_settled else OnFailure.CONTINUE,
        )

    def _scored_tests(
        self, name: str, aggregation: Aggregation, most: Fraction | None
    ) -> tuple[ScoredTest, ...]:
        names = [test.name for test in self._tests if test.name.startswith(f"{name}/")]
        if aggregation is Aggregation.PASS_FAIL:
            return tuple(map(ScoredTest, names))
        if most is None:
            return tuple(ScoredTest(test, given=Given.REQUIRED, may_multiply=True) for test in names)
        static = [test.name for test in self._static_of(name)]
        given = self._keys.get(name, DataGroupKeys()).static_validation_score
        of_static = Fraction(given) if isinstance(given, int) else ZERO
        each = most
        if aggregation is Aggregation.SUM:
            each = (most - of_static) / max(len(names) - len(static), 1)
        points = {
            test: of_static if test in static and aggregation is Aggregation.SUM else each for test in names
        }
        return tuple(
            ScoredTest(test, points[test], most=points[test], given=Given.PERMITTED, may_multiply=True)
            for test in names
        )

    def _static_of(self, name: str) -> tuple[ScoredTest, ...]:
        return tuple(ScoredTest(test.name) for test in self._tests if test.is_static and test.group == name)

    def _check_static(self, name: str, aggregation: Aggregation, *, has_groups: bool) -> None:
        """Raises JudgeError for a static validation whose points contradict those of its group."""
        given, most = self._keys.get(name, DataGroupKeys()).static_validation_score, self._most[name]
        if given is UNSET:
            return
        where = f"{_place(self._tree, name, STATIC)}: '{STATIC}'"
        if isinstance(given, int) is (aggregation is Aggregation.PASS_FAIL):
            wanted = "'pass-fail'" if aggregation is Aggregation.PASS_FAIL else "a whole number"
            raise JudgeError(
                f"{where} must be {wanted}, as the 'score_aggregation' of {name} is {aggregation.value}, found {given}."
            )
        if isinstance(given, int) and has_groups:
            raise JudgeError(f"{where} must not be given: the points of {name} are those of its groups.")
        if isinstance(given, int) and most is not None and given > most:
            raise JudgeError(
                f"{where} must be at most {points_text(most)}, max_score of {name}, found {given}."
            )

    def _required(self, name: str) -> tuple[str, ...]:
        given = self._keys.get(name, DataGroupKeys()).require_pass
        if given is UNSET:
            return ()
        required = (given,) if isinstance(given, str) else tuple(given)
        where = _place(self._tree, name, "require_pass")
        for one in required:
            if one == SAMPLE:
                continue
            if name == SECRET:
                raise JudgeError(
                    f"{where}: 'require_pass' of {SECRET} can only be '{SAMPLE}', found '{one}'."
                )
            if one not in self._names:
                known = ", ".join((SAMPLE, *self._names))
                raise JudgeError(f"{where}: 'require_pass' names no group: '{one}'. Groups: {known}.")
            if one >= name:
                raise JudgeError(
                    f"{where}: 'require_pass' of {name} must name groups before it, found '{one}'."
                )
            if self._aggregation(one) is not Aggregation.PASS_FAIL:
                raise JudgeError(
                    f"{where}: 'require_pass' names {one}, whose 'score_aggregation' must then be pass-fail."
                )
        return required


def _place(tree: Tree, group: str, *keys: str) -> str:
    """Where the file of a group states this, or would."""
    file = tree / f"data/{group}/{GROUP_FILE}"
    return place(file, *keys) if file.is_file() else str(file)
