"""A submission as it is judged: changes are sent as they happen, as parts of its page (server-sent events).

Each stream begins with the whole page, so that a browser that reconnects has missed nothing. Viewers who may see the
same get the same bytes, which are made once.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractContextManager, suppress
from functools import partial

from litestar.response import Stream
from litestar.response.sse import ServerSentEventMessage

from judge.service.online import SeenSubmission
from judge.service.refusals import NotForViewer
from judge.web.feed import Feed, heard
from judge.web.once import Once
from judge.web.site import Asked
from judge.web.standing import with_rights

AT_MOST_EVERY_S = 0.15


def message(event: str, data: str = "") -> bytes:
    return ServerSentEventMessage(data, event=event).encode()


ALIVE = ServerSentEventMessage(None, comment="alive").encode()
END = message("end")


def streamed(request: Asked, messages: AsyncGenerator[bytes, None]) -> Stream:
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return Stream(with_rights(request, messages), media_type="text/event-stream", headers=headers)


class Snapshot:
    """A submission at one moment, as the parts of a page."""

    def __init__(self, seen: SeenSubmission, made: Callable[[str, SeenSubmission], str]) -> None:
        """`made`: a part by the name of its template; of a run by "run N"."""
        self._seen, self._made = seen, made
        self.is_open = seen.submission.state.is_open
        judgement = seen.judgement
        self._run_count = len(judgement.runs) if judgement else None
        runs = range(self._run_count or 0)
        names = ["head", *(f"run {number}" for number in runs)] if self.is_open else []
        self._pieces = {name: message(name.partition(" ")[0], made(name, seen)) for name in names}

    def after(self, before: "Snapshot | None") -> bytes:
        """The updates of a page that shows `before`; None: it shows nothing yet."""
        if not self.is_open:
            return self._whole() + END
        if before is None or self._has_fewer_runs(before):  # from an attempt that was discarded
            return self._whole()
        known = before._pieces
        return b"".join(piece for name, piece in self._pieces.items() if known.get(name) != piece) or ALIVE

    def _whole(self) -> bytes:
        return message("whole", self._made("whole", self._seen))

    def _has_fewer_runs(self, before: "Snapshot") -> bool:
        known, now = before._run_count, self._run_count
        return known is not None and (now is None or now < known)


async def stream(
    feed: Feed, number: int, once: Once, look: Callable[[], Awaitable[Snapshot]]
) -> AsyncGenerator[bytes, None]:
    """Streams until it is judged, the feed closes, or the viewer may no longer see it; then the browser asks again."""
    with feed.watching(number) as news, suppress(NotForViewer):
        before = None
        while not feed.is_closing:
            now = await look()
            yield await once.get((now, before), partial(now.after, before))
            if not now.is_open:
                return
            if before is not None:
                await asyncio.sleep(AT_MOST_EVERY_S)
            before = now
            while not await heard(news):
                yield ALIVE


async def stream_whole(
    feed: Feed, watching: AbstractContextManager[asyncio.Event], look: Callable[[], tuple[str, bool]]
) -> AsyncGenerator[bytes, None]:
    """Streams a part of a page as a whole, whenever it changes. `look`: the part, and whether more will follow."""
    with watching as news:
        sent = None
        while not feed.is_closing:
            part, is_open = await asyncio.to_thread(look)
            yield ALIVE if part == sent else message("whole", part)
            if not is_open:
                yield END
                return
            if sent is not None:
                await asyncio.sleep(AT_MOST_EVERY_S)
            sent = part
            while not await heard(news):
                yield ALIVE
