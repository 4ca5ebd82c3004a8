"""The addresses for Kattis' client submit.py, as in Kattis/kattis-cli. docs/serve.md explains how to set it up.

It logs in with a token, which is returned as a cookie for these addresses alone. Refusals are plain text, as the
client shows no other answer.
"""

import asyncio
import html
import re
from collections.abc import Mapping
from typing import Any

from litestar import MediaType, Response
from litestar.datastructures import Cookie, UploadFile
from litestar.exceptions import NotAuthorizedException
from litestar.params import FromPath

from judge.base.errors import JudgeError, is_disk_full
from judge.base.submission_state import State
from judge.service.online import OnlineJudge
from judge.service.visibility import Viewer
from judge.store.errors import Unavailable
from judge.store.tokens import TokenScope
from judge.web.api import answers, shapes
from judge.web.api.bearer import COUNTED_BY_COOKIE, TOO_OFTEN, by_token, require_scope
from judge.web.api.problem_details import ApiRefusal, not_there, take
from judge.web.keys import content_key
from judge.web.rates import Rates
from judge.web.routing import get, post
from judge.web.site import Asked, address_of_site, site_of
from judge.web.visitor import Visitor

PATH, COOKIE = "/api/kattis", "kattis_token"
FILES = "sub_file[]"
WAITING, RUNNING, JUDGE_ERROR = 2, 5, 6
STATUSES = {"CE": 8, "RTE": 9, "MLE": 10, "OLE": 11, "TLE": 12, "WA": 14, "PA": 14, "CLE": 14, "AC": 16}
"""Kattis' numbers of verdicts; others are an error of the judge."""
OPT = {COUNTED_BY_COOKIE: True}
VERSION = re.compile(r"[ ,]*(?:\(.*|[\d.]+)?$")
"""The version after a language's name: "C++20", "JavaScript (Node.js)"."""


def _visitor_by(request: Asked, token: str) -> Visitor:
    """Raises HTTPException for an invalid token, and for too many requests."""
    site, address = site_of(request), request.user.address
    if not token:
        take(site.rates, Rates.API, address, TOO_OFTEN)
        raise NotAuthorizedException("log in first, with a token of your account")
    return by_token(site, token, "en", address)


def _visitor(request: Asked, scope: TokenScope) -> Visitor:
    if request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        raise ApiRefusal(403, "this was sent by a page of another site")
    visitor = _visitor_by(request, request.cookies.get(COOKIE, ""))
    require_scope(visitor, scope)
    return visitor


@post("/kattis/login", include_in_schema=False, status_code=200, media_type=MediaType.TEXT, opt=OPT)
async def login(request: Asked) -> Response[str]:
    """Takes the token, which may stand in the password's place, and gives it back as a cookie."""
    form = await request.form()
    name, token = (str(form.get(key) or "") for key in ("user", "token"))
    token = token or str(form.get("password") or "")
    try:
        visitor = await asyncio.to_thread(_visitor_by, request, token)
    except NotAuthorizedException as error:
        raise ApiRefusal(403, "the token is unknown, was revoked, or has expired") from error
    if visitor.user is None or visitor.user.name.lower() != name.strip().lower():
        raise ApiRefusal(403, "the token is not of this account")
    kept = Cookie(
        key=COOKIE,
        value=token,
        path=PATH,
        httponly=True,
        samesite="strict",
        secure=site_of(request).options.is_https,
    )
    return Response("Login successful\n", media_type=MediaType.TEXT, cookies=[kept])


@post(
    "/kattis/submit",
    include_in_schema=False,
    status_code=200,
    media_type=MediaType.TEXT,
    request_max_body_size=shapes.MOST_SUBMITTED_BYTES,
    opt=OPT,
)
async def submit(request: Asked) -> str:
    """Submits the files of the form, durably, and says by which number they are known."""
    visitor = await asyncio.to_thread(_visitor, request, TokenScope.SUBMIT)
    form = await request.form()
    given = [one for one in form.getall(FILES, []) if isinstance(one, UploadFile)]
    files = {one.filename: await one.read() for one in given}
    fields = {key: str(form.get(key) or "") for key in ("problem", "language", "contest")}
    if len(files) < len(given):
        return "Not submitted: two of the files have the same name.\n"
    return await asyncio.to_thread(_submitted, request, visitor.viewer, fields, files)


