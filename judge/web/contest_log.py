"""The log of what the staff did to a contest: each action in words, with its amounts."""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup, escape
from msgspec import Struct

from judge.contest.times import short_text
from judge.store.events import ContestAction, Event, EventKind
from judge.web.templates_of import moment
from judge.web.texts import text, texts


class LogNames(Struct, frozen=True):
    """Names of what events refer to by numbers."""

    teams: Mapping[int, str]
    """Teams by the numbers of their users."""
    labels: Mapping[int, str]
    """Labels of problems by the problems' numbers."""


def worded(language: str, event: Event, names: LogNames) -> Markup:
    """The action in words. Its code, if the event has no amount for the words: earlier versions noted fewer."""
    data = event.data or {}
    values = {name: _shown(language, name, value) for name, value in data.items()}
    values["team"] = names.teams.get(event.user_id or 0, text(language, "to_all"))
    values["problem"] = names.labels.get(event.problem_id or 0, "")
    try:
        return Markup(texts()[_key(event)][language]).format(**values)
    except KeyError:
        return escape(data.get("did", event.kind))


def _key(event: Event) -> str:
    data = event.data or {}
    if event.kind is EventKind.CLARIFICATION:
        if data.get("reply_to"):
            return "did_answered"
        return "did_announced" if data.get("is_of_jury") else "did_asked"
    did = data.get("did", "")
    if did == ContestAction.EXTENDED and data.get("by_ms", 0) < 0:
        return "did_shortened"
    if did == ContestAction.TEAM_EXTENDED and not data.get("extension_ms"):
        return "did_team_not_extended"
    if did == ContestAction.ACCOUNTS and data.get("of") == "links":
        return "did_account_links"
    return f"did_{did.replace('-', '_')}"


def _shown(language: str, name: str, value: Any) -> Markup | str:
    """A value of an event; the end of its name says what it is."""
    if value is None:
        return text(language, "log_none")
    if name.endswith("_utc_ms"):
        return moment(value)
    if name.endswith("_ms"):
        return short_text(abs(value))
    return text(language, f"feedback_{value}") if name == "feedback" else str(value)
