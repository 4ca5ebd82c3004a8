"""The pages of a contest for everybody: the count-down, its problems, the scoreboard, the awards, and what happens."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated, Any

from litestar import MediaType, Response, get
from litestar.exceptions import ClientException, NotFoundException
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage
from markupsafe import Markup

from judge.contest.scoreboard import Scoreboard
from judge.contest.times import relative_ms
from judge.service.contest_rules import Phase
from judge.service.contests import SeenContest
from judge.service.visibility import Viewer
from judge.store.catalogue_records import Role
from judge.web.boards import Drawn, KeptPiece
from judge.web.live import ALIVE_S, LOOK_S
from judge.web.site import Asked, fragment, in_thread, page, site_of

PUBLIC = Viewer(None, Role.VISITOR)
NEWS_AT_MOST_EVERY_S = 1.0
LONGEST_REFRESH_S = 600
"""A page without script is asked for again by then, as the start may have been moved."""


@get("/contests")
@in_thread
def contests(request: Asked) -> Response[str]:
    found = site_of(request).online.contests.all(request.user.viewer)
    return page(request, "contests", contests=found, refused="", imported=None)


@get("/contests/{name:str}")
@in_thread
def contest(request: Asked, name: FromPath[str]) -> Response[str]:
    online = site_of(request).online
    viewer = request.user.viewer
    seen = seen_contest(request, name)
    own = [
        one
        for one in online.submissions(viewer, user_id=viewer.user_id, at_most=200)
        if one.contest_id == seen.contest.id
    ]
    answer = page(
        request,
        "contest",
        seen=seen,
        own=own[:20],
        judgements=online.judgements(viewer, own),
        names={problem.id: (one.label, one.title or problem.title) for one, problem in seen.problems},
        solved=online.own_verdicts(viewer),
    )
    if not seen.has_begun:
        answer.headers["refresh"] = str(refresh_s(seen))
    return answer


def refresh_s(seen: SeenContest) -> int:
    """When a page without script is asked for again: just after the start, but not all in the same second."""
    if seen.start_utc_ms is None:
        return 60
    left_s = max(0, seen.start_utc_ms - seen.now_ms) // 1000 + 1
    return int(min(left_s, LONGEST_REFRESH_S))


@get("/contests/{name:str}/board")
async def board(
    request: Asked,
    name: FromPath[str],
    at: FromQuery[str] = "",
    public: Annotated[bool, QueryParameter()] = False,
    piece: Annotated[bool, QueryParameter()] = False,
) -> Response[Any]:
    """`at`: a time of the contest, as it was known then; `public`: what the public sees; `piece`: the table alone."""
    visitor = request.user
    if at:
        return await asyncio.to_thread(_past, request, name, at, public)
    is_staff = visitor.is_staff and not public
    if visitor.user is None and not piece:
        kept = await _kept(request, name, is_staff=False, is_whole=True)
        return _sent(request, kept)
    kept = await _kept(request, name, is_staff=is_staff, is_whole=False, newest=piece)
    if piece:
        return _sent(request, kept)
    return await asyncio.to_thread(_around, request, name, kept.text, public)


async def _kept(
    request: Asked, name: str, *, is_staff: bool, is_whole: bool, newest: bool = False
) -> KeptPiece:
    site = site_of(request)
    viewer = request.user.viewer if is_staff else PUBLIC

    def look() -> tuple[int, int]:
        found = site.store.contests.named(name)
        if found is None:
            raise NotFoundException
        return site.store.contests.last_event(found[0].id), site.store.now_ms()

    def draw() -> Drawn:
        seen = seen_contest(request, name, viewer)
        text = _table(request, seen, site.online.contests.board(viewer, seen))
        if is_whole:
            text = fragment(
                request, "contest_board", seen=seen, table=Markup(text), at="", public=False, wrong=""
            )
        return Drawn(text, seen.next_change_utc_ms())

    key = (name, request.user.language, is_staff, is_whole)
    return await site.boards.get(key, look, draw, newest=newest)


def _sent(request: Asked, kept: KeptPiece) -> Response[bytes]:
    headers = {"vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(
            kept.compressed, media_type=MediaType.HTML, headers={**headers, "content-encoding": "gzip"}
        )
    return Response(kept.text.encode(), media_type=MediaType.HTML, headers=headers)


def _past(request: Asked, name: str, at: str, public: bool) -> Response[str]:
    seen = seen_contest(request, name)
    at_ms = relative_ms(at)
    if at_ms is None or at_ms < 0:
        return _around(request, name, "", public, wrong="board_at_malformed", at=at[:20], status=422)
    shown = site_of(request).online.contests.board(request.user.viewer, seen, at_ms=at_ms, as_public=public)
    return _around(request, name, _table(request, seen, shown), public, at=at)


def _around(
    request: Asked, name: str, table: str, public: bool, *, wrong: str = "", at: str = "", status: int = 200
) -> Response[str]:
    seen = seen_contest(request, name)
    return page(
        request,
        "contest_board",
        status=status,
        seen=seen,
        table=Markup(table),
        at=at,
        public=public,
        wrong=wrong,
    )


def _table(request: Asked, seen: SeenContest, shown: Scoreboard) -> str:
    return fragment(request, "contest_table", seen=seen, board=shown, is_ioi=shown.contest.scoring == "ioi")


@get("/contests/{name:str}/awards")
@in_thread
def awards(request: Asked, name: FromPath[str]) -> Response[str]:
    seen = seen_contest(request, name)
    found = site_of(request).online.contests.awards(request.user.viewer, seen)
    return page(request, "contest_awards", seen=seen, awards=found)


@get("/contests/{name:str}/live")
async def live(request: Asked, name: FromPath[str]) -> ServerSentEvent:
    """Says that the scoreboard is another, and what the jury has said; a page asks for the rest."""
    seen = await asyncio.to_thread(seen_contest, request, name)
    return ServerSentEvent(
        _news(request, seen), headers={"cache-control": "no-store", "x-accel-buffering": "no"}
    )


async def _news(request: Asked, seen: SeenContest) -> AsyncIterator[ServerSentEventMessage]:
    site, viewer = site_of(request), request.user.viewer
    notice = ""
    is_over = seen.phase is Phase.FINAL and not seen.is_frozen
    with site.feed.watching_contest(seen.contest.id) as news:
        news.set()  # who comes back has missed something
        sent_s = time.monotonic()
        while not site.feed.is_closing:
            with suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), LOOK_S)
            if news.is_set():
                news.clear()
                unseen = await asyncio.to_thread(site.online.contests.unseen, viewer)
                made = await asyncio.to_thread(fragment, request, "notices", unseen=unseen)
                if made != notice:
                    yield ServerSentEventMessage(made, event="notice")
                    notice = made
                yield ServerSentEventMessage("", event="board")
                if is_over:
                    yield ServerSentEventMessage("", event="end")
                    return
                sent_s = time.monotonic()
                await asyncio.sleep(NEWS_AT_MOST_EVERY_S)
            elif time.monotonic() - sent_s > ALIVE_S:
                yield ServerSentEventMessage(comment="alive")
                sent_s = time.monotonic()


def seen_contest(request: Asked, name: str, viewer: Viewer | None = None) -> SeenContest:
    """Raises NotForViewer."""
    return site_of(request).online.contests.get(viewer or request.user.viewer, name)


def time_of(text: str) -> int:
    """A time like 0:30:00, or whole minutes, in ms. Raises ClientException."""
    text = text.strip()
    is_less = text.startswith("-")
    digits = text.removeprefix("-")
    found = (
        int(digits) * 60_000
        if digits.isdigit() and digits.isascii() and len(digits) < 7
        else relative_ms(digits)
    )
    if found is None:
        raise ClientException(f"{text[:40]!r}: expected a time like 0:30:00, or minutes")
    return -found if is_less else found


ROUTES = (contests, contest, board, awards, live)
