"""The objects that a shadow imports from another system, of any version of the Contest API since 2019.

Each is checked when it arrives, as far as it is needed: a fault in one must not stop the others.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from judge.base.records import converted
from judge.contest.archive_layout import (
    ArchiveContestKeys,
    ArchiveProblemKeys,
    ArchiveSubmissionKeys,
)
from judge.contest.strict import ID, ID_FORM
from judge.contest.team_files import ApiGroup, ApiTeam, Organization
from judge.contest.times import RELATIVE_FORM, absolute, relative_ms

SCORING = (None, "pass-fail", "score")


class TheirJudgementType(msgspec.Struct, frozen=True):
    id: str
    solved: bool
    penalty: bool | None = None


class TheirLanguage(msgspec.Struct, frozen=True):
    id: str
    extensions: list[str] | None = None


class TheirJudgement(msgspec.Struct, frozen=True):
    id: str
    submission_id: str
    judgement_type_id: str | None = None
    """None: it is in progress."""
    current: bool | None = None
    """False: another judgement counts. Versions before 2026 do not say."""
    valid: bool | None = None
    """Whether it counts, in some of those."""
    score: float | None = None
    start_contest_time: str | None = None

    @property
    def counts(self) -> bool:
        return self.judgement_type_id is not None and self.current is not False and self.valid is not False


class TheirState(msgspec.Struct, frozen=True):
    ended: str | None = None
    finalized: str | None = None
    end_of_updates: str | None = None


COLLECTIONS: Mapping[str, type[msgspec.Struct]] = {
    "judgement-types": TheirJudgementType,
    "languages": TheirLanguage,
    "problems": ArchiveProblemKeys,
    "groups": ApiGroup,
    "organizations": Organization,
    "teams": ApiTeam,
    "submissions": ArchiveSubmissionKeys,
    "judgements": TheirJudgement,
}
"""Endpoints with many objects, each after those that its objects refer to."""
SINGLES: Mapping[str, type[msgspec.Struct]] = {"contest": ArchiveContestKeys, "state": TheirState}


def checked_object(kind: str, value: Any) -> dict[str, Any]:
    """The object in its current state. Raises ValueError with what was expected and found."""
    if not isinstance(value, dict):
        raise ValueError(f"expected an object, found {type(value).__name__}")
    name = value.get("id")
    if kind != "state" and not (isinstance(name, str) and ID.fullmatch(name)):
        raise ValueError(f"expected {ID_FORM}, found {str(name)[:60]!r}")
    try:
        converted(value, {**COLLECTIONS, **SINGLES}[kind])
    except msgspec.ValidationError as error:
        raise ValueError(str(error).replace("`", "")) from error
    if kind == "contest":
        _check_contest(value)
    return value


def _check_contest(value: Mapping[str, Any]) -> None:
    for key in ("duration", "scoreboard_freeze_duration", "penalty_time"):
        text = value.get(key)
        if isinstance(text, str) and relative_ms(text) is None:
            raise ValueError(f"'{key}' must be {RELATIVE_FORM}, found {text[:60]!r}")
    start = value.get("start_time")
    if start is not None and absolute(start) is None:
        raise ValueError(f"'start_time' must be a time with its zone, found {start[:60]!r}")
    if (scoring := value.get("scoreboard_type")) not in SCORING:
        raise ValueError(f"'scoreboard_type' must be pass-fail or score, found {str(scoring)[:60]!r}")
