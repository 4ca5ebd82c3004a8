"""The ICPC Contest API under /api: a contest's objects that the client may see. docs/contest-api.md describes it."""

import asyncio
import hashlib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

import msgspec
from litestar import MediaType, Response
from litestar.exceptions import ClientException, NotFoundException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery

from judge.base.records import replace
from judge.contest import api_objects
from judge.service import contest_api
from judge.service.contest_look import ContestLook
from judge.store.tokens import TokenScope
from judge.web.api.contest_stream import feed_of
from judge.web.api.problem_details import not_there, refusals
from judge.web.routing import get
from judge.web.security import SANDBOX
from judge.web.site import Asked, site_of
from judge.web.visitor import Visitor

FOR_OTHER_SITES = {"access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin"}
"""A page of another site may show public data: no browser sends credentials for that."""
VERSION_URL = f"https://ccs-specs.icpc.io/{api_objects.VERSION}/contest_api"
OBJECT = {
    200: ResponseSpec(dict[str, Any], generate_examples=False, description="An object of the Contest API.")
}
OBJECTS = {
    200: ResponseSpec(
        list[dict[str, Any]], generate_examples=False, description="Objects of the Contest API."
    )
}


def look_of(request: Asked, contest: str) -> ContestLook:
    """Raises ApiRefusal if there is no such contest."""
    visitor = reader_of(request)
    with not_there():
        return site_of(request).contest_api.look(visitor.viewer, contest, visitor.user, visitor.scopes)


def reader_of(request: Asked) -> Visitor:
    """The client; nobody, if its token does not permit reading."""
    is_reader = TokenScope.READ in (request.user.scopes or ())
    return request.user if is_reader else replace(request.user, user=None)


def answer(request: Asked, found: Any) -> Response[bytes]:
    """The answer; a client that has it already gets 304."""
    content = msgspec.json.encode(found)
    return _sent(request, content, MediaType.JSON, f'W/"{_digest(content)}"', FOR_OTHER_SITES)


def _sent(
    request: Asked, content: bytes, media_type: str, tag: str, more: Mapping[str, str] = MappingProxyType({})
) -> Response[bytes]:
    headers = {**more, "etag": tag, "cache-control": "private, no-cache", "vary": "authorization"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    return Response(content, media_type=media_type, headers=headers)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]


@get("/", responses={**OBJECT, **refusals()})
def information(request: Asked) -> Response[bytes]:
    """What version of the Contest API this is, and who provides it."""
    provider = api_objects.ProviderObject("Warp Judge")
    return answer(request, api_objects.InformationObject(api_objects.VERSION, VERSION_URL, provider))


@get("/contests", responses={**OBJECTS, **refusals()})
def contests(request: Asked) -> Response[bytes]:
    """All contests, the latest first."""
    return answer(request, site_of(request).contest_api.contests(reader_of(request).viewer))


@get("/contests/{contest:str}", responses={**OBJECT, **refusals(404)})
def contest(request: Asked, contest: FromPath[str]) -> Response[bytes]:
    """A contest."""
    return answer(request, look_of(request, contest).contest())


def _single(name: str, make: Callable[[ContestLook], Any], words: str) -> Any:
    def handler(request: Asked, contest: FromPath[str]) -> Response[bytes]:
        return answer(request, make(look_of(request, contest)))

    handler.__doc__ = words
    return get(f"/contests/{{contest:str}}/{name}", responses={**OBJECT, **refusals(404)})(handler)


access = _single(
    "access",
    contest_api.access,
    "The parts of the contest that the client may see, and its permitted actions.",
)
state = _single("state", ContestLook.state, "How far the contest has got.")


@get("/contests/{contest:str}/account", responses={**OBJECT, **refusals(404)})
def account(request: Asked, contest: FromPath[str]) -> Response[bytes]:
    """The account of the client."""
    with not_there():
        return answer(request, contest_api.own_account(look_of(request, contest)))


