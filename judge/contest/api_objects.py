"""Objects of the ICPC Contest API, version 2026-01 (ccs-specs.icpc.io), as they are written.

Properties that are null are omitted, except those that each such object must have.
"""

from typing import Any

from msgspec import UNSET, UnsetType

from judge.base.records import Record
from judge.store.locations import GeographicLocation

VERSION = "2026-01"


class ApiObject(Record, frozen=True, omit_defaults=True):
    """An object of the API."""


class FileObject(ApiObject, frozen=True):
    """A file that an object refers to."""

    href: str
    """Relative to the base of the API, or in a folder to the folder."""
    filename: str
    mime: str
    hash: str | None = None
    """MD5, as the API requires."""
    width: int | None = None
    height: int | None = None
    tag: tuple[str, ...] = ()


class ContestObject(ApiObject, frozen=True):
    id: str
    name: str
    duration: str
    scoreboard_type: str
    formal_name: str | None = None
    start_time: str | None = None
    countdown_pause_time: str | None = None
    scoreboard_freeze_duration: str | None = None
    scoreboard_thaw_time: str | None = None
    main_scoreboard_group_id: str | None = None
    penalty_time: str | None = None
    location: GeographicLocation | None = None
    banner: tuple[FileObject, ...] | None = None
    logo: tuple[FileObject, ...] | None = None
    shortname: str | None = None
    """The id again: DOMjudge's command-line client names a contest by it. The API itself has no such property."""


class JudgementTypeObject(ApiObject, frozen=True):
    id: str
    name: str
    solved: bool
    penalty: bool | None = None


class CommandObject(ApiObject, frozen=True):
    command: str
    args: str | None = None


class LanguageObject(ApiObject, frozen=True):
    id: str
    name: str
    entry_point_required: bool
    extensions: tuple[str, ...]
    entry_point_name: str | None = None
    compiler: CommandObject | None = None
    runner: CommandObject | None = None


class ProblemObject(ApiObject, frozen=True):
    id: str
    label: str
    name: str
    ordinal: int
    test_data_count: int
    rgb: str | None = None
    color: str | None = None
    time_limit: float | None = None
    memory_limit: int | None = None
    output_limit: int | None = None
    code_limit: int | None = None
    max_score: float | None = None
    statement: tuple[FileObject, ...] | None = None
    attachments: tuple[FileObject, ...] | None = None


class GroupObject(ApiObject, frozen=True):
    id: str
    name: str
    icpc_id: str | None = None
    type: str | None = None
    location: GeographicLocation | None = None


class OrganizationObject(ApiObject, frozen=True):
    id: str
    name: str
    icpc_id: str | None = None
    formal_name: str | None = None
    country: str | None = None
    country_flag: tuple[FileObject, ...] | None = None
    country_subdivision: str | None = None
    country_subdivision_flag: tuple[FileObject, ...] | None = None
    url: str | None = None
    location: GeographicLocation | None = None
    logo: tuple[FileObject, ...] | None = None


class TeamLocationObject(ApiObject, frozen=True):
    x: float
    y: float
    rotation: float


class TeamObject(ApiObject, frozen=True):
    id: str
    name: str
    label: str
    group_ids: tuple[str, ...]
    icpc_id: str | None = None
    display_name: str | None = None
    organization_id: str | None = None
    hidden: bool | None = None
    """A key of earlier versions of the API: true of a team in no group of the scoreboard."""
    location: TeamLocationObject | None = None
    photo: tuple[FileObject, ...] | None = None


class PersonObject(ApiObject, frozen=True):
    id: str
    name: str
    role: str
    team_ids: tuple[str, ...] | None = None
    icpc_id: str | None = None
    title: str | None = None
    email: str | None = None
    sex: str | None = None
    photo: tuple[FileObject, ...] | None = None


class AccountObject(ApiObject, frozen=True):
    id: str
    username: str
    type: str
    name: str | None = None
    team_id: str | None = None


