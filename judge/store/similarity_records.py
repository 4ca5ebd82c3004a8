"""Records of comparisons: what was compared, how similar it is, and the pairs with the passages that they share."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from judge.base.records import Count, Positive, Record
from judge.store.catalogue_records import Id, UtcMs
from judge.store.class_records import Counting

Share = Annotated[float, Meta(ge=0, le=1)]


class Treated(StrEnum):
    """How a submission was treated."""

    LEXED = "lexed"
    """Split by its language's lexer."""
    SPLIT = "split"
    """Split into words like any text: its language is unknown."""
    TOO_LARGE = "too large"
    """Left out."""


class ComparedSubmission(Record, frozen=True):
    """A submission of a comparison."""

    submission_id: Id
    user_id: Id
    assignment_id: Id
    """The assignment of the comparison, or another one that was included."""
    treated: Treated
    words: Count
    own: Count
    """Words that are neither the template's nor common in the class."""


class ComparisonResult(Record, frozen=True):
    """The result of a comparison, without the pairs."""

    submissions: tuple[ComparedSubmission, ...]
    pairs: Count
    """The number of compared submissions."""
    bound: Share
    """The share from which a pair stands out."""
    histogram: tuple[Count, ...]
    """The number of pairs with a share in each of as many equal parts of 0 to 1."""
    ended_utc_ms: UtcMs = 0
    """Set by the store."""


class ClassComparison(Record, frozen=True):
    """The submissions of a class to a problem of an assignment, compared with each other."""

    assignment_id: Id
    problem_id: Id
    counting: Counting = Counting.LAST
    """Which submission of each student is compared."""
    others: tuple[int, ...] = ()
    """Assignments of other classes whose submissions they are compared with as well."""
    template: str = ""
    """The files that were handed out to everybody."""
    asked_by: Id | None = None
    asked_utc_ms: UtcMs = 0
    """Set by the store."""
    job_id: Id | None = None
    result: ComparisonResult | None = None
    """Null: it is not done yet."""
    id: Id = 0


class Passage(Record, frozen=True, array_like=True):
    """Lines that two submissions have in common: file, first and last line in each."""

    first_file: Count
    first_from: Positive
    first_to: Positive
    second_file: Count
    second_from: Positive
    second_to: Positive
    words: Positive


class ComparedPair(Record, frozen=True):
    """Two submissions that have something in common."""

    comparison_id: Id
    ordinal: Positive
    """The rank by the larger share, from 1."""
    first: Count
    """Its index among the submissions of the comparison."""
    second: Count
    first_share: Share
    """The part of the first one's own words that the second one has as well."""
    second_share: Share
    words: Count
    stands_out: bool
    passages: tuple[Passage, ...]

    @property
    def share(self) -> float:
        return max(self.first_share, self.second_share)
