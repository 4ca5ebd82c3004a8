"""What a webhook receives about a contest: the changes in the event feed since its position, in callbacks of bounded
size.

Small objects are compared by their digests, which the store keeps.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence

import msgspec

from judge.base.records import Record, replace
from judge.contest.api_objects import Notification
from judge.service.contest_feed import Small, begin, changes, small
from judge.service.contest_look import ContestLook
from judge.service.contest_sight import token_of
from judge.service.refusals import Refused
from judge.store.webhooks import WebhookPlace

MOST_NOTIFICATIONS, MOST_BYTES = 500, 1 << 20
"""The most bytes of a callback. A larger notification is sent alone."""
CONTESTS = {"contest": "contests"}
"""Endpoints whose notifications have another type."""


class Callback(Record, frozen=True):
    contest_id: str
    notifications: Sequence[msgspec.Raw]


def place_now(look: ContestLook) -> WebhookPlace:
    """The position of a webhook that receives changes from now on. Its webhook must still be set."""
    token = begin(look)
    return WebhookPlace(0, look.contest_id, token, _digests(small(look)))


def first_place(look: ContestLook, webhook_id: int) -> WebhookPlace:
    """The position of a webhook that knows nothing of a contest, as the contest was made later."""
    return WebhookPlace(webhook_id, look.contest_id, token_of(0, look.sight), {})


def news(
    look: ContestLook,
    place: WebhookPlace,
    endpoints: Sequence[str],
    small_of: Callable[[ContestLook], Small] = small,
) -> tuple[WebhookPlace, list[bytes]]:
    """The new position, and the callbacks since the old one. `endpoints`: those to include; empty: all. `small_of`:
    reads the objects to compare."""
    grown, token = _grown(look, place.token)
    now = small_of(look)
    told = [*grown, *_small_changes(now, place.seen)]
    wanted = [one for one in told if not endpoints or CONTESTS.get(one.type, one.type) in endpoints]
    moved = replace(place, token=token, seen=_digests(now))
    contest = look.loaded.contest.id
    return moved, [msgspec.json.encode(Callback(contest, part)) for part in _parts(wanted)]


def _grown(look: ContestLook, token: str) -> tuple[list[Notification], str]:
    try:
        return changes(look, token)
    except (
        Refused
    ):  # the contest's problems have changed since the token was made: its rules were about others
        number = int(token.partition(".")[0])
        return changes(look, token_of(number, look.sight))


def _small_changes(now: Small, seen: dict[str, str]) -> Iterator[Notification]:
    keys = {_name(*key): key for key in now.objects}
    for name in seen:
        if name not in keys:
            kind, _, number = name.partition("/")
            yield Notification(kind, number or None, None)
    for name, key in keys.items():
        content = now.objects[key]
        if seen.get(name) != _digest(content):
            yield Notification(*key, msgspec.Raw(content))


def _digests(now: Small) -> dict[str, str]:
    return {_name(*key): _digest(content) for key, content in now.objects.items()}


def _name(kind: str, number: str | None) -> str:
    return kind if number is None else f"{kind}/{number}"


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:20]


def _parts(told: Sequence[Notification]) -> Iterator[list[msgspec.Raw]]:
    part: list[msgspec.Raw] = []
    size = 0
    for one in told:
        content = msgspec.json.encode(one)
        if part and (len(part) == MOST_NOTIFICATIONS or size + len(content) > MOST_BYTES):
            yield part
            part, size = [], 0
        part.append(msgspec.Raw(content))
        size += len(content)
    if part:
        yield part