class RemovedIntervalObject(Record, frozen=True):
    """Time that does not count."""

    start: str
    end: str | None
    """Null: it lasts still."""
    contest_time: str
    """The contest time at its start."""


class StateObject(Record, frozen=True):
    started: str | None
    ended: str | None
    finalized: str | None
    end_of_updates: str | None
    frozen: str | UnsetType | None = UNSET
    thawed: str | UnsetType | None = UNSET
    """Both exist only in a contest whose scoreboard is frozen at some time."""
    removed_intervals: tuple[RemovedIntervalObject, ...] | UnsetType = UNSET
    """The specification has it after version 2026-01; it exists only in a contest with such intervals."""


class SubmissionObject(ApiObject, frozen=True):
    id: str
    language_id: str
    problem_id: str
    team_id: str
    time: str
    contest_time: str
    entry_point: str | None
    files: tuple[FileObject, ...]
    """Empty for anyone who may not read the source."""


class JudgementObject(ApiObject, frozen=True):
    id: str
    submission_id: str
    current: bool
    start_time: str
    start_contest_time: str
    judgement_type_id: str | None = None
    """Null: the judgement is in progress."""
    score: float | None = None
    end_time: str | None = None
    end_contest_time: str | None = None
    max_run_time: float | None = None


class RunObject(ApiObject, frozen=True):
    id: str
    judgement_id: str
    ordinal: int
    judgement_type_id: str
    time: str
    contest_time: str
    run_time: float


class ClarificationObject(ApiObject, frozen=True):
    id: str
    text: str
    time: str
    contest_time: str
    from_team_id: str | None = None
    to_team_ids: tuple[str, ...] | None = None
    to_group_ids: tuple[str, ...] | None = None
    reply_to_id: str | None = None
    problem_id: str | None = None


class AwardObject(ApiObject, frozen=True):
    id: str
    citation: str
    team_ids: tuple[str, ...]


class CommentObject(ApiObject, frozen=True):
    id: str
    time: str
    contest_time: str
    message: str
    tags: tuple[str, ...]
    source_id: str | None = None
    team_ids: tuple[str, ...] | None = None
    problem_ids: tuple[str, ...] | None = None
    submission_ids: tuple[str, ...] | None = None


class ScoreObject(ApiObject, frozen=True):
    """A team's score; by ICPC rules it has no points, by IOI rules neither problems solved nor a total time."""

    time: str | None
    num_solved: int | None = None
    total_time: str | None = None
    score: float | None = None


class ProblemScore(ApiObject, frozen=True):
    problem_id: str
    num_judged: int
    num_pending: int
    solved: bool | None = None
    score: float | None = None
    time: str | None = None


class ScoreboardRow(ApiObject, frozen=True):
    rank: int
    team_id: str
    score: ScoreObject
    problems: tuple[ProblemScore, ...]


class ScoreboardObject(ApiObject, frozen=True):
    time: str
    contest_time: str
    state: StateObject
    rows: tuple[ScoreboardRow, ...]


class ProviderObject(ApiObject, frozen=True):
    name: str


class InformationObject(ApiObject, frozen=True):
    """The API's version, and its provider."""

    version: str
    version_url: str
    provider: ProviderObject


class EndpointAccess(ApiObject, frozen=True):
    """The properties of an endpoint that a client may see."""

    type: str
    properties: tuple[str, ...]


class AccessObject(ApiObject, frozen=True):
    capabilities: tuple[str, ...]
    endpoints: tuple[EndpointAccess, ...]


class WebhookObject(ApiObject, frozen=True):
    """An address that is notified of changes; the secrets by which its client recognises callbacks are never sent."""

    id: str
    url: str
    endpoints: tuple[str, ...]
    contest_ids: tuple[str, ...]
    active: bool


class Notification(Record, frozen=True):
    """A line of the event feed: the new state of an object."""

    type: str
    id: str | None
    """Null: there is only one of its type."""
    data: Any
    """Null: the object was deleted."""
    token: str | UnsetType = UNSET
