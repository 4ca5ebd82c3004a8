"""Records of classes: members, invitations, assignments, and what was submitted to them."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from judge.base.records import Count, Positive, Record
from judge.base.submission_state import State
from judge.store.catalogue_records import Id, Sha256, User, UtcMs

Title = Annotated[str, Meta(min_length=1, max_length=200)]
Percent = Annotated[int, Meta(ge=0, le=100)]
Level = Annotated[int, Meta(ge=0, le=4)]
"""A level of feedback (judge/service/visibility.py)."""


class ClassRole(StrEnum):
    TEACHER = "teacher"
    STUDENT = "student"


class SchoolClass(Record, frozen=True):
    """People who are taught together."""

    title: Title
    zone: str
    """The IANA name of its time zone, which new assignments take over."""
    created_utc_ms: UtcMs = 0
    """Set by the store."""
    archived_utc_ms: UtcMs | None = None
    """Since when nothing is submitted to its assignments; null: it goes on."""
    id: Id = 0


class ClassMember(Record, frozen=True):
    """A user's part in a class."""

    class_id: Id
    user_id: Id
    role: ClassRole = ClassRole.STUDENT
    number: Annotated[str, Meta(max_length=100)] = ""
    """The number by which the school knows a student: text, as it may begin with zeros."""
    is_made_here: bool = False
    """Whether the account was made for this class, whose teachers then may make sign-in links for it."""
    added_utc_ms: UtcMs = 0
    """Set by the store."""


class NewMember(Record, frozen=True):
    """Somebody who is to be enrolled."""

    user: User
    """A user with an account of this name, or with a new one."""
    number: str = ""
    link_sha256: Sha256 | None = None
    """The digest of a link that signs a new account in."""


class Enrolled(Record, frozen=True):
    """What came of enrolling somebody."""

    user: User
    is_new: bool
    """Whether the account was made now, and the link is its."""
    was_member: bool


class ClassInvitation(Record, frozen=True):
    """A link by which people enrol themselves."""

    class_id: Id
    token_sha256: Sha256
    ends_utc_ms: UtcMs
    most_uses: Positive
    uses: Count = 0
    created_utc_ms: UtcMs = 0
    """Set by the store."""
    revoked_utc_ms: UtcMs | None = None
    id: Id = 0


class Counting(StrEnum):
    """Which submission of a student to a problem counts."""

    BEST = "best"
    LAST = "last"


class Assignment(Record, frozen=True):
    """Problems that a class is to solve by some time."""

    class_id: Id
    title: Title
    zone: str
    """The IANA name of the time zone in which its days begin and end."""
    opens_utc_ms: UtcMs
    due_utc_ms: UtcMs
    late_days: Annotated[int, Meta(ge=0, le=366)] = 0
    """Days after the due date on which submissions are still taken."""
    late_percent: Percent = 0
    """What each begun day takes off."""
    counting: Counting = Counting.BEST
    feedback: Level | None = None
    """How much students learn of secret tests; null: as everywhere on this judge."""
    id: Id = 0


class AssignmentProblem(Record, frozen=True):
    """A problem's part in an assignment."""

    assignment_id: Id
    problem_id: Id
    ordinal: Count
    points: Annotated[float, Meta(ge=0, le=1e6)] = 1.0
    """Points for a solution that is accepted."""
    feedback: Level | None = None
    """Null: that of the assignment."""


class Extension(Record, frozen=True):
    """A due date for one student alone."""

    assignment_id: Id
    user_id: Id
    due_utc_ms: UtcMs
    reason: str = ""


class AssignmentAttempt(Record, frozen=True):
    """A submission to an assignment, with as much of its judgement as marks need."""

    submission_id: Id
    user_id: Id
    problem_id: Id
    submitted_utc_ms: UtcMs
    state: State
    verdict: str | None
    """Null: none counts yet."""
    points: float | None
    most_points: float | None
    lower_is_better: bool | None
