"""The score of a submission, from the results of its tests alone."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from judge.judging.scoring import GraderFailure, GraderOutcome, Score, TestScore, not_needed, score_of
from judge.judging.verdicts import Verdict
from judge.problems.points import points_of, points_text
from judge.problems.scoring import Aggregation, Group, OnFailure, ScoredTest, Scoring, VerdictMode

AC, WA, TLE, RTE, JE, PA = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE, Verdict.JE, Verdict.PA
THIRD = Fraction(100, 3)


def results(**verdicts: Verdict | tuple[Verdict, Fraction | int]) -> Mapping[str, TestScore]:
    """Scores of tests by name; without points an accepted one has 1."""
    found = {}
    for name, given in verdicts.items():
        verdict, points = given if isinstance(given, tuple) else (given, int(given is AC))
        found[name] = TestScore(verdict, Fraction(points), f"{verdict.code} of {name}")
    return found


def group(name: str, *tests: str, **keys: object) -> Group:
    return Group(name, tuple(map(ScoredTest, tests)), **keys)  # type: ignore[arg-type]


def whole(*parts: Group, **keys: object) -> Scoring:
    graded = bool(keys.pop("verdict_is_graded", False))
    lower = bool(keys.pop("lower_is_better", False))
    return Scoring(Group("", parts, **keys), lower_is_better=lower, verdict_is_graded=graded)  # type: ignore[arg-type]


def scored(scoring: Scoring, **verdicts: Verdict | tuple[Verdict, Fraction | int]) -> Score:
    found = score_of(scoring, results(**verdicts))
    assert found is not None
    return found


def in_words(score: Score | None) -> str:
    return f"{score.verdict.code} {score.text}" if score else ""


@pytest.mark.parametrize(
    ("aggregation", "points"),
    [
        (Aggregation.SUM, Fraction(7)),
        (Aggregation.MIN, Fraction(1)),
        (Aggregation.MAX, Fraction(4)),
        (Aggregation.MEAN, Fraction(7, 3)),
        (Aggregation.PASS_FAIL, Fraction(50)),
    ],
)
def test_points_of_a_group(aggregation: Aggregation, points: Fraction) -> None:
    scoring = whole(group("g", "a", "b", "c", aggregation=aggregation, full=Fraction(50)))
    assert scored(scoring, a=(AC, 1), b=(AC, 2), c=(AC, 4)).points == points


def test_a_pass_fail_group_has_nothing_once_a_test_fails() -> None:
    scoring = whole(group("g", "a", "b", aggregation=Aggregation.PASS_FAIL, full=Fraction(50)))
    assert scored(scoring, a=AC, b=WA).points == 0
    assert scored(scoring, a=AC, b=AC).points == 50


def test_thirds_add_up_to_the_whole() -> None:
    scoring = whole(group("g", "a", "b", "c"), most=Fraction(100))
    assert scored(scoring, a=(AC, THIRD), b=(AC, THIRD), c=(AC, THIRD)).verdict is AC
    assert scored(scoring, a=(AC, THIRD), b=(AC, THIRD), c=WA).text == "66.666667 of 100 points"


def test_the_verdict_follows_from_the_points() -> None:
    scoring = whole(group("g", "a"), group("h", "b"), most=Fraction(2))
    assert scored(scoring, a=AC, b=AC).verdict is AC
    assert scored(scoring, a=AC, b=TLE).verdict is PA
    assert scored(scoring, a=WA, b=TLE).verdict is WA
    assert scored(scoring, a=(AC, 0), b=(AC, 1)).verdict is PA
    unbounded = whole(group("g", "a"))
    assert scored(unbounded, a=(AC, 7)).verdict is AC
    assert scored(unbounded, a=(RTE, 0)).verdict is RTE


def test_a_graded_verdict_decides_and_points_of_what_is_rejected_do_not_count() -> None:
    scoring = whole(
        group("g", "a", "b"),
        verdict_is_graded=True,
        accepts_any=True,
        verdict_mode=VerdictMode.WORST_ERROR,
        most=Fraction(2),
    )
    assert in_words(scored(scoring, a=AC, b=AC)) == "AC 2 of 2 points"
    assert in_words(scored(scoring, a=WA, b=AC)) == "WA 0 of 2 points"
    fewer = whole(group("g", "a"), verdict_is_graded=True, lower_is_better=True, least=Fraction(3))
    assert scored(fewer, a=(AC, 3)).verdict is AC
    assert scored(fewer, a=(AC, 4)).verdict is PA
    assert scored(fewer, a=(WA, 0)).points is None


@pytest.mark.parametrize(
    ("mode", "accepts_any", "verdict"),
    [
        (VerdictMode.FIRST_ERROR, False, WA),
        (VerdictMode.WORST_ERROR, False, RTE),
        (VerdictMode.ALWAYS_ACCEPT, False, AC),
        (VerdictMode.FIRST_ERROR, True, AC),
    ],
)
def test_verdict_of_a_group(mode: VerdictMode, accepts_any: bool, verdict: Verdict) -> None:
    scoring = whole(group("g", "a", "b", "c", verdict_mode=mode, accepts_any=accepts_any))
    assert scored(scoring, a=AC, b=WA, c=RTE).groups[0].verdict is verdict


def test_only_the_secret_tests_count_where_samples_are_ignored() -> None:
    scoring = whole(group("sample", "s"), group("secret", "a"), ignores_samples=True, most=Fraction(1))
    assert scored(scoring, s=WA, a=AC).verdict is AC
    assert scored(scoring, s=AC, a=WA).points == 0


def test_a_group_is_not_judged_without_the_groups_that_it_requires() -> None:
    scoring = whole(
        group("small", "a", "b"),
        group("big", "c", requires=("small",)),
        group("other", "d"),
        most=Fraction(4),
    )
    assert not_needed(scoring, results(a=AC, b=AC), thorough=True) == frozenset()
    assert not_needed(scoring, results(a=AC, b=WA), thorough=True) == {"c"}
    found = scored(scoring, a=AC, b=WA, d=AC)
    assert [(one.name, one.verdict, int(one.points)) for one in found.groups] == [
        ("small", WA, 1),
        ("big", None, 0),
        ("other", AC, 1),
    ]
    # Also where it was judged nevertheless, and also further on.
    assert scored(scoring, a=AC, b=WA, c=AC, d=AC).points == 2
    chain = whole(group("a", "a"), group("b", "b", requires=("a",)), group("c", "c", requires=("b",)))
    assert not_needed(chain, results(a=TLE)) == {"b", "c"}
    assert scored(chain, a=TLE).verdict is TLE


def test_what_stands_behind_a_rejection_does_not_count_where_that_ends_the_group() -> None:
    inner = group("in", "b", "c", on_failure=OnFailure.BREAK)
    scoring = whole(Group("out", (ScoredTest("a"), inner, ScoredTest("d"))), group("last", "e"))
    assert not_needed(scoring, results(a=AC, b=WA), thorough=True) == {"c"}
    assert scored(scoring, a=AC, b=WA, d=AC, e=AC).points == 3
    assert scored(scoring, a=AC, b=WA, c=AC, d=AC, e=AC).points == 3
    mean = whole(group("g", "a", "b", "c", on_failure=OnFailure.BREAK, aggregation=Aggregation.MEAN))
    assert scored(mean, a=(AC, 4), b=WA).points == 2
    broken = whole(group("g", "a"), group("h", "b"), on_failure=OnFailure.BREAK)
    assert not_needed(broken, results(a=WA)) == {"b"}


def test_a_settled_group_may_be_cut_short_but_not_where_all_is_asked_for() -> None:
    scoring = whole(
        group("g", "a", "b", "c", aggregation=Aggregation.MIN, on_failure=OnFailure.SETTLED), group("h", "d")
    )
    found = results(a=AC, b=WA)
    assert not_needed(scoring, found) == {"c"}
    assert not_needed(scoring, found, thorough=True) == frozenset()
    assert scored(scoring, a=AC, b=WA, d=AC).points == 1


def test_a_minimum_is_settled_only_by_a_part_that_failed_without_points() -> None:
    scoring = whole(
        Group(
            "secret",
            (group("g", "a", "b"), group("h", "c", "d")),
            aggregation=Aggregation.MIN,
            on_failure=OnFailure.SETTLED,
        )
    )
    some = results(a=AC, b=WA)
    assert not_needed(scoring, some) == frozenset()
    assert score_of(scoring, some) is None
    assert scored(scoring, a=AC, b=WA, c=WA, d=WA).points == 0
    none = results(a=WA, b=WA)
    assert not_needed(scoring, none) == {"c", "d"}
    assert in_words(score_of(scoring, none)) == "WA 0 points"


def test_there_is_no_score_while_a_test_that_counts_is_not_known() -> None:
    scoring = whole(group("g", "a", "b"))
    assert score_of(scoring, results(a=AC)) is None
    assert score_of(scoring, results(a=AC, b=WA)) is not None


def test_points_beyond_what_the_package_says_are_a_judge_error() -> None:
    scoring = whole(group("g", "a", least=Fraction(0), most=Fraction(5)))
    assert scored(scoring, a=(AC, 5)).verdict is AC
    found = scored(scoring, a=(AC, 6))
    assert (found.verdict, found.points) == (JE, None)
    assert found.reason == "g has 6 points: the package requires at most 5"
    assert scored(scoring, a=(AC, -1)).reason == "g has -1 points: the package requires at least 0"


def test_a_judge_error_of_a_test_is_one_of_the_whole() -> None:
    scoring = whole(group("g", "a", "b"), accepts_any=True)
    assert scored(scoring, a=AC, b=JE).verdict is JE
    assert scored(scoring, a=AC, b=JE).reason == "JE of b"


def test_a_grader_decides_and_may_fail() -> None:
    scoring = whole(group("g", "a", "b", grader_flags=("x",)), most=Fraction(10))
    asked = []

    def grade(one: Group, lines: str) -> GraderOutcome:
        asked.append((one.name, lines))
        return GraderOutcome(AC, Fraction(10))

    found = score_of(scoring, results(a=AC, b=(WA, Fraction(1, 2))), grade)
    assert in_words(found) == "AC 10 of 10 points"
    assert asked == [("g", "AC 1\nWA 0.5\n")]
    failed = score_of(scoring, results(a=AC, b=AC), lambda *_: GraderFailure("it crashed"))
    assert failed is not None
    assert (failed.verdict, failed.reason) == (JE, "it crashed")
    assert score_of(scoring, results(a=AC, b=AC), lambda *_: None) is None


def test_the_reason_is_that_of_the_first_failure() -> None:
    scoring = whole(group("g", "a", "b"), group("h", "c"), most=Fraction(3))
    assert scored(scoring, a=AC, b=TLE, c=WA).reason == "b: TLE of b"
    assert scored(scoring, a=AC, b=AC, c=AC).reason == ""


@pytest.mark.parametrize(
    "text", ["nan", "inf", "-inf", "", "1 2", "0x10", "1e9999", "1_000", "12,5", "٣", "9" * 500]
)
def test_what_is_no_number_of_points(text: str) -> None:
    assert points_of(text) is None


@pytest.mark.parametrize(
    ("text", "points", "shown"),
    [
        (" 0.1\n", Fraction(1, 10), "0.1"),
        ("1e2", Fraction(100), "100"),
        ("-.5", Fraction(-1, 2), "-0.5"),
        ("33.3333333", Fraction(333333333, 10**7), "33.333333"),
        ("1e30", Fraction(10**30), "1" + "0" * 30),
        ("-0.0000001", Fraction(-1, 10**7), "0"),
    ],
)
def test_points_are_exact(text: str, points: Fraction, shown: str) -> None:
    found = points_of(text)
    assert found == points
    assert points_text(points) == shown
