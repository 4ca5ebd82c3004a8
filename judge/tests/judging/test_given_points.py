"""The points of a test, where the output validator may say something of them."""

from fractions import Fraction
from pathlib import Path

import pytest

from judge.judging.given_points import GivenPoints, given_in, scored
from judge.judging.verdicts import Decision, Verdict
from judge.problems.scoring import Given, ScoredTest

RIGHT, WRONG = Decision(Verdict.AC, ""), Decision(Verdict.WA, "wrong")
TEN = Fraction(10)
BOUNDED = ScoredTest("a", TEN, most=TEN, given=Given.PERMITTED, may_multiply=True)
UNBOUNDED = ScoredTest("a", given=Given.REQUIRED, may_multiply=True)
PASS_FAIL = ScoredTest("a", may_multiply=True)
SAMPLE = ScoredTest("a", given=Given.IGNORED)
LEGACY = ScoredTest("a", TEN, Fraction(1), given=Given.REQUIRED, may_be_negative=True)


@pytest.mark.parametrize(
    ("test", "given", "points"),
    [
        (BOUNDED, GivenPoints(), TEN),
        (BOUNDED, GivenPoints("2.5\n"), Fraction(5, 2)),
        (BOUNDED, GivenPoints("10"), TEN),
        (BOUNDED, GivenPoints("0"), Fraction(0)),
        (BOUNDED, GivenPoints(multiplier="0.1"), Fraction(1)),
        (BOUNDED, GivenPoints(multiplier="1.0"), TEN),
        (UNBOUNDED, GivenPoints("1e3"), Fraction(1000)),
        (SAMPLE, GivenPoints("nan", "nan"), Fraction(0)),
        (PASS_FAIL, GivenPoints(), Fraction(0)),
        (LEGACY, GivenPoints("-3"), Fraction(-3)),
        (LEGACY, GivenPoints("4", "half"), Fraction(4)),
    ],
)
def test_points_of_an_accepted_output(test: ScoredTest, given: GivenPoints, points: Fraction) -> None:
    assert scored(test, RIGHT, given) == (RIGHT, points)


@pytest.mark.parametrize(("test", "points"), [(BOUNDED, 0), (UNBOUNDED, 0), (PASS_FAIL, 0), (LEGACY, 1)])
def test_points_of_another_output(test: ScoredTest, points: int) -> None:
    assert scored(test, WRONG, GivenPoints()) == (WRONG, Fraction(points))


@pytest.mark.parametrize(
    ("test", "decision", "given", "why"),
    [
        (BOUNDED, RIGHT, GivenPoints("nan"), "wrote no number into score.txt: 'nan'"),
        (BOUNDED, RIGHT, GivenPoints("inf"), "wrote no number into score.txt: 'inf'"),
        (BOUNDED, RIGHT, GivenPoints(""), "wrote no number into score.txt: ''"),
        (BOUNDED, RIGHT, GivenPoints("1 2"), "wrote no number into score.txt: '1 2'"),
        (BOUNDED, RIGHT, GivenPoints("-1"), "gave -1 points: expected none or more"),
        (BOUNDED, RIGHT, GivenPoints("10.000001"), "gave 10.000001 points, but the test has at most 10"),
        (
            BOUNDED,
            RIGHT,
            GivenPoints(multiplier="1.1"),
            "wrote no number from 0 to 1 into score_multiplier.txt",
        ),
        (
            BOUNDED,
            RIGHT,
            GivenPoints(multiplier="-0.1"),
            "wrote no number from 0 to 1 into score_multiplier.txt",
        ),
        (
            BOUNDED,
            RIGHT,
            GivenPoints(multiplier="nan"),
            "wrote no number from 0 to 1 into score_multiplier.txt",
        ),
        (BOUNDED, RIGHT, GivenPoints("1", "1"), "wrote both score.txt and score_multiplier.txt"),
        (BOUNDED, WRONG, GivenPoints("0"), "wrote score.txt, but did not accept the output"),
        (
            BOUNDED,
            WRONG,
            GivenPoints(multiplier="0"),
            "wrote score_multiplier.txt, but did not accept the output",
        ),
        (UNBOUNDED, RIGHT, GivenPoints(), "accepted the output without score.txt"),
        (
            UNBOUNDED,
            RIGHT,
            GivenPoints(multiplier="1"),
            "wrote score_multiplier.txt, but the test has no maximum of points",
        ),
        (PASS_FAIL, RIGHT, GivenPoints("1"), "wrote score.txt, but the tests of this group have no points"),
        (
            PASS_FAIL,
            RIGHT,
            GivenPoints(multiplier="1"),
            "wrote score_multiplier.txt, but the tests of this group",
        ),
        (LEGACY, RIGHT, GivenPoints(), "accepted the output without score.txt"),
    ],
)
def test_points_that_must_not_be_given(
    test: ScoredTest, decision: Decision, given: GivenPoints, why: str
) -> None:
    found, points = scored(test, decision, given)
    assert found.verdict is Verdict.JE
    assert found.reason.startswith(f"the output validator {why}")
    assert points == 0


@pytest.mark.parametrize("verdict", [Verdict.TLE, Verdict.RTE, Verdict.MLE, Verdict.OLE])
def test_what_failed_by_itself_has_no_points_whatever_its_output_is_worth(verdict: Verdict) -> None:
    """The validator, which saw a right output, is not at fault."""
    decision = Decision(verdict, "so it is")
    assert scored(BOUNDED, decision, GivenPoints("3")) == (decision, Fraction(0))
    assert scored(BOUNDED, decision, GivenPoints("3", "0.5", decides=True)) == (decision, Fraction(0))
    assert scored(LEGACY, decision, GivenPoints("3")) == (decision, LEGACY.rejected)


def test_a_checker_of_testlib_passes_a_test_only_with_all_of_its_points() -> None:
    assert scored(BOUNDED, RIGHT, GivenPoints("10", message="all", decides=True)) == (RIGHT, TEN)
    decision, points = scored(BOUNDED, RIGHT, GivenPoints("4", message="some", decides=True))
    assert (decision, points) == (Decision(Verdict.PA, "4 of 10 points: some"), Fraction(4))


def test_a_judge_error_stays_one() -> None:
    failed = Decision(Verdict.JE, "the validator crashed")
    assert scored(BOUNDED, failed, GivenPoints("1")) == (failed, Fraction(0))


def test_what_is_found_in_a_feedback_folder(tmp_path: Path) -> None:
    assert given_in(tmp_path) == GivenPoints()
    (tmp_path / "score.txt").write_bytes(b"1\xff")
    (tmp_path / "score_multiplier.txt").symlink_to("/etc/hostname")
    found = given_in(tmp_path)
    assert (found.score, found.multiplier) == ("1�", None)
    (tmp_path / "score.txt").write_text("7" * 10_000)
    assert scored(UNBOUNDED, RIGHT, given_in(tmp_path))[0].verdict is Verdict.JE
