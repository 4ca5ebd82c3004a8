"""A submission's events as they happen, for programs: server-sent events whose ids are those of the store's log.

A client that reconnects sends the last id that it has, and misses nothing. Each change is sent as far as its viewer
may see it; an invisible event is not sent.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence

import msgspec
from litestar.response.sse import ServerSentEventMessage

from judge.service.online import OnlineJudge, SeenSubmission
from judge.service.visibility import SeenRun, Viewer
from judge.store.events import Event, EventKind
from judge.web.api import answers, shapes
from judge.web.feed import Feed, heard

MOVED = "moved"
"""The kind of an event in which only the place in the queue has changed."""
END = "end"


class Telling:
    """What a viewer is sent about a submission since an event."""

    def __init__(self, online: OnlineJudge, viewer: Viewer, number: int, after: int) -> None:
        self._online, self._viewer, self._number = online, viewer, number
        self._after = after
        self._place: int | None = None
        self.is_over = False

    def news(self) -> list[ServerSentEventMessage]:
        """Raises Refused if the viewer may no longer see it."""
        events = self._online.events_of(self._viewer, self._number, self._after)
        seen = self._online.submission(self._viewer, self._number)
        if not seen.submission.state.is_open:  # it may have ended since: its last events must not be left out
            events = self._online.events_of(self._viewer, self._number, self._after)
        messages = [
            message for event in events if (message := self._told(event, seen, is_last=event is events[-1]))
        ]
        place = answers.place(self._online, seen.place)
        if place and place.before != self._place and not messages:
            messages.append(_message(MOVED, 0, seen, place, (), None))
        self._place = place.before if place else None
        if events:
            self._after = events[-1].id
        self.is_over = not seen.submission.state.is_open
        return messages

    def _told(self, event: Event, seen: SeenSubmission, *, is_last: bool) -> ServerSentEventMessage | None:
        runs: Sequence[SeenRun] = ()
        if event.kind is EventKind.RUNS:
            runs = _runs_of(event, seen)
            if not runs:
                return None
        elif event.kind is EventKind.JUDGED and seen.judgement:  # the last ones have no event of their own
            runs = seen.judgement.runs
        place = answers.place(self._online, seen.place) if is_last else None
        return _message(event.kind, event.at_utc_ms, seen, place, runs, event.id)


def _runs_of(event: Event, seen: SeenSubmission) -> list[SeenRun]:
    """The runs that the event made known, if it is about the attempt that is shown."""
    judgement = seen.judgement
    data = event.data or {}
    shown = judgement.runs if judgement else ()
    first, last = data.get("first", 0), data.get("last", -1)
    return [one for one in shown if first <= one.run.ordinal <= last]


def _message(
    kind: str,
    at_utc_ms: int,
    seen: SeenSubmission,
    place: shapes.PlaceAnswer | None,
    runs: Sequence[SeenRun],
    number: int | None,
) -> ServerSentEventMessage:
    told = shapes.Happened(kind, at_utc_ms, seen.submission.state, place, tuple(map(answers.run, runs)))
    return ServerSentEventMessage(msgspec.json.encode(told), event=kind, id=number)


async def stream(
    feed: Feed, number: int, news: Callable[[], list[ServerSentEventMessage]], telling: Telling
) -> AsyncGenerator[ServerSentEventMessage, None]:
    """Streams until it is judged, or the feed closes; then the client asks again."""
    alive = ServerSentEventMessage(None, comment="alive")
    with feed.watching(number) as touched:
        while True:
            for message in await asyncio.to_thread(news) or (alive,):
                yield message
            if telling.is_over:
                yield ServerSentEventMessage("", event=END)
                return
            while not feed.is_closing and not await heard(touched):
                yield alive
            if feed.is_closing:
                return
