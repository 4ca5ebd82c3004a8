"""Records of packages: a version of a problem that somebody offers, and what its own submissions came to."""

from enum import StrEnum

from judge.base.records import Count, Positive, Record
from judge.store.catalogue_records import Id, Name, ProblemState, Sha256, UtcMs
from judge.store.records import Code


class Stage(StrEnum):
    """What has become of a version."""

    OFFERED = "offered"
    OPEN = "open"
    REPLACED = "replaced"
    DROPPED = "dropped"


class Outcome(StrEnum):
    """What came of its check."""

    WAITING = "waiting"
    CHECKING = "checking"
    CLEAN = "clean"
    DIFFERS = "differs"
    """A submission of its own, or a validator, says something else than the package."""
    BROKEN = "broken"
    """Broken: it cannot be judged at all."""


class PackageVersion(Record, frozen=True):
    """A version of a problem, as a package that somebody offers."""

    name: Name
    """The name of its problem."""
    origin: str
    """Where it lies: a path within the data folder; empty: it is one of this installation."""
    mark: str = ""
    """What was offered: the SHA-256 of an upload, or the state of a folder that was dropped."""
    size_bytes: Count = 0
    opens_as: ProblemState = ProblemState.OPEN
    """How its problem is shown, where that is new."""
    stage: Stage = Stage.OFFERED
    outcome: Outcome = Outcome.WAITING
    failure: str = ""
    """Why it cannot be judged."""
    faults: tuple[str, ...] = ()
    """What its validators say otherwise of its data, each in one line."""
    data_sha256: Sha256 | None = None
    """The address of its data; null: not known yet."""
    title: str = ""
    offered_by: Id | None = None
    """Null: it was dropped into a folder."""
    offered_utc_ms: UtcMs = 0
    """Set by the store."""
    checked_utc_ms: UtcMs | None = None
    job_id: Id | None = None
    id: Id = 0


class PackageCheck(Record, frozen=True):
    """A submission of the package's own, with what is expected of it and what was found."""

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
