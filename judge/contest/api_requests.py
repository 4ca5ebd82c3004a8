"""Requests of clients of the ICPC Contest API 2026-01: objects as in its answers, without the properties that clients
may not set."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from judge.base.records import Record

ID_PATTERN = r"^[a-zA-Z0-9_](?:[a-zA-Z0-9_.-]{0,34}[a-zA-Z0-9_-])?$"
ApiId = Annotated[str, Meta(pattern=ID_PATTERN)]
Text = Annotated[str, Meta(min_length=1, max_length=4000)]
Ids = Annotated[tuple[ApiId, ...], Meta(max_length=5000)]


class Request(Record, frozen=True, forbid_unknown_fields=False):
    """A request. Properties that the API does not know are ignored: later versions have more."""


class FileRequest(Request, frozen=True):
    data: bytes
    """Content in base64."""
    mime: str | None = None
    filename: str | None = None


class SubmissionRequest(Request, frozen=True):
    problem_id: ApiId
    language_id: str
    files: tuple[FileRequest, ...]
    id: ApiId | None = None
    team_id: ApiId | None = None
    time: str | None = None
    contest_time: str | None = None
    entry_point: str | None = None


class ClarificationRequest(Request, frozen=True):
    text: Text
    id: ApiId | None = None
    from_team_id: ApiId | None = None
    to_team_ids: Ids | None = None
    to_group_ids: Ids | None = None
    reply_to_id: ApiId | None = None
    problem_id: ApiId | None = None
    time: str | None = None
    contest_time: str | None = None


class ContestRequest(Request, frozen=True):
    id: str
    start_time: str | UnsetType | None = UNSET
    countdown_pause_time: str | UnsetType | None = UNSET
    scoreboard_thaw_time: str | UnsetType = UNSET


class CommentRequest(Request, frozen=True):
    message: Text
    tags: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=100)], ...], Meta(max_length=50)]
    team_ids: Ids | None = None
    problem_ids: Ids | None = None
    submission_ids: Ids | None = None
    id: Any = None
    time: Any = None
    contest_time: Any = None
    source_id: Any = None


class WebhookRequest(Request, frozen=True):
    url: str
    token: Annotated[str, Meta(min_length=1, max_length=1000, pattern=r"^[!-~]+\Z")]
    endpoints: Annotated[tuple[str, ...], Meta(max_length=50)] = ()
    contest_ids: Annotated[tuple[ApiId, ...], Meta(max_length=1000)] = ()
    id: Any = None


class AwardRequest(Request, frozen=True):
    citation: Annotated[str, Meta(min_length=1, max_length=400)]
    team_ids: Ids
    id: ApiId | None = None
