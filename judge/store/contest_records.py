"""Records of contests that are held here, besides what every contest has."""

from typing import Annotated

from msgspec import Meta

from judge.base.records import Count, Record
from judge.store.catalogue_records import Id, Name, UtcMs
from judge.store.locations import GeographicLocation

Words = Annotated[str, Meta(min_length=1, max_length=4000)]


class HeldContest(Record, frozen=True):
    """A contest in which teams take part here."""

    contest_id: Id
    feedback: str = "verdict"
    """How much its teams learn about secret tests during the contest."""
    thawed_utc_ms: UtcMs | None = None
    """When its frozen scoreboard was or will be opened; null: it was not."""
    finalized_utc_ms: UtcMs | None = None
    """When its results were approved; null: they are not final."""
    approval: str = ""
    """The user who approved them."""
    countdown_pause_ms: Count | None = None
    """The remaining time before the start when the countdown was stopped; null: it was not."""


class ContestTeam(Record, frozen=True):
    """An account of a contest's team."""

    contest_id: Id
    user_id: Id
    team_id: Name
    """Its id in the contest's files."""
    extension_ms: Count = 0
    """Its extra time beyond the end of the contest."""
    seen_clarification_id: Id = 0
    """The last clarification that it has seen."""


class ContestGroup(Record, frozen=True):
    """A group of teams, such as those of a site or a division."""

    contest_id: Id
    group_id: Name
    """Its id in the contest's files."""
    ordinal: Count
    """The position in the list of groups."""
    name: str
    icpc_id: str | None = None
    type: str | None = None
    location: GeographicLocation | None = None


class Clarification(Record, frozen=True):
    """A question of a team, an answer to it, or an announcement of the jury."""

    contest_id: Id
    author_id: Id
    text: Words
    is_of_jury: bool = False
    to_user_id: Id | None = None
    """The only team that may read the jury's message; null: everybody may."""
    reply_to_id: Id | None = None
    problem_id: Id | None = None
    category: str = "general"
    at_utc_ms: UtcMs = 0
    """Set by the store."""
    is_answered: bool = False
    """Whether a question has an answer."""
    external_id: str | None = None
    """The sender's id; null: its number serves as the id."""
    id: Id = 0


class Comment(Record, frozen=True):
    """A commentator's remark. It names objects by their ids in the Contest API."""

    author_id: Id
    message: Words
    tags: tuple[str, ...] = ()
    team_ids: tuple[str, ...] | None = None
    problem_ids: tuple[str, ...] | None = None
    submission_ids: tuple[str, ...] | None = None
    at_utc_ms: UtcMs = 0
    """Set by the store, as are the others."""
    contest_id: Id = 0
    id: Id = 0


class GivenAward(Record, frozen=True):
    """An award that a person gives: it does not follow from the scoreboard."""

    award_id: str
    citation: Annotated[str, Meta(min_length=1, max_length=400)]
    team_ids: tuple[str, ...]
    contest_id: Id = 0


class JudgedSubmission(Record, frozen=True):
    """A submission to a contest with the part of its judging that a scoreboard needs."""

    id: Id
    user_id: Id
    problem_id: Id
    submitted_utc_ms: UtcMs
    language: str | None
    state: str
    external_id: str | None
    name: str = ""
    """The name of its file or folder."""
    verdict: str | None = None
    """Null: it is pending."""
    points: float | None = None
    most_points: float | None = None
    points_by_group: dict[str, float] | None = None
    judgement_id: Id | None = None
