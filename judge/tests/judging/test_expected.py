"""What a folder of submissions says of the verdict of the whole, against the scores that there are."""

from fractions import Fraction

import pytest

from judge.judging.expected import deviation
from judge.judging.scoring import TestScore, score_of
from judge.judging.verdicts import Verdict
from judge.problems.scoring import Group, ScoredTest, Scoring
from judge.problems.submission_rules import COMPILE_ERROR, PARTIAL, Expectation


@pytest.mark.parametrize(
    ("least", "most", "lower_is_better", "points", "is_partial"),
    [
        (0, 10, False, 10, False),
        (0, 10, False, 5, True),
        (0, None, False, 10, True),  # nobody has all of the points
        (0, None, True, 0, False),
        (0, None, True, 5, True),
        (None, 10, True, 10, True),  # nobody has the fewest points
    ],
)
def test_only_a_score_than_which_some_are_better_is_partially_accepted(
    least: int | None, most: int | None, lower_is_better: bool, points: int, is_partial: bool
) -> None:
    bounds = [None if bound is None else Fraction(bound) for bound in (least, most)]
    root = Group("", (ScoredTest("a"),), least=bounds[0], most=bounds[1])
    scoring = Scoring(root, lower_is_better=lower_is_better, verdict_is_graded=True)
    score = score_of(scoring, {"a": TestScore(Verdict.AC, Fraction(points))})
    tests = [("a", Verdict.AC, "")]
    found = deviation([Expectation(whole=PARTIAL)], tests, score)
    assert found == "" if is_partial else found.startswith(f"accepted, {points}")
    assert deviation([Expectation(whole="AC")], tests, score) == ""
    assert deviation([Expectation(whole=COMPILE_ERROR)], tests, score)
