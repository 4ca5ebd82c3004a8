"""Lines of an event feed, in both forms: with tokens, and as before 2022 with an id for each event."""

from typing import Any

from msgspec import Struct

from judge.base.json_text import json_value

SINCE_TOKEN, SINCE_ID = "since_token", "since_id"
RENAMED = {"contests": "contest", "states": "state"}
"""Types of earlier versions."""
MOST_TOKEN = 1000
"""Characters of a token."""


class FeedPlace(Struct, frozen=True):
    """The place where a feed is continued."""

    key: str
    """The parameter of the request."""
    value: str


class FeedLine(Struct, frozen=True):
    """The new state of an object, or of all objects of a type."""

    kind: str
    id: str | None
    """None: there is only one, or the line has all of them."""
    data: Any
    """None: the object was deleted."""
    place: FeedPlace | None
    """The place after this line where a reader continues; None: it does not say."""


def parsed_line(line: bytes) -> FeedLine:
    """Raises ValueError with what was expected and found."""
    value = json_value(line.decode("utf-8"))
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise ValueError("expected an object with a type")
    told: str = value["type"]
    kind = RENAMED.get(told, told)
    return _earlier(kind, value) if "op" in value else _with_token(kind, value)


def _earlier(kind: str, value: dict[str, Any]) -> FeedLine:
    data, event_id = value.get("data"), value.get("id")
    name = data.get("id") if isinstance(data, dict) else None
    place = _place(SINCE_ID, event_id)
    if value["op"] == "delete" and not isinstance(name, str):
        raise ValueError("expected the id of the deleted object, found none")
    return FeedLine(kind, name, None if value["op"] == "delete" else data, place)


def _with_token(kind: str, value: dict[str, Any]) -> FeedLine:
    name, token = value.get("id"), value.get("token")
    if "data" not in value:
        raise ValueError("expected 'data', found none")
    if not isinstance(name, str | None):
        raise ValueError(f"expected an id or null, found {type(name).__name__}")
    return FeedLine(kind, name, value["data"], _place(SINCE_TOKEN, token))


def _place(key: str, found: Any) -> FeedPlace | None:
    is_token = isinstance(found, str) and 0 < len(found) <= MOST_TOKEN and found.isprintable()
    return FeedPlace(key, found) if is_token else None
