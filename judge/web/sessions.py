"""The user of a request: a cookie with a random token, of which the store has only the hash."""

import asyncio
import hmac
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.types import Message, Scope

from judge.store.accounts import LIFETIME_MS
from judge.store.acting import Actor, acts
from judge.store.catalogue_records import User
from judge.web.api.bearer import bearer
from judge.web.api.problem_details import is_of_api
from judge.web.site import Asked, Site, SiteOptions
from judge.web.texts import LANGUAGES, preferred
from judge.web.tokens import new_token, token_sha256
from judge.web.visitor import Visitor

MOST_OF_A_COOKIE = 100
SESSION, FORM, LANGUAGE = "session", "form", "language"


def cookie_name(options: SiteOptions, name: str) -> str:
    """The name with the prefix that makes browsers accept such a cookie only over HTTPS, and only from this host."""
    return f"__Host-{name}" if options.is_https else name


def cookie(options: SiteOptions, name: str, value: str, lifetime_s: int | None = None) -> Cookie:
    """`lifetime_s`: None: until the browser ends; 0: it is deleted."""
    return Cookie(
        key=cookie_name(options, name),
        value=value,
        max_age=lifetime_s,
        httponly=True,
        secure=options.is_https,
        samesite="lax",
    )


def session_cookie(options: SiteOptions, token: str) -> Cookie:
    return cookie(options, SESSION, token, LIFETIME_MS // 1000 if token else 0)


def given_cookie(connection: ASGIConnection[Any, Any, Any, Any], options: SiteOptions, name: str) -> str:
    """The cookie; empty if there is none, or none that can be ours."""
    value = connection.cookies.get(cookie_name(options, name), "")
    return value if len(value) <= MOST_OF_A_COOKIE and value.isascii() else ""


class WithVisitor(AbstractAuthenticationMiddleware):
    """Identifies the user of a request: by a cookie or, for the API, by the request's token."""

    async def authenticate_request(
        self, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> AuthenticationResult:
        site: Site = connection.app.state["site"]
        if is_of_api(connection):
            language = preferred(connection.headers.get("accept-language", ""))
            program = await bearer(connection, language, address_of(connection.scope))
            acts(Actor(program.user.id if program.user else None, program.address, program.is_staff))
            return AuthenticationResult(user=program, auth="")
        options = site.options
        session = given_cookie(connection, options, SESSION)
        user, lacks = await asyncio.to_thread(_signed_in, site, session) if session else (None, False)
        form = given_cookie(connection, options, FORM)
        if not form:
            form = new_token()
            connection.scope["state"]["new_form_cookie"] = cookie(options, FORM, form).to_header(header="")
        language = connection.cookies.get(LANGUAGE, "")
        if language not in LANGUAGES:
            language = preferred(connection.headers.get("accept-language", ""))
        address = address_of(connection.scope)
        visitor = Visitor(user, language, form_token(form, session), address, lacks)
        acts(Actor(user.id if user else None, address, visitor.is_staff))
        return AuthenticationResult(user=visitor, auth=session)


def _signed_in(site: Site, session: str) -> tuple[User | None, bool]:
    """The signed-in user, and whether a second factor is missing that the staff needs."""
    user = site.store.accounts.signed_in(token_sha256(session))
    return user, user is not None and site.lacks_second_factor(user)


def form_token(form: str, session: str) -> str:
    """The token that this browser's forms include; signing in changes it."""
    return hmac.new(form.encode(), b"form:" + session.encode(), "sha256").hexdigest()


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else ""


async def give_form_cookie(message: Message, scope: Scope) -> None:
    """Sets the cookie before a response is sent, if the browser has no form cookie."""
    header = scope.get("state", {}).get("new_form_cookie")
    if message["type"] == "http.response.start" and header:
        message.setdefault("headers", [])
        message["headers"] = [*message["headers"], (b"set-cookie", header.encode())]


def agent_of(request: Asked) -> str:
    """The browser's description of itself."""
    return request.headers.get("user-agent", "")
