"""What applies to every route: headers, the names of the host in requests, and the origin of forms.

Guards are coroutines, as Litestar calls all others in a thread, for which each request would wait.
"""

import hmac
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.exceptions import (
    HTTPException,
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
)
from litestar.handlers import BaseRouteHandler
from litestar.types import Message, Scope

from judge.store.catalogue_records import Role
from judge.web.api.problem_details import is_of_api
from judge.web.forms import form_of

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"
"""The content security policy of a picture that is opened as a page: nothing is permitted."""
NOT_KEPT = (b"cache-control", b"no-store")
"""The cache policy of pages, which depend on the signed-in user."""
SAFE = ("GET", "HEAD", "OPTIONS")
FORM_TOKEN = "token"
"""The field of a form that holds it."""
NUMBERS = range(1, 2**63)
"""The range of row numbers in a database."""


async def add_headers(message: Message, scope: Scope) -> None:
    """Adds headers before a response is sent."""
    if message["type"] != "http.response.start":
        return
    headers = list(message.get("headers", []))
    names = {name.lower() for name, _ in headers}
    headers += [
        (name.encode(), value.encode()) for name, value in HEADERS.items() if name.encode() not in names
    ]
    if scope["app"].state["site"].options.is_https:
        headers.append((b"strict-transport-security", b"max-age=31536000"))
    if NOT_KEPT[0] not in names:
        headers.append(NOT_KEPT)
    message["headers"] = headers


async def by_a_name_of_ours(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """A guard. Raises HTTPException for a browser that came here by another host's name."""
    hosts = connection.app.state["site"].options.hosts
    try:
        asked = urlsplit(f"//{connection.headers.get('host', '')}")
        name, _port = asked.hostname, asked.port
    except ValueError as error:
        raise HTTPException(status_code=421) from error
    if hosts and name not in hosts:
        raise HTTPException(status_code=421)


async def with_numbers_of_rows(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """A guard. Raises NotFoundException for an address with an impossible row number: a database would fail."""
    values = connection.path_params.values()
    if any(isinstance(value, int) and value not in NUMBERS for value in values):
        raise NotFoundException


async def from_our_own_form(
    connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler
) -> None:
    """A guard: requests that change something must come from a form of ours. Raises PermissionDeniedException."""
    if connection.scope.get("method") in SAFE:
        return
    if is_of_api(connection):
        # A browser never sends a token by itself, but repeats a name and a password that it was given once.
        by_password = connection.headers.get("authorization", "")[:6].lower() == "basic "
        if by_password and connection.headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise PermissionDeniedException("this was sent by a page of another site")
        return
    site, origin = connection.headers.get("sec-fetch-site"), connection.headers.get("origin")
    is_elsewhere = (
        site != "same-origin"
        if site is not None
        else origin is not None and origin.partition("://")[2] != connection.headers.get("host")
    )
    if is_elsewhere:
        raise PermissionDeniedException("this form was sent by a page of another site")
    # They would be called after this one, when the form has been read.
    for may_send in handler.guards or ():
        await may_send(connection, handler)  # type: ignore[misc]
    form = await form_of(connection)
    if not hmac.compare_digest(form.get(FORM_TOKEN, "").encode(), connection.user.form_token.encode()):
        raise PermissionDeniedException("form_expired")


async def signed_in(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """A guard."""
    if connection.user.user is None:
        raise NotAuthorizedException


async def staff_only(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """A guard."""
    await signed_in(connection, handler)
    if not connection.user.is_staff:
        raise PermissionDeniedException


async def admin_only(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """A guard."""
    await signed_in(connection, handler)
    if connection.user.viewer.role is not Role.ADMIN:
        raise PermissionDeniedException
