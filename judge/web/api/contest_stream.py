"""The event feed of a contest as it is sent: all existing objects, then changes, for as long as its client listens.

What is made for one client serves all that see the same and have the same events.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import suppress

import msgspec
from litestar.response import Stream

from judge.base.records import replace
from judge.contest.api_objects import Notification
from judge.service.contest_feed import Key, Small, begin, changes, everything, in_parts, small, small_changes
from judge.service.contest_look import ContestLook
from judge.service.refusals import Refused
from judge.web.api.problem_details import ApiRefusal
from judge.web.site import Asked, Site, site_of
from judge.web.standing import with_rights

AT_MOST_EVERY_S = 0.5
ALIVE_S = 30.0
"""The interval of empty lines: by the specification at most 120 s."""
ALIVE = b"\n"
NAMES_OTHERS = ("commentary", "state")
"""Types of small objects that are sent after all submissions."""
Look = Callable[[Asked, str], ContestLook]


async def feed_of(request: Asked, contest: str, since: str | None, look_of: Look) -> Stream:
    """`since`: the token after which it continues; None: from the beginning. Raises ApiRefusal."""
    look = await asyncio.to_thread(look_of, request, contest)
    if since is not None:
        try:
            await asyncio.to_thread(changes, look, since)
        except Refused as error:
            raise ApiRefusal(400, error.message) from error
    sending = _Sending(request, contest, since, look_of)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no", "access-control-allow-origin": "*"}
    return Stream(
        with_rights(request, sending.lines(look)), media_type="application/x-ndjson", headers=headers
    )


class _Sending:
    def __init__(self, request: Asked, contest: str, since: str | None, look_of: Look) -> None:
        self._request, self._contest, self._token, self._look_of = request, contest, since, look_of
        self._site: Site = site_of(request)
        self._sent: dict[Key, bytes] = {}

    async def lines(self, look: ContestLook) -> AsyncGenerator[bytes, None]:
        feed = self._site.feed
        with feed.watching_all_of_contest(look.contest_id) as news:
            if self._token is None:
                async for part in self._from_the_beginning(look):
                    yield part
            sent_s = time.monotonic()
            while True:
                look = await asyncio.to_thread(self._look_of, self._request, self._contest)
                content = await self._news(look)
                if content or time.monotonic() - sent_s >= ALIVE_S:
                    yield content or ALIVE
                    sent_s = time.monotonic()
                if feed.is_closing:
                    return
                await asyncio.sleep(AT_MOST_EVERY_S)
                with suppress(TimeoutError):
                    async with asyncio.timeout(_patience_s(look)):
                        await news.wait()
                news.clear()

    async def _from_the_beginning(self, look: ContestLook) -> AsyncGenerator[bytes, None]:
        """Lines in an order in which each object comes after those that it refers to; the state comes last."""
        token = self._token = await asyncio.to_thread(begin, look)
        now = await self._small(look)
        late = {key: one for key, one in now.objects.items() if key[0] in NAMES_OTHERS}
        now = Small({key: one for key, one in now.objects.items() if key not in late})
        yield _lines(small_changes(now, self._sent), token)
        parts = in_parts(everything(look))
        while part := await asyncio.to_thread(lambda: next(parts, None)):
            yield _lines(iter(part), token)
        now.objects.update(late)
        yield _lines(small_changes(now, self._sent), token)

    async def _news(self, look: ContestLook) -> bytes:
        assert self._token
        token = self._token
        key = ("contest-feed", look.sight.key, token)
        content, next_token = await self._site.once.get(key, lambda: _made(look, token))
        self._token = next_token
        now = await self._small(look)
        return content + _lines(small_changes(now, self._sent), next_token)

    async def _small(self, look: ContestLook) -> Small:
        """A copy of it."""
        user_id = look.user.id if look.user else None
        made = await self._site.once.get(("contest-small", look.sight.key, user_id), lambda: small(look))
        return replace(made, objects=dict(made.objects))


def _made(look: ContestLook, token: str) -> tuple[bytes, str]:
    found, next_token = changes(look, token)
    return _lines(iter(found), next_token), next_token


def _lines(found: Iterator[Notification], token: str) -> bytes:
    return b"".join(msgspec.json.encode(replace(one, token=token)) + b"\n" for one in found)


def _patience_s(look: ContestLook) -> float:
    """How long to wait for news: time alone changes what may be seen, too."""
    change_ms = look.seen.next_change_utc_ms()
    if change_ms is None:
        return ALIVE_S
    return min(ALIVE_S, max(0.05, (change_ms - look.seen.now_ms) / 1000))
