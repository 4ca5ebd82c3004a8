"""Webhooks of the ICPC Contest API under /api/webhooks: administrators say who is told of changes. docs/contest-api.md
describes it."""

from typing import Any

from litestar import Response
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.params import FromPath, JSONBody

from judge.contest import api_requests
from judge.store.catalogue_records import User
from judge.web.api.contest_routes import OBJECT, OBJECTS, answer
from judge.web.api.contest_writes import MADE, answered, as_shape
from judge.web.api.problem_details import refusals
from judge.web.routing import delete, get, post
from judge.web.site import Asked, site_of


def _administrator(request: Asked) -> User:
    """Raises HTTPException."""
    if request.user.user is None:
        raise NotAuthorizedException(
            "only administrators have webhooks: send a name and a password, or a token"
        )
    if not request.user.is_admin:
        raise PermissionDeniedException("only administrators have webhooks, by a token with the scope admin")
    return request.user.account


@get("/webhooks", responses={**OBJECTS, **refusals(403)})
def webhooks(request: Asked) -> Response[bytes]:
    """All webhooks, without their tokens."""
    _administrator(request)
    return answer(request, site_of(request).webhook_admin.all())


@get("/webhooks/{number:str}", responses={**OBJECT, **refusals(403, 404)})
def webhook(request: Asked, number: FromPath[str]) -> Response[bytes]:
    """A webhook, without its token."""
    _administrator(request)
    with answered():
        return answer(request, site_of(request).webhook_admin.one(number))


@post("/webhooks", responses={**MADE, **refusals(403, 409, 422, 503)})
def add_webhook(request: Asked, data: JSONBody[dict[str, Any]]) -> Response[bytes]:
    """Has an address told of all changes from now on, of some endpoints or contests, or of all."""
    user = _administrator(request)
    with answered():
        new = site_of(request).webhook_admin.add(user, as_shape(api_requests.WebhookRequest, data))
    made = answer(request, new)
    made.status_code = 201
    made.headers["location"] = f"/api/webhooks/{new.id}"
    return made


@delete("/webhooks/{number:str}", status_code=204, responses=refusals(403, 404, 503))
def remove_webhook(request: Asked, number: FromPath[str]) -> None:
    """Tells an address nothing any more."""
    _administrator(request)
    with answered():
        site_of(request).webhook_admin.remove(number)