def _submitted(request: Asked, viewer: Viewer, fields: Mapping[str, str], files: Mapping[str, bytes]) -> str:
    site = site_of(request)
    if not files:
        return f"Not submitted: expected files in {FILES}, found none.\n"
    take(site.rates, Rates.SUBMIT, str(viewer.user_id), "you submit very often")
    language = language_by(site.online, fields["language"])
    try:
        name = _problem(site.online, viewer, fields["problem"], fields["contest"])
        site.online.opened(viewer, name)
        key = content_key("", language or "", dict(files))
        new = site.online.submit(viewer, name, dict(files), language, client_key=key)
    except JudgeError as error:
        if is_disk_full(error) or isinstance(error, Unavailable):
            raise
        return f"Not submitted: {error.message}\n"
    return f"Submission received. Submission ID: {new.id}.\n{address_of_site(request)}/submissions/{new.id}\n"


def _problem(online: OnlineJudge, viewer: Viewer, wanted: str, contest: str) -> str:
    """The problem's name; in a contest its label is accepted, too."""
    if contest:
        for one, problem in online.contests.get(viewer, contest).problems:
            if wanted.lower() in (one.label.lower(), problem.name.lower()):
                return problem.name
    return wanted


def language_by(online: OnlineJudge, wanted: str) -> str | None:
    """The language's id by Kattis' name; None: by the files' suffixes."""
    name = VERSION.sub("", wanted).lower()
    for row in online.languages():
        if wanted.lower() in (row.id, row.title.lower()):
            return row.id
    return next((row.id for row in online.languages() if VERSION.sub("", row.title).lower() == name), None)


@get("/kattis/submissions/{number:int}", include_in_schema=False, opt=OPT)
def submission(request: Asked, number: FromPath[int]) -> dict[str, Any]:
    """How far the judging is, in Kattis' numbers."""
    viewer = _visitor(request, TokenScope.READ).viewer
    online = site_of(request).online
    with not_there():
        whole = answers.whole(online, online.submission(viewer, number), address_of_site(request), 0)
    return told_of(whole)


def told_of(whole: shapes.WholeSubmission) -> dict[str, Any]:
    """The row of the page from which the client reads dots, time and points, with only what it reads."""
    made = whole.judgement
    tests = {run.ordinal: run.verdict for run in whole.runs}
    count = max(whole.test_count, len(tests))
    icons = "".join(
        f'<i class="status-icon {_icon(tests.get(at))}" title="{at}"></i>' for at in range(1, count + 1)
    )
    cpu = "" if made is None or made.cpu_ns is None else f"{made.cpu_ns / 1e9:.2f} s"
    points = "" if made is None or made.points is None else f" ({made.points:g})"
    status = f'<span data-type="status">{points}</span><span data-type="cpu">{cpu}</span>'
    compiler = str(made.detail.get("compile_error") or made.reason) if made else ""
    return {
        "status_id": status_of(whole),
        "testcase_index": len(tests),
        "row_html": f"<i></i>{icons}{status}",
        "feedback_html": f"<pre>{html.escape(compiler)}</pre>" if compiler else "",
    }


def status_of(whole: shapes.WholeSubmission) -> int:
    state = whole.submission.state
    if state in (State.QUEUED, State.JUDGING):
        return WAITING if state is State.QUEUED else RUNNING
    return STATUSES.get(whole.submission.verdict or "", JUDGE_ERROR)


def _icon(verdict: str | None) -> str:
    if verdict is None:
        return "is-empty"
    return "is-accepted" if verdict == "AC" else "is-rejected"
