"""The points of one test: those of its group, or the output validator's."""

from fractions import Fraction
from pathlib import Path

from msgspec import Struct

from judge.base.text import read_text
from judge.judging.verdicts import Decision, Verdict
from judge.problems.points import MOST_CHARACTERS, of_most, points_of, points_text
from judge.problems.scoring import ZERO, Given, ScoredTest

SCORE, MULTIPLIER = "score.txt", "score_multiplier.txt"
"""The feedback files in which an output validator gives points, or a share of the maximum."""


class GivenPoints(Struct, frozen=True):
    """What a validator wrote, unchanged; None: nothing."""

    score: str | None = None
    multiplier: str | None = None
    message: str = ""
    decides: bool = False
    """Whether the test is passed only with all of its points, as with testlib's checkers."""


NONE_GIVEN = GivenPoints()


def given_in(feedback: Path) -> GivenPoints:
    return GivenPoints(_text(feedback / SCORE), _text(feedback / MULTIPLIER))


def _text(path: Path) -> str | None:
    return read_text(path, MOST_CHARACTERS + 1) if path.is_file() and not path.is_symlink() else None


def scored(
    test: ScoredTest, decision: Decision, given: GivenPoints, by: str = "output validator"
) -> tuple[Decision, Fraction]:
    """The decision, which may become a judge error, and the points of the test. `by`: who gave them."""
    accepted = decision.verdict is Verdict.AC
    if decision.verdict is Verdict.JE:
        return decision, ZERO
    if decision.verdict not in (Verdict.AC, Verdict.WA):
        return (
            decision,
            test.rejected,
        )  # it failed by itself: for example, it was too slow, with a correct output
    wrong, points = _checked(test, given, accepted=accepted)
    if wrong:
        return Decision(Verdict.JE, f"the {by} {wrong}"), ZERO
    if accepted and given.decides and points != test.most:
        said = f": {given.message}" if given.message else ""
        return Decision(Verdict.PA, f"{of_most(points, test.most)} points{said}"), points
    return decision, points


def _checked(test: ScoredTest, given: GivenPoints, *, accepted: bool) -> tuple[str, Fraction]:
    """The fault, or none and the points."""
    otherwise = test.accepted if accepted else test.rejected
    written = {SCORE: given.score, MULTIPLIER: given.multiplier if test.may_multiply else None}
    files = [name for name, text in written.items() if text is not None]
    if test.given is Given.IGNORED:
        return "", otherwise
    if not files:
        is_missing = accepted and test.given is Given.REQUIRED
        return (f"accepted the output without {SCORE}" if is_missing else ""), otherwise
    if test.given is Given.REFUSED:
        return f"wrote {files[0]}, but the tests of this group have no points of their own", ZERO
    if not accepted:
        return f"wrote {files[0]}, but did not accept the output", ZERO
    if len(files) > 1:
        return f"wrote both {SCORE} and {MULTIPLIER}", ZERO
    return _share(test, given.multiplier or "") if files == [MULTIPLIER] else _points(test, given.score or "")


def _points(test: ScoredTest, text: str) -> tuple[str, Fraction]:
    points = points_of(text)
    if points is None:
        return f"wrote no number into {SCORE}: {text[:40]!r}", ZERO
    if points < 0 and not test.may_be_negative:
        return f"gave {points_text(points)} points: expected none or more", ZERO
    if test.most is not None and points > test.most:
        return f"gave {points_text(points)} points, but the test has at most {points_text(test.most)}", ZERO
    return "", points


def _share(test: ScoredTest, text: str) -> tuple[str, Fraction]:
    share = points_of(text)
    if share is None or not 0 <= share <= 1:
        return f"wrote no number from 0 to 1 into {MULTIPLIER}: {text[:40]!r}", ZERO
    if test.most is None:
        return f"wrote {MULTIPLIER}, but the test has no maximum of points", ZERO
    return "", share * test.most
