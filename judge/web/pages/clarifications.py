"""Clarifications: teams ask, the jury answers one team or all, and announces."""

from typing import Any

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect

from judge.base.records import Record
from judge.service.contest_rules import Phase
from judge.service.contests import CATEGORIES
from judge.service.refusals import Refused
from judge.web.pages.contests import seen_contest
from judge.web.rates import Rates
from judge.web.routing import get, post
from judge.web.security import signed_in
from judge.web.site import Asked, page, site_of
from judge.web.texts import text

CANNED = ("canned_read", "canned_no", "canned_later", "canned_yes", "canned_no_comment")
"""Standard answers; the first is the default."""
MOST_TEXT = 4000


class TalkForm(Record, frozen=True):
    text: str = ""
    canned: str = ""
    about: str = "general"
    reply_to: int | None = None
    to: str = ""
    """"all", or the id of a team."""


@get("/contests/{name:str}/clarifications")
def clarifications(request: Asked, name: FromPath[str]) -> Response[str]:
    return _page(request, name, TalkForm())


def _page(
    request: Asked, name: str, form: TalkForm, wrong: str = "", refused: str = "", status: int = 200
) -> Response[str]:
    online, viewer = site_of(request).online, request.user.viewer
    seen = seen_contest(request, name)
    found = online.contests.clarifications(viewer, seen)
    online.contests.see(seen, found)
    numbers = {one.id for one in found}
    teams = online.contest_staff.teams(viewer, seen) if viewer.is_staff else []
    return page(
        request,
        "clarifications",
        status=status,
        seen=seen,
        talks=[one for one in found if one.reply_to_id not in numbers],
        replies={number: [one for one in reversed(found) if one.reply_to_id == number] for number in numbers},
        labels={one.problem_id: one.label for one, _ in seen.problems},
        teams=teams,
        names={user.id: user.full_name or user.name for _, user in teams},
        may_ask=seen.team is not None and seen.phase is Phase.RUNNING,
        categories=CATEGORIES,
        canned=CANNED,
        form=form,
        wrong=wrong,
        refused=refused,
        most=MOST_TEXT,
    )


@post("/contests/{name:str}/clarifications", guards=[signed_in])
def say(request: Asked, name: FromPath[str], form: TalkForm) -> Response[Any]:
    site, viewer = site_of(request), request.user.viewer
    seen = seen_contest(request, name)
    words = form.text.replace("\r\n", "\n").strip()
    if viewer.is_staff and not words and form.canned in CANNED:
        words = text(request.user.language, form.canned)
    if not 0 < len(words) <= MOST_TEXT:
        return _page(request, name, form, "clarification_empty", status=422)
    if site.rates.take(Rates.ASK, str(viewer.user_id)) and not viewer.is_staff:
        return _page(request, name, form, "ask_later", status=429)
    try:
        if viewer.is_staff:
            to_team = "" if form.to == "all" else form.to
            site.online.contests.answer(
                viewer,
                seen,
                words,
                form.about,
                reply_to=form.reply_to,
                to_team=to_team,
                to_all=form.to == "all",
            )
        else:
            site.online.contests.ask(viewer, seen, words, form.about)
    except Refused as error:
        return _page(request, name, form, refused=error.message, status=422)
    return Redirect(f"/contests/{name}/clarifications", status_code=303)