@get("/contests/{contest:str}/scoreboard", responses={**OBJECT, **refusals(404)})
async def scoreboard(
    request: Asked, contest: FromPath[str], group_id: FromQuery[str | None] = None
) -> Response[bytes]:
    """The scoreboard; with `group_id` that of a group alone."""
    site = site_of(request)
    look = await asyncio.to_thread(look_of, request, contest)
    last = await asyncio.to_thread(site.store.contests.last_event, look.contest_id)
    key = ("contest-api-board", contest, look.sight.is_staff, group_id, last)
    with not_there():
        found = await site.once.get(key, lambda: contest_api.scoreboard(look, group_id))
    return answer(request, found)


@get("/contests/{contest:str}/event-feed", include_in_schema=False)
async def event_feed(request: Asked, contest: FromPath[str]) -> Any:
    """What has happened and what happens, without an end (NDJSON), from the token `since_token` on."""
    unknown = request.query_params.keys() - {"since_token", "strict"}
    if unknown:
        raise ClientException(f"{min(unknown)}: expected no parameter but since_token")
    return await feed_of(request, contest, request.query_params.get("since_token"), look_of)


@get(
    "/contests/{contest:str}/{endpoint:str}/{number:str}/files",
    media_type="application/zip",
    responses=refusals(404),
)
def files(
    request: Asked, contest: FromPath[str], endpoint: FromPath[str], number: FromPath[str]
) -> Response[bytes]:
    """The files of a submission, as a zip file, for anyone who may read its source."""
    if endpoint != "submissions":
        raise NotFoundException("there is no such address in the API")
    with not_there():
        content = contest_api.files_of(look_of(request, contest), number)
    return _sent(request, content, "application/zip", f'"{_digest(content)}"')


@get(
    "/contests/{contest:str}/{endpoint:str}/{number:str}/statement",
    media_type="application/pdf",
    responses=refusals(404),
)
def statement(
    request: Asked, contest: FromPath[str], endpoint: FromPath[str], number: FromPath[str]
) -> Response[bytes]:
    """The statement of a problem, where that is a PDF."""
    if endpoint != "problems":
        raise NotFoundException("there is no such address in the API")
    with not_there():
        content = site_of(request).contest_api.statement(look_of(request, contest), number)
    return _sent(request, content, "application/pdf", f'"{_digest(content)}"')


@get(
    "/contests/{contest:str}/{endpoint:str}/{number:str}/{name:str}",
    media_type="application/octet-stream",
    responses=refusals(404),
)
def file(
    request: Asked,
    contest: FromPath[str],
    endpoint: FromPath[str],
    number: FromPath[str],
    name: FromPath[str],
) -> Response[bytes]:
    """A file that an object refers to: a banner, a logo, a flag, a photo, or an attachment of a problem."""
    with not_there():
        found = site_of(request).contest_api.file(look_of(request, contest), endpoint, number, name)
    content, media_type = found
    headers = {**FOR_OTHER_SITES, "content-security-policy": SANDBOX}
    if endpoint == "problems":
        headers["content-disposition"] = f"attachment; filename*=UTF-8''{quote(name)}"
    return _sent(request, content, media_type, f'"{_digest(content)}"', headers)


@get("/contests/{contest:str}/{endpoint:str}", responses={**OBJECTS, **refusals(404)})
def objects(request: Asked, contest: FromPath[str], endpoint: FromPath[str]) -> Response[bytes]:
    """All objects of an endpoint of a contest, filtered by whichever properties that are ids the query names."""
    with not_there():
        found = contest_api.collection(look_of(request, contest), endpoint)
    query: Mapping[str, str] = dict(request.query_params)
    return answer(request, contest_api.filtered(found, query))


@get("/contests/{contest:str}/{endpoint:str}/{number:str}", responses={**OBJECT, **refusals(404)})
def one_object(
    request: Asked, contest: FromPath[str], endpoint: FromPath[str], number: FromPath[str]
) -> Response[bytes]:
    """An object of an endpoint of a contest."""
    with not_there():
        return answer(request, contest_api.one_of(look_of(request, contest), endpoint, number))
