"""The ICPC Contest API under /api, as far as it changes something. A refusal states its reason, and the endpoint
access lists who may do what. docs/contest-api.md describes it."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from litestar import Response
from litestar.exceptions import MethodNotAllowedException, NotAuthorizedException
from litestar.handlers import BaseRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody

from judge.base.records import Record, converted
from judge.contest import api_requests
from judge.service.contest_api import COLLECTIONS, SINGLES, one_of
from judge.service.contest_look import ContestLook, api_id
from judge.service.refusals import Clash, NotForViewer, NotPermitted
from judge.web.api import shapes
from judge.web.api.bearer import Connection
from judge.web.api.contest_bodies import body_of
from judge.web.api.contest_routes import FOR_OTHER_SITES, OBJECT, answer
from judge.web.api.problem_details import ApiRefusal, answering, not_there, refusals, take
from judge.web.rates import Rates
from judge.web.routing import delete, patch, post, put
from judge.web.site import Asked, site_of
from judge.web.visitor import Visitor

Sent = JSONBody[dict[str, Any]]
Shape = TypeVar("Shape", bound=Record)
Act = Callable[[Asked, ContestLook, Mapping[str, Any], str | None], str]
"""Returns the id of the written object. The last parameter: the id in the address, if there is one."""
MADE = {
    201: ResponseSpec(
        dict[str, Any], generate_examples=False, description="The new object, whose address is in Location."
    )
}
REFUSALS = refusals(403, 404, 405, 409, 413, 422, 503, 507)
answered = partial(answering, (NotPermitted, 403), (NotForViewer, 404), (Clash, 409))


async def _with_account(connection: Connection, _: BaseRouteHandler) -> None:
    """A guard."""
    if connection.user.user is None:
        raise NotAuthorizedException("writing needs an account: send its name and password, or a token")


GUARDS = [_with_account]


def _look(request: Asked, contest: str) -> ContestLook:
    """The view of the client that writes. Raises HTTPException."""
    visitor: Visitor = request.user
    with not_there():
        return site_of(request).contest_api.look(visitor.viewer, contest, visitor.user, visitor.scopes)


def as_shape(shape: type[Shape], sent: Mapping[str, Any]) -> Shape:
    try:
        return converted(sent, shape)
    except ValueError as error:
        raise ApiRefusal(422, str(error)) from error


def _submit(request: Asked, look: ContestLook, sent: Mapping[str, Any], number: str | None) -> str:
    site, viewer = site_of(request), request.user.viewer
    wanted = as_shape(api_requests.SubmissionRequest, sent)
    if not viewer.is_staff:
        take(site.rates, Rates.SUBMIT, str(viewer.user_id), "you submit very often")
    made = site.contest_intake.submit(viewer, look, wanted, number)
    return api_id(look.submitted([made])[0])


def _clarify(request: Asked, look: ContestLook, sent: Mapping[str, Any], number: str | None) -> str:
    site, viewer = site_of(request), request.user.viewer
    wanted = as_shape(api_requests.ClarificationRequest, sent)
    if not viewer.is_staff:
        take(site.rates, Rates.ASK, str(viewer.user_id), "you ask very often")
    return site.contest_writing.clarify(viewer, look, wanted, number)


def _comment(request: Asked, look: ContestLook, sent: Mapping[str, Any], number: str | None) -> str:
    return site_of(request).contest_writing.comment(look, as_shape(api_requests.CommentRequest, sent))


def _award(request: Asked, look: ContestLook, sent: Mapping[str, Any], number: str | None) -> str:
    return site_of(request).contest_writing.give_award(
        look, as_shape(api_requests.AwardRequest, sent), number
    )


POSTED: Mapping[str, Act] = {
    "submissions": _submit,
    "clarifications": _clarify,
    "commentary": _comment,
    "awards": _award,
}
PUT: Mapping[str, Act] = {name: POSTED[name] for name in ("submissions", "clarifications", "awards")}


def _act(by: Mapping[str, Act], endpoint: str) -> Act:
    """Raises HTTPException if the endpoint does not support the action."""
    if endpoint not in by:
        if endpoint in COLLECTIONS or endpoint in SINGLES:
            raise MethodNotAllowedException(f"the endpoint {endpoint} does not take that method")
        raise ApiRefusal(404, f"there is no endpoint {endpoint} of this contest.")
    return by[endpoint]


def _made(request: Asked, look: ContestLook, endpoint: str, number: str) -> Response[bytes]:
    made = answer(request, one_of(look, endpoint, number))
    made.status_code = 201
    made.headers["location"] = f"/api/contests/{look.loaded.contest.id}/{endpoint}/{number}"
    return made


@post(
    "/contests/{contest:str}/{endpoint:str}",
    guards=GUARDS,
    request_max_body_size=shapes.MOST_SUBMITTED_BYTES,
    responses={**MADE, **REFUSALS},
)
async def post_object(request: Asked, contest: FromPath[str], endpoint: FromPath[str]) -> Response[bytes]:
    """Adds an object to an endpoint: a submission, a clarification, a comment, an award."""
    data = await body_of(request, endpoint)
    return await asyncio.to_thread(_posted, request, contest, endpoint, data)


def _posted(request: Asked, contest: str, endpoint: str, data: Mapping[str, Any]) -> Response[bytes]:
    look = _look(request, contest)
    with answered():
        number = _act(POSTED, endpoint)(request, look, data, None)
        return _made(request, look, endpoint, number)


@put(
    "/contests/{contest:str}/{endpoint:str}/{number:str}",
    guards=GUARDS,
    request_max_body_size=shapes.MOST_SUBMITTED_BYTES,
    responses={**OBJECT, **MADE, **REFUSALS},
)
def put_object(
    request: Asked, contest: FromPath[str], endpoint: FromPath[str], number: FromPath[str], data: Sent
) -> Response[bytes]:
    """Adds an object with an id of one's own, or an award in the place of another one."""
    look = _look(request, contest)
    with answered():
        made = _act(PUT, endpoint)(request, look, data, number)
        return _made(request, look, endpoint, made)


