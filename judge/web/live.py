"""A submission as it is judged: what changes is sent as it comes, as pieces of its page (server-sent events).

Each stream begins with the whole, so that a browser that comes back after a break has missed nothing.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, suppress

from litestar.response.sse import ServerSentEventMessage

from judge.base.submission_state import State
from judge.service.online import SeenSubmission
from judge.service.visibility import SeenJudgement
from judge.web.feed import Feed

AT_MOST_EVERY_S = 0.15
LOOK_S = 1.0
"""After that time it is looked at again whether the stream is to end."""
ALIVE_S = 15.0
"""A line is sent that often, so that nothing between here and the browser takes the stream for dead."""
OPEN = (State.QUEUED, State.JUDGING)


class Pieces:
    """The pieces of a page that change, made by the page's own templates."""

    def __init__(self, made: Callable[[str, SeenSubmission], str]) -> None:
        """`made`: a piece by the name of its template; of a run by "run N"."""
        self._made = made
        self._sent: dict[str, str] = {}

    def changed(self, seen: SeenSubmission) -> list[ServerSentEventMessage]:
        names = ["head"]
        if seen.judgement:
            names += [f"run {number}" for number in range(len(seen.judgement.runs))]
        found = []
        for name in names:
            piece = self._made(name, seen)
            if self._sent.get(name) != piece:
                self._sent[name] = piece
                found.append(ServerSentEventMessage(piece, event=name.partition(" ")[0]))
        return found

    def whole(self, seen: SeenSubmission) -> ServerSentEventMessage:
        if seen.submission.state in OPEN:  # else no piece follows that it could be compared with
            self.changed(seen)
        return ServerSentEventMessage(self._made("whole", seen), event="whole")


async def stream(
    feed: Feed, number: int, look: Callable[[], SeenSubmission], pieces: Pieces
) -> AsyncIterator[ServerSentEventMessage]:
    """Until it is judged, or the feed closes; then the browser asks again."""
    with feed.watching(number) as news:
        seen = await asyncio.to_thread(look)
        yield await asyncio.to_thread(pieces.whole, seen)
        attempt = seen.judgement
        sent_s = time.monotonic()
        while seen.submission.state in OPEN and not feed.is_closing:
            with suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), LOOK_S)
            if not news.is_set():
                if time.monotonic() - sent_s > ALIVE_S:
                    yield ServerSentEventMessage(comment="alive")
                    sent_s = time.monotonic()
                continue
            news.clear()
            seen = await asyncio.to_thread(look)
            if seen.submission.state not in OPEN or _begun_anew(attempt, seen.judgement):
                yield await asyncio.to_thread(pieces.whole, seen)
            else:
                for piece in await asyncio.to_thread(pieces.changed, seen):
                    yield piece
            attempt, sent_s = seen.judgement, time.monotonic()
            await asyncio.sleep(AT_MOST_EVERY_S)
        if seen.submission.state not in OPEN:
            yield ServerSentEventMessage("", event="end")


def _begun_anew(before: SeenJudgement | None, now: SeenJudgement | None) -> bool:
    """Whether runs that were shown are of an attempt that came to nothing."""
    return before is not None and (now is None or len(now.runs) < len(before.runs))


async def stream_whole(
    feed: Feed, watching: AbstractContextManager[asyncio.Event], look: Callable[[], tuple[str, bool]]
) -> AsyncIterator[ServerSentEventMessage]:
    """A page's part that is sent whole, whenever it is another one. `look`: the part, and whether more will come."""
    with watching as news:
        sent, is_open = await asyncio.to_thread(look)
        yield ServerSentEventMessage(sent, event="whole")
        sent_s = time.monotonic()
        while is_open and not feed.is_closing:
            with suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), LOOK_S)
            if news.is_set():
                news.clear()
                part, is_open = await asyncio.to_thread(look)
                if part != sent:
                    yield ServerSentEventMessage(part, event="whole")
                    sent, sent_s = part, time.monotonic()
                await asyncio.sleep(AT_MOST_EVERY_S)
            elif time.monotonic() - sent_s > ALIVE_S:
                yield ServerSentEventMessage(comment="alive")
                sent_s = time.monotonic()
        if not is_open:
            yield ServerSentEventMessage("", event="end")
