"""Records of classes: members, invitations, assignments, and submissions to them."""

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
    """A group of students who are taught together."""

    title: Title
    zone: str
    """The IANA name of its time zone, the default of new assignments."""
    created_utc_ms: UtcMs = 0
    """Set by the store."""
    archived_utc_ms: UtcMs | None = None
    """Since when its assignments take no submissions; null: it is not archived."""
    id: Id = 0


class ClassMember(Record, frozen=True):
    """A user's part in a class."""

    class_id: Id
    user_id: Id
    role: ClassRole = ClassRole.STUDENT
    number: Annotated[str, Meta(max_length=100)] = ""
    """The school's number of a student: text, as it may begin with zeros."""
    is_made_here: bool = False
    """Whether the account was made for this class, so that its teachers may make sign-in links for it."""
    added_utc_ms: UtcMs = 0
    """Set by the store."""


class NewMember(Record, frozen=True):
    """A person to enrol."""

    user: User
    """A user with an account of this name, or with a new one."""
    number: str = ""
    link_sha256: Sha256 | None = None
    """The digest of a link that signs a new account in."""


class Enrolled(Record, frozen=True):
    """The outcome of enrolling somebody."""

    user: User
    is_new: bool
    """Whether the account was made now, so that the link is for it."""
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
    """Which of a student's submissions to a problem counts."""

    BEST = "best"
    LAST = "last"


class Assignment(Record, frozen=True):
    """Problems that a class must solve by a due date."""

    class_id: Id
    title: Title
    zone: str
    """The IANA name of the time zone that defines its days."""
    opens_utc_ms: UtcMs
    due_utc_ms: UtcMs
    late_days: Annotated[int, Meta(ge=0, le=366)] = 0
    """Days after the due date on which submissions are still accepted."""
    late_percent: Percent = 0
    """The deduction for each begun day."""
    counting: Counting = Counting.BEST
    feedback: Level | None = None
    """How much students learn about secret tests; null: the judge's default."""
    id: Id = 0


class AssignmentProblem(Record, frozen=True):
    """A problem's part in an assignment."""

    assignment_id: Id
    problem_id: Id
    ordinal: Count
    points: Annotated[float, Meta(ge=0, le=1e6)] = 1.0
    """Points for an accepted solution."""
    feedback: Level | None = None
    """Null: that of the assignment."""


class Extension(Record, frozen=True):
    """A due date for a single student."""

    assignment_id: Id
    user_id: Id
    due_utc_ms: UtcMs
    reason: str = ""


class AssignmentAttempt(Record, frozen=True):
    """A submission to an assignment, with what marks need of its judgement."""

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