@patch("/contests/{contest:str}", guards=GUARDS, responses={**OBJECT, **REFUSALS})
def patch_contest(request: Asked, contest: FromPath[str], data: Sent) -> Response[bytes]:
    """Sets when a contest starts, or when its scoreboard is opened."""
    look = _look(request, contest)
    wanted = as_shape(api_requests.ContestRequest, data)
    with answered():
        if not site_of(request).contest_writing.change_contest(request.user.viewer, look, wanted):
            return Response(b"", status_code=204, headers=dict(FOR_OTHER_SITES))
    return answer(request, _look(request, contest).contest())


@patch("/contests/{contest:str}/{endpoint:str}/{number:str}", guards=GUARDS, responses={**OBJECT, **REFUSALS})
def patch_object(
    request: Asked, contest: FromPath[str], endpoint: FromPath[str], number: FromPath[str], data: Sent
) -> Response[bytes]:
    """Changes an award that somebody has given."""
    look = _look(request, contest)
    with answered():
        award = _act({"awards": _award}, endpoint)
        known = one_of(look, endpoint, number)
        whole = {"id": number, "citation": known.citation, "team_ids": known.team_ids, **data}
        award(request, look, whole, number)
        return answer(request, one_of(look, endpoint, number))


@delete(
    "/contests/{contest:str}/{endpoint:str}/{number:str}", guards=GUARDS, status_code=204, responses=REFUSALS
)
def delete_object(
    request: Asked, contest: FromPath[str], endpoint: FromPath[str], number: FromPath[str]
) -> None:
    """Takes back an award that somebody has given."""
    look = _look(request, contest)
    with answered():
        _act({"awards": _award}, endpoint)
        site_of(request).contest_writing.take_award(look, number)
