"""A package's expectations of its submissions: the verdicts that their tests must have, and which of them bound the
time limit."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct, field

from judge.problems.submission_uses import SubmissionUses, matches

VERDICTS = frozenset({"AC", "WA", "TLE", "RTE"})
"""Verdicts of a test that the formats know. Using too much memory or writing too much counts as RTE."""
COMPILE_ERROR = "CE"
"""The verdict of a submission as a whole; only DOMjudge's packages can expect it."""
MEMORY_LIMIT = "MLE"
"""The verdict of a test; only Polygon's packages can expect it."""
PARTIAL = "PA"
"""The verdict of a submission to a scoring problem as a whole, and of a test for which a checker gives some of its
points."""
COUNT_LIMIT = "CLE"
"""The verdict of a test of a package with counts.yaml."""
OUTPUT_LIMIT = "OLE"
"""The verdict of a test; only DOMjudge's packages distinguish it from RTE."""
SHOWN_FIRST = (COUNT_LIMIT, "WA", "TLE", MEMORY_LIMIT, "RTE", COMPILE_ERROR)


class Expectation(Struct, frozen=True):
    """Each of the tests has one of the verdicts `permitted`, and at least one of them has one of `required`."""

    permitted: frozenset[str] = VERDICTS
    required: frozenset[str] = VERDICTS
    tests: str = ""
    """A glob of names of tests or groups; empty: all tests. With `names`: the title of these tests."""
    message: str = ""
    """A text in the validator's message on at least one of them."""
    score: tuple[Fraction, Fraction] | None = None
    """The least and the most points of the group `tests`, or of the whole; None: any."""
    whole: str = ""
    """The verdict of the whole, "PA" for one that is accepted without all points; empty: only those of tests
    matter."""
    names: frozenset[str] = frozenset()
    """The tests, if their names do not begin with that of their group."""

    def is_about(self, test_name: str) -> bool:
        if self.names:
            return test_name in self.names
        return not self.tests or matches(self.tests, test_name)

    @property
    def glob(self) -> str:
        """A glob of its tests, with alternatives in braces; empty: all tests."""
        return f"{{{','.join(sorted(self.names))}}}" if self.names else self.tests


class SubmissionRule(Struct, frozen=True):
    """The expectations about the submissions that a glob matches."""

    glob: str
    expectations: tuple[Expectation, ...] = ()
    language: str | None = None
    """Its id; None: by the suffix."""
    entry_point: str | None = None
    obstacle: str | None = None
    """Why they cannot be judged here; None: nothing is known to prevent it."""


class SubmissionRules(Struct, frozen=True):
    folders: Mapping[str, Expectation]
    """Expectations by the name of a folder of submissions/."""
    globs: tuple[SubmissionRule, ...] = ()
    """Rules that apply in addition."""
    ends_at_first_failure: bool = True
    """Whether judging ends with the first test that is not accepted, if the expectations are then met."""
    starts_first_file: bool = False
    """Whether a folder without a file like main.py starts with its first one, by name."""
    for_windows: bool = False
    """Whether they may be written for Windows, whose headers are missing here."""
    uses: SubmissionUses = field(default_factory=lambda: SubmissionUses({}))

    def of(self, name: str) -> tuple[Expectation, ...]:
        """The expectations about a submission, by its path below submissions/. Empty: there are none about it or its
        folder."""
        of_folder = self.folders.get(name.partition("/")[0])
        said = [one for rule in self.globs if matches(rule.glob, name) for one in rule.expectations]
        return ((of_folder,) if of_folder else ()) + tuple(said)

    def language_of(self, name: str) -> str | None:
        return _last(rule.language for rule in self.globs if matches(rule.glob, name))

    def obstacle_of(self, name: str) -> str | None:
        return _last(rule.obstacle for rule in self.globs if matches(rule.glob, name))

    def entry_point_of(self, name: str) -> str | None:
        return _last(rule.entry_point for rule in self.globs if matches(rule.glob, name))


def _last(values: Iterable[str | None]) -> str | None:
    found = [value for value in values if value is not None]
    return found[-1] if found else None


def main_verdict(expectations: Iterable[Expectation], best: Fraction | None = None) -> str:
    """The verdict that best states the expectation about the whole. `best`: its points, if they are limited."""
    expectations = list(expectations)
    for one in expectations:
        if one.score and not one.tests and best is not None and one.score[1] > 0:
            return "AC" if one.score[0] <= best <= one.score[1] else PARTIAL
    for one in expectations:
        if one.whole:
            return one.whole
        wanted = one.required & one.permitted
        if "AC" not in wanted:
            return next((code for code in SHOWN_FIRST if code in wanted), "AC")
    return "AC"


def exactly(*required: str, besides: Iterable[str] = ("AC",)) -> Expectation:
    """Expects that at least one test has one of these verdicts, and that all others have one of these or `besides`."""
    return Expectation(frozenset({*required, *besides}), frozenset(required))
