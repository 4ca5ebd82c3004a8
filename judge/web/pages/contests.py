"""The public pages of a contest: the countdown, its problems, the scoreboard, the awards, and what happens."""

import asyncio
from collections.abc import AsyncGenerator
from functools import partial
from typing import Annotated, Any

from litestar import MediaType, Response
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Stream
from markupsafe import Markup

from judge.base.records import replace
from judge.contest.times import relative_ms
from judge.service.contest_rules import Phase
from judge.service.contests import SeenContest
from judge.service.refusals import Unfit
from judge.service.visibility import Viewer
from judge.web.board_drawing import PUBLIC, BoardKey, drawn_table
from judge.web.boards import KeptPiece
from judge.web.feed import heard
from judge.web.live import ALIVE, END, message, streamed
from judge.web.routing import get
from judge.web.site import Asked, fragment, page, site_of
from judge.web.visitor import Visitor

BOARD = message("board")
NEWS_AT_MOST_EVERY_S = 0.8
LONGEST_REFRESH_S = 600
"""The longest time after which a page without script reloads, as the start may have been moved."""


@get("/contests")
def contests(request: Asked) -> Response[str]:
    found = site_of(request).online.contests.all(request.user.viewer)
    return page(request, "contests", contests=found, refused="", imported=None)


@get("/contests/{name:str}")
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
    """The time when a page without script reloads: just after the start, but not all in the same second."""
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
    """`at`: a time of the contest, as it was known then; `public`: the public view; `piece`: only the table."""
    visitor, boards = request.user, site_of(request).boards
    if at:
        return await asyncio.to_thread(_past, request, name, at, public)
    key = BoardKey(name, visitor.language, visitor.is_staff and not public)
    if visitor.user is None and not piece:
        shown_to = replace(visitor, form_token="", address="")
        return _sent(request, key, await boards.whole(key, partial(_whole, request, name, shown_to)))
    kept = await boards.table(key, newest=piece)
    if piece:
        return _sent(request, key, kept)
    return await asyncio.to_thread(_around, request, name, kept.text, public)


def _whole(request: Asked, name: str, shown_to: Visitor, table: str) -> str:
    """The page around the table, the same for all anonymous visitors."""
    seen = seen_contest(request, name, PUBLIC)
    values = {"seen": seen, "table": Markup(table), "at": "", "public": False, "wrong": ""}
    return fragment(request, "contest_board", shown_to, **values)


def _sent(request: Asked, key: BoardKey, kept: KeptPiece) -> Response[bytes]:
    """The answer; a client that has it already gets 304. A browser does not store what only the staff sees."""
    headers = {"vary": "accept-encoding"}
    if not key.is_staff:
        headers |= {"etag": kept.tag, "cache-control": "private, no-cache"}
        if request.headers.get("if-none-match") == kept.tag:
            return Response(b"", status_code=304, headers=headers)
    content = kept.compressed
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
    else:
        content = kept.text.encode()
    return Response(content, media_type=MediaType.HTML, headers=headers)


def _past(request: Asked, name: str, at: str, public: bool) -> Response[str]:
    seen = seen_contest(request, name)
    at_ms = relative_ms(at)
    if at_ms is None or at_ms < 0:
        return _around(request, name, "", public, wrong="board_at_malformed", at=at[:20], status=422)
    shown = site_of(request).online.contests.board(request.user.viewer, seen, at_ms=at_ms, as_public=public)
    table = drawn_table(request.user.language, seen, shown)
    return _around(request, name, table, public, at=at)


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


@get("/contests/{name:str}/awards")
def awards(request: Asked, name: FromPath[str]) -> Response[str]:
    seen = seen_contest(request, name)
    found = site_of(request).online.contests.awards(request.user.viewer, seen)
    return page(request, "contest_awards", seen=seen, awards=found)


@get("/contests/{name:str}/live")
async def live(request: Asked, name: FromPath[str]) -> Stream:
    """Reports that the scoreboard has changed, the clock, and the jury's messages; a page requests the rest."""
    return streamed(request, _news(request, await asyncio.to_thread(seen_contest, request, name)))


async def _news(request: Asked, seen: SeenContest) -> AsyncGenerator[bytes, None]:
    feed, number = site_of(request).feed, seen.contest.id
    is_over = seen.phase is Phase.FINAL and not seen.is_frozen
    said = notice = clock = None
    changed = feed.changed[number]
    with feed.watching_contest(number) as news:
        while not feed.is_closing:
            if said != feed.said[number]:
                said = feed.said[number]
                made = await _notice(request)
                if made != notice:
                    yield made
                    notice = made
            if changed != feed.changed[number]:
                changed = feed.changed[number]
                seen = await asyncio.to_thread(seen_contest, request, seen.contest.name)
            made = await _clock(request, seen)
            if made != clock:
                yield made
                clock = made
            yield BOARD
            if is_over:
                yield END
                return
            await asyncio.sleep(NEWS_AT_MOST_EVERY_S)
            while not await heard(news):
                yield ALIVE


async def _clock(request: Asked, seen: SeenContest) -> bytes:
    """The contest's clock, made once for all viewers with the same times."""
    site, language = site_of(request), request.user.language
    shown_to = Visitor(None, language, "", "")
    key = ("clock", language, seen.contest, seen.held, seen.phase, seen.end_utc_ms)

    def made() -> bytes:
        return message("clock", fragment(request, "contest_clock", shown_to, seen=seen))

    return await site.once.get(key, made)


async def _notice(request: Asked) -> bytes:
    """The jury's messages to the viewer, made once for all viewers with the same ones."""
    site, language = site_of(request), request.user.language
    unseen = await asyncio.to_thread(site.online.contests.unseen, request.user.viewer)
    shown_to = Visitor(None, language, "", "")

    def made() -> bytes:
        return message("notice", fragment(request, "notices", shown_to, unseen=unseen))

    return await site.once.get(("notice", language, *unseen.items()), made)


def seen_contest(request: Asked, name: str, viewer: Viewer | None = None) -> SeenContest:
    """Raises NotForViewer."""
    return site_of(request).online.contests.get(viewer or request.user.viewer, name)


def time_of(text: str) -> int:
    """A time like 0:30:00, or whole minutes, in ms. Raises Unfit."""
    text = text.strip()
    is_less = text.startswith("-")
    digits = text.removeprefix("-")
    found = (
        int(digits) * 60_000
        if digits.isdigit() and digits.isascii() and len(digits) < 7
        else relative_ms(digits)
    )
    if found is None:
        raise Unfit("contest_length_malformed", text=text[:40])
    return -found if is_less else found
