"""Records of packages: an uploaded version of a problem, and the results of its own submissions."""

from enum import StrEnum

from judge.base.records import Count, Positive, Record
from judge.store.catalogue_records import Id, Name, ProblemState, Sha256, UtcMs
from judge.store.records import Code


class Stage(StrEnum):
    """The state of a version."""

    OFFERED = "offered"
    OPEN = "open"
    REPLACED = "replaced"
    DROPPED = "dropped"


class Outcome(StrEnum):
    """The outcome of its check."""

    WAITING = "waiting"
    CHECKING = "checking"
    CLEAN = "clean"
    DIFFERS = "differs"
    """One of its submissions or validators contradicts the package."""
    BROKEN = "broken"
    """Broken: it cannot be judged at all."""


class PackageVersion(Record, frozen=True):
    """A version of a problem, as an uploaded package."""

    name: Name
    """The name of its problem."""
    origin: str
    """Its path within the data folder; empty: it is one of this installation."""
    mark: str = ""
    """What was uploaded: the SHA-256 of the file, or the state of a folder that was dropped."""
    size_bytes: Count = 0
    opens_as: ProblemState = ProblemState.OPEN
    """How its problem is shown, where that is new."""
    stage: Stage = Stage.OFFERED
    outcome: Outcome = Outcome.WAITING
    failure: str = ""
    """Why it cannot be judged."""
    faults: tuple[str, ...] = ()
    """Where its validators contradict its data, each in one line."""
    data_sha256: Sha256 | None = None
    """The digest of its data; null: not known yet."""
    title: str = ""
    offered_by: Id | None = None
    """Null: it was dropped into a folder."""
    offered_utc_ms: UtcMs = 0
    """Set by the store."""
    checked_utc_ms: UtcMs | None = None
    job_id: Id | None = None
    id: Id = 0


class PackageCheck(Record, frozen=True):
    """One of the package's own submissions, with what is expected of it and what was found."""

    ordinal: Positive
    name: Name
    language: str | None
    expected: Code
    found: Code
    as_expected: bool
    reason: str = ""
    tests_passed: Count = 0
    tests_total: Count = 0
    cpu_ns: Count | None = None
    """Time of its slowest test."""
