"""Submissions: sent, listed, viewed, and followed as they are judged."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Annotated

from litestar import Response
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Body, FromPath, FromQuery, HeaderParameter, JSONBody, QueryParameter
from litestar.response import ServerSentEvent
from msgspec import Struct

from judge.service.online import OnlineJudge
from judge.service.visibility import Viewer
from judge.store.catalogue_records import ProblemRecord, User
from judge.store.tokens import TokenScope
from judge.web.api import answers, shapes
from judge.web.api.bearer import needs
from judge.web.api.event_stream import Telling, stream
from judge.web.api.problem_details import ApiRefusal, answering, not_there, refusals, take
from judge.web.forms import read_form
from judge.web.keys import content_key
from judge.web.rates import Rates
from judge.web.routing import get, post
from judge.web.site import Asked, address_of_site, site_of
from judge.web.standing import with_rights

ON_A_PAGE = 50
MOST_NUMBER = 2**53
Number = FromPath[int]
READ = [needs(TokenScope.READ)]


class Upload(Struct):
    """A form with the files of one submission."""

    files: list[UploadFile]
    language: str | None = None
    key: str = ""


@post(
    "/problems/{name:str}/submissions",
    guards=[needs(TokenScope.SUBMIT)],
    request_max_body_size=shapes.MOST_SUBMITTED_BYTES,
    responses=refusals(403, 404, 413, 422, 503, 507),
)
def submit(
    request: Asked, name: FromPath[str], data: JSONBody[shapes.NewSubmission]
) -> Response[shapes.WholeSubmission]:
    """Submits files to a problem, durably: it is queued when this is answered."""
    return _submitted(request, name, contents_of(data.files), data.language, data.key)


def contents_of(given: Sequence[shapes.GivenFile]) -> dict[str, bytes]:
    """Contents by name. Raises ApiRefusal."""
    files = {one.name: _content(one) for one in given}
    if len(files) < len(given):
        raise ApiRefusal(422, "two of the files have the same name")
    return files


def _content(one: shapes.GivenFile) -> bytes:
    if (one.text is None) == (one.base64 is None):
        raise ApiRefusal(422, f"{one.name}: expected either 'text' or 'base64'")
    return one.text.encode("utf-8", errors="replace") if one.text is not None else one.base64 or b""


@post(
    "/problems/{name:str}/uploads",
    guards=[needs(TokenScope.SUBMIT)],
    before_request=read_form,
    request_max_body_size=shapes.MOST_SUBMITTED_BYTES,
    responses=refusals(403, 404, 413, 422, 503, 507),
)
async def upload(
    request: Asked,
    name: FromPath[str],
    data: Annotated[Upload, Body(media_type=RequestEncodingType.MULTI_PART)],
) -> Response[shapes.WholeSubmission]:
    """Submits the files of a multipart form to a problem."""
    files = {one.filename: await one.read() for one in data.files}
    if len(files) < len(data.files):
        raise ApiRefusal(422, "two of the files have the same name")
    return await asyncio.to_thread(_submitted, request, name, files, data.language, data.key)


def _submitted(
    request: Asked, name: str, files: Mapping[str, bytes], language: str | None, key: str
) -> Response[shapes.WholeSubmission]:
    site, viewer = site_of(request), request.user.viewer
    if not files:
        raise ApiRefusal(422, "there are no files: nothing to judge")
    take(site.rates, Rates.SUBMIT, str(viewer.user_id), "you submit very often")
    with not_there():
        site.online.opened(viewer, name)
    with answering():
        new = site.online.submit(
            viewer, name, files, language or None, client_key=content_key(key, language or "", files)
        )
    answer = _whole(request, viewer, new.id)
    return Response(answer, status_code=201, headers={"location": f"/api/submissions/{new.id}"})


@get("/submissions", guards=READ, responses=refusals(403, 404))
def submissions(
    request: Asked,
    before: Annotated[int | None, QueryParameter(ge=1, le=MOST_NUMBER)] = None,
    everybody: FromQuery[bool] = False,
    problem: FromQuery[str | None] = None,
) -> shapes.SubmissionsAnswer:
    """Your own submissions, the newest first; with `everybody` all that the token's role may see."""
    online, viewer = site_of(request).online, request.user.viewer
    with not_there():
        found = online.submissions(
            viewer,
            user_id=None if everybody else viewer.user_id,
            problem=None if problem is None else online.opened(viewer, problem),
            before=before,
            at_most=ON_A_PAGE + 1,
        )
    shown, catalogue = found[:ON_A_PAGE], online.store.catalogue
    problems = catalogue.by_id(ProblemRecord, {one.problem_id for one in shown})
    users = catalogue.by_id(User, {one.user_id for one in shown if one.user_id is not None})
    return answers.submissions(
        shown,
        {number: one.name for number, one in problems.items()},
        {number: one.name for number, one in users.items()},
        online.judgements(viewer, shown),
        are_more=len(found) > ON_A_PAGE,
    )


@get("/submissions/{number:int}", guards=READ, responses=refusals(403, 404))
def submission(request: Asked, number: Number) -> shapes.WholeSubmission:
    """A submission with its place in the queue, its judgement and runs, as far as you may see them."""
    return _whole(request, request.user.viewer, number)


def _whole(request: Asked, viewer: Viewer, number: int) -> shapes.WholeSubmission:
    online = site_of(request).online
    with not_there():
        # The events first: a client that asks for later ones misses none.
        events = online.events_of(viewer, number, 0)
        seen = online.submission(viewer, number)
    return answers.whole(online, seen, address_of_site(request), events[-1].id if events else 0)


STREAMED = {
    200: ResponseSpec(
        shapes.StreamEvent,
        generate_examples=False,
        media_type="text/event-stream",
        description="Events with ids, whose data is a Happened; the last one is 'end'.",
    )
}


@get(
    "/submissions/{number:int}/events",
    guards=READ,
    media_type="text/event-stream",
    responses={**STREAMED, **refusals(403, 404)},
)
async def events(
    request: Asked,
    number: Number,
    after: Annotated[int, QueryParameter(ge=0, le=MOST_NUMBER)] = 0,
    last_event_id: Annotated[str | None, HeaderParameter(name="Last-Event-ID")] = None,
) -> ServerSentEvent:
    """What happens to a submission, as it happens (server-sent events), from the event after `after` or the header
    Last-Event-ID on."""
    online, viewer = site_of(request).online, request.user.viewer
    if last_event_id is not None:
        if not (last_event_id.isascii() and last_event_id.isdigit() and len(last_event_id) < 17):
            raise ApiRefusal(400, "Last-Event-ID: expected the id of an event, a number")
        after = int(last_event_id)
    telling = Telling(online, viewer, number, after)
    await asyncio.to_thread(_require, online, viewer, number)
    told = stream(site_of(request).feed, number, telling.news, telling)
    return ServerSentEvent(
        with_rights(request, told), headers={"cache-control": "no-store", "x-accel-buffering": "no"}
    )


def _require(online: OnlineJudge, viewer: Viewer, number: int) -> None:
    """Checked here, so that a refusal is an answer of its own."""
    with not_there():
        online.events_of(viewer, number, MOST_NUMBER)
