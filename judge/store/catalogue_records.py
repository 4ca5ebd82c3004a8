"""Records of users, problems and contests, and of the machines that judge."""

import json
from enum import StrEnum
from hashlib import sha256
from typing import Annotated

from msgspec import Meta, field, structs

from judge.base.records import Count, Positive, Record, part_of
from judge.machine.hardware import Hardware
from judge.store.contest_clock import ContestClock, RemovedInterval
from judge.store.locations import GeographicLocation, TeamLocation

Id = Annotated[int, Meta(ge=0)]
"""0: it is not stored yet."""
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Sha256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
UtcMs = Annotated[int, Meta(ge=0)]
"""Milliseconds since 1970, UTC."""


class Role(StrEnum):
    ADMIN = "admin"
    JURY = "jury"
    TEACHER = "teacher"
    """Makes classes, and sees the submissions to their own assignments."""
    TEAM = "team"
    VISITOR = "visitor"


STAFF = (Role.ADMIN, Role.JURY)


class User(Record, frozen=True):
    """A person, or a team that signs in as one. Credentials are stored elsewhere."""

    name: Name
    """The account's unique name."""
    full_name: str = ""
    role: Role = Role.TEAM
    is_active: bool = True
    created_utc_ms: UtcMs = 0
    """Set by the store."""
    id: Id = 0


UNPREPARED = "0" * 64
"""The value in place of the digest of a problem's data that does not exist yet. Submissions to it wait."""


class ProblemState(StrEnum):
    OPEN = "open"
    CLOSED = "closed"
    """Everybody may read it, but nobody may submit."""
    HIDDEN = "hidden"
    """Hidden from everybody but the staff."""
    DELETED = "deleted"
    """Its submissions are still there, but its package is not."""


class ProblemRecord(Record, frozen=True):
    """A problem in the store; its package is in files."""

    name: Name
    """Its unique name, as commands use it."""
    data_sha256: Sha256
    """The digest of everything that its verdicts depend on: test data, validators, limits."""
    title: str = ""
    origin: str = ""
    """The path of its package; empty: it is one of this installation."""
    titles: dict[str, str] = field(default_factory=dict)
    """Titles by language code."""
    state: ProblemState = ProblemState.OPEN
    feedback: str | None = None
    """What those who submit learn about its secret tests; null: the judge's default."""
    added_utc_ms: UtcMs = 0
    """Set by the store."""
    id: Id = 0


class ContestRecord(Record, frozen=True):
    """A contest."""

    name: Name
    """The unique name."""
    title: str
    duration_ms: Positive
    start_utc_ms: UtcMs | None = None
    """Null: its start is unknown."""
    freeze_ms: Count | None = None
    """The time before its end at which the scoreboard is frozen; null: never."""
    penalty_ms: Count = 20 * 60_000
    scoring: str = "icpc"
    """"icpc" or "ioi"."""
    score_mode: str = "max"
    """Which points of a team count, by IOI rules: "max" or "max_subtask"."""
    languages: tuple[str, ...] | None = None
    """The ids of the permitted ones; null: all."""
    location: GeographicLocation | None = None
    """Where it is held."""
    removed_intervals: tuple[RemovedInterval, ...] = ()
    id: Id = 0

    @property
    def clock(self) -> ContestClock | None:
        """None: its start is unknown."""
        if self.start_utc_ms is None:
            return None
        return ContestClock(self.start_utc_ms, self.removed_intervals)

    def end_utc_ms(self, extension_ms: int = 0) -> int | None:
        """The end for those with this extension; None: unknown, as its start is, or its clock stands."""
        return None if self.clock is None else self.clock.utc_ms(self.duration_ms + extension_ms)


class ContestProblemRecord(Record, frozen=True):
    """A problem's place in a contest."""

    contest_id: Id
    problem_id: Id
    ordinal: Count
    """The position on the scoreboard."""
    label: Name
    rgb: str | None = None
    """The colour of its balloon: "#00f"."""
    color: str | None = None
    title: str = ""
    """Its title in this contest; empty: that of its package."""


class Contestant(Record, frozen=True):
    """A user's part in a contest."""

    contest_id: Id
    user_id: Id
    label: str = ""
    organization: str | None = None
    organization_id: str | None = None
    is_hidden: bool = False
    """Whether it is on no scoreboard; its submissions are judged all the same."""
    formal_name: str = ""
    """Its name for formal occasions; empty: the one that is shown."""
    icpc_id: str | None = None
    """Its id in the ICPC's own system."""
    group_ids: tuple[str, ...] = ()
    location: TeamLocation | None = None


class Host(Hardware, frozen=True):
    """A machine that judges, in one state: with another GPU it is another one."""

    sha256: Sha256
    """The unique digest of all that."""
    id: Id = 0


def host_of(hardware: Hardware) -> Host:
    return part_of(hardware, Host, sha256=host_sha256(*structs.astuple(hardware)), id=0)


def host_sha256(*facts: str | int | None) -> str:
    """The unique digest of a machine."""
    return sha256(json.dumps(facts).encode()).hexdigest()


class SessionRecord(Record, frozen=True):
    """Submissions that one command judges together."""

    command: str
    given: str
    """The solutions as text: "double: mine.py", "7 problems: 185 solutions"."""
    planned: Count
    """The number of solutions to judge."""
    started_utc_ms: UtcMs
    host_id: Id | None = None
    ended_utc_ms: UtcMs | None = None
    """Null: it is still running, or was killed."""
    id: Id = 0
