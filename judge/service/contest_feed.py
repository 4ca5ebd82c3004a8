"""The event feed of a contest: the changes of its objects since an event of the store's log.

A notification has an object's current state, which is never older than an endpoint's answer. Its token names the last
event that it includes, and the rules of visibility at that time: a client that returns with it gets later events, from
any process. Small objects are compared with those sent before and need no token.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct, field

from judge.base.records import replace
from judge.contest.api import run_id
from judge.contest.api_objects import Notification
from judge.service.contest_api import COLLECTIONS, endpoints_of
from judge.service.contest_look import ContestLook, api_id
from judge.service.contest_sight import ContestSight, parsed_token, token_of
from judge.service.refusals import Refused
from judge.store.contest_records import JudgedSubmission
from judge.store.events import ContestAction, Event, EventKind

SUBMITTED, JUDGEMENTS, RUNS = GROWING = ("submissions", "judgements", "runs")
"""Endpoints with too many objects to compare."""
NOT_TOLD = ("accounts",)
"""Endpoints that the feed omits: who may sign in is not news about a contest."""
GONE = (EventKind.GIVEN_BACK, EventKind.FAILED, EventKind.CANCELLED)
"""Events by which a judgement in progress is discarded."""
CLOCK_ACTIONS = (ContestAction.INTERVAL_REMOVED, ContestAction.INTERVAL_RESTORED)
"""Actions of the staff that change contest times."""
AT_ONCE = 1000
Key = tuple[str, str | None]


class Small(Struct, frozen=True):
    """All objects of a contest except those of the endpoints that grow, as JSON by type and id, in their order."""

    objects: dict[Key, bytes]


def small(look: ContestLook) -> Small:
    found: dict[Key, bytes] = {("contest", None): msgspec.json.encode(look.contest())}
    for name in endpoints_of(look):
        if name not in (*GROWING, *NOT_TOLD):
            for one in COLLECTIONS[name][1](look):
                found[name, one.id] = msgspec.json.encode(one)
    found["state", None] = msgspec.json.encode(look.state())
    return Small(found)


def small_changes(now: Small, sent: dict[Key, bytes]) -> Iterator[Notification]:
    """The notifications for a client that was sent these objects; the state comes last. Updates `sent`."""
    for key in [one for one in sent if one not in now.objects]:
        del sent[key]
        yield Notification(*key, None)
    for key, content in now.objects.items():
        if sent.get(key) != content:
            sent[key] = content
            yield Notification(*key, msgspec.Raw(content))


def everything(look: ContestLook) -> Iterator[Notification]:
    """All objects of the endpoints that grow."""
    rows = look.submitted()
    yield from _each(SUBMITTED, look.submissions(rows))
    told = look.told(rows) if rows else []
    yield from _each(JUDGEMENTS, look.judgements(told))
    yield from _each(RUNS, look.runs(told))


def in_parts(found: Iterable[Notification]) -> Iterator[list[Notification]]:
    every = iter(found)
    while part := list(islice(every, AT_ONCE)):
        yield part


def begin(look: ContestLook) -> str:
    """The token of a client that is sent everything from now on."""
    return token_of(look.store.contests.last_event(look.contest_id), look.sight)


def changes(look: ContestLook, token: str) -> tuple[list[Notification], str]:
    """The changes of the endpoints that grow since the token, and the next token. Raises Refused for a token that does
    not belong to this contest."""
    known = parsed_token(token, look.sight)
    if known is None:
        raise Refused("since_token: expected the token of a notification of this contest.")
    number, before = known
    last = look.store.contests.last_event(look.contest_id)
    if number > last:
        raise Refused("since_token: expected the token of a notification that was sent already.")
    events = list(_events(look, number))
    if events:
        number = events[-1].id
    next_token = token_of(number, look.sight)
    if before.rules != look.sight.rules or any(_moves_times(event) for event in events):
        told = _told(look, _Touched.from_events(events))
        return [*_unseen(look, before), *told, *everything(look)], next_token
    return list(_told(look, _Touched.from_events(events))), next_token


def _events(look: ContestLook, after: int) -> Iterator[Event]:
    while page := look.store.events.after(after, contest_id=look.contest_id):
        yield from page
        after = page[-1].id


def _moves_times(event: Event) -> bool:
    """Whether contest times of existing objects may have changed."""
    return event.kind is EventKind.CONTEST and (event.data or {}).get("did") in CLOCK_ACTIONS


class _Touched(Struct):
    """The subjects of events."""

    submitted: set[int] = field(default_factory=set)
    judged: set[int] = field(default_factory=set)
    """Submissions whose judgements may have changed."""
    whole: set[int] = field(default_factory=set)
    """Judgements all of whose runs are sent."""
    spans: list[tuple[int, int, int, int]] = field(default_factory=list)
    """New runs: submission, judgement, first and last."""
    gone: set[int] = field(default_factory=set)
    """Submissions of which a judgement in progress may have been discarded."""

    @classmethod
    def from_events(cls, events: Sequence[Event]) -> "_Touched":
        touched = cls()
        for event in events:
            number, judgement = event.submission_id, event.judgement_id
            if number is None:
                continue
            is_rejudged = event.rejudging_id is not None
            if event.kind is EventKind.JUDGED:
                touched.judged.add(number)
                if judgement is not None:
                    touched.whole.add(judgement)
            elif is_rejudged:  # nothing of it is sent before it is applied
                continue
            elif event.kind is EventKind.SUBMITTED:
                touched.submitted.add(number)
            elif event.kind is EventKind.JUDGING:
                touched.judged.add(number)
            elif event.kind is EventKind.RUNS and judgement is not None:
                data = event.data or {}
                touched.spans.append((number, judgement, data.get("first", 1), data.get("last", 0)))
            elif event.kind in GONE:
                touched.gone.add(number)
        return touched


def _told(look: ContestLook, touched: _Touched) -> Iterator[Notification]:
    numbers = touched.submitted | touched.judged | touched.gone | {one for one, *_ in touched.spans}
    rows = look.submitted(numbers)
    there = [one for one in rows if one.state != "cancelled"]
    yield from _each(SUBMITTED, look.submissions([one for one in there if one.id in touched.submitted]))
    told = look.told(there) if there else []
    yield from _gone(look, rows, touched.gone, {made.id for _, made in told})
    # At most one judgement of a submission counts at any time: the one that no longer does comes first.
    changed = [(of, made) for of, made in told if of.id in touched.judged | touched.gone]
    yield from _each(JUDGEMENTS, look.judgements(sorted(changed, key=lambda one: one[1].counts)))
    problems = {made.id: of.problem_id for of, made in told}
    yield from _each(RUNS, look.runs([one for one in told if one[1].id in touched.whole]))
    of = look.store.contest_judgements
    for _, judgement, first, last in touched.spans:
        if judgement in problems and judgement not in touched.whole:
            yield from _each(RUNS, look.seen_runs(problems, of.runs_between(judgement, first, last)))
    for one in rows:
        if one.state == "cancelled":
            yield Notification(SUBMITTED, api_id(one), None)


def _gone(
    look: ContestLook, rows: Sequence[JudgedSubmission], gone: set[int], there: set[int]
) -> Iterator[Notification]:
    """Notifications that remove judgements which the client has received, after those that remove their runs."""
    for one in rows:
        if one.id not in gone or not look.sight.sees_judgement(
            one.user_id, one.problem_id, one.submitted_utc_ms
        ):
            continue
        for judgement, last in look.store.contest_judgements.begun(one.id).items():
            if judgement not in there:
                for ordinal in range(1, last + 1):
                    yield Notification(RUNS, run_id(judgement, ordinal), None)
                yield Notification(JUDGEMENTS, str(judgement), None)


def _unseen(look: ContestLook, before: ContestSight) -> Iterator[Notification]:
    """Notifications that remove objects which the client could see by the earlier rules, but cannot now."""
    rows = look.submitted()
    if not rows:
        return
    now = look.told(rows)
    then = replace(look, sight=before)
    earlier = then.told(rows)
    shown = {made.id for _, made in now}
    if any(look.sight.levels[number] < level for number, level in before.levels.items()):  # it tells less now
        runs = {one.id for one in look.runs(now)}
        for one in then.runs(earlier):
            if one.id not in runs:
                yield Notification(RUNS, one.id, None)
    for _, made in earlier:
        if made.id not in shown:
            yield Notification(JUDGEMENTS, str(made.id), None)


def _each(kind: str, found: Iterable[Any]) -> Iterator[Notification]:
    for one in found:
        yield Notification(kind, one.id, one)
