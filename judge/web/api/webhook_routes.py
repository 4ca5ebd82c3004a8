"""Webhooks of the ICPC Contest API under /api/webhooks: administrators say who is told of changes. docs/contest-api.md
describes it."""

from typing import Any

from litestar import Response
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, JSONBody

from judge.contest import api_requests
from judge.web.api.bearer import Connection
from judge.web.api.contest_routes import OBJECT, OBJECTS, answer
from judge.web.api.contest_writes import MADE, answered, as_shape
from judge.web.api.problem_details import refusals
from judge.web.routing import delete, get, post
from judge.web.site import Asked, site_of


async def _administrator(connection: Connection, _: BaseRouteHandler) -> None:
    """A guard."""
    if connection.user.user is None:
        raise NotAuthorizedException(
            "only administrators have webhooks: send a name and a password, or a token"
        )
    if not connection.user.is_admin:
        raise PermissionDeniedException("only administrators have webhooks, by a token with the scope admin")


GUARDS = [_administrator]


@get("/webhooks", guards=GUARDS, responses={**OBJECTS, **refusals(403)})
def webhooks(request: Asked) -> Response[bytes]:
    """All webhooks, without their tokens."""
    return answer(request, site_of(request).webhook_admin.all())


@get("/webhooks/{number:str}", guards=GUARDS, responses={**OBJECT, **refusals(403, 404)})
def webhook(request: Asked, number: FromPath[str]) -> Response[bytes]:
    """A webhook, without its token."""
    with answered():
        return answer(request, site_of(request).webhook_admin.one(number))


@post("/webhooks", guards=GUARDS, responses={**MADE, **refusals(403, 409, 422, 503)})
def add_webhook(request: Asked, data: JSONBody[dict[str, Any]]) -> Response[bytes]:
    """Has an address told of all changes from now on, of some endpoints or contests, or of all."""
    with answered():
        wanted = as_shape(api_requests.WebhookRequest, data)
        new = site_of(request).webhook_admin.add(request.user.account, wanted)
    made = answer(request, new)
    made.status_code = 201
    made.headers["location"] = f"/api/webhooks/{new.id}"
    return made


@delete("/webhooks/{number:str}", guards=GUARDS, status_code=204, responses=refusals(403, 404, 503))
def remove_webhook(request: Asked, number: FromPath[str]) -> None:
    """Tells an address nothing any more."""
    with answered():
        site_of(request).webhook_admin.remove(number)
