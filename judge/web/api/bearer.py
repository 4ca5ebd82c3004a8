"""The user of an API request: the owner of its bearer token, or, with HTTP basic authentication, the account with a
password or a token. Cookies do not count here, so that no page of another site can send requests in a user's name."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import NotAuthorizedException
from litestar.handlers import BaseRouteHandler

from judge.store.tokens import TokenScope
from judge.web.api.basic import by_password
from judge.web.api.problem_details import ApiRefusal, take
from judge.web.rates import Rates
from judge.web.site import Site
from judge.web.tokens import token_sha256
from judge.web.visitor import Visitor

SCHEME, BASIC = "bearer ", "basic "
MOST_OF_A_TOKEN = 100
TOO_OFTEN = "requests come too often"
COUNTED_BY_COOKIE = "counted_by_cookie"
"""The key of a route whose requests hold their token elsewhere: it counts them itself."""
BY_PASSWORD = (TokenScope.READ, TokenScope.SUBMIT, TokenScope.ADMIN)
"""The rights of a password: no worker has one."""
Connection = ASGIConnection[Any, Any, Any, Any]


async def bearer(connection: Connection, language: str, address: str) -> Visitor:
    """Raises HTTPException for an invalid token, and for too many requests."""
    site = connection.app.state["site"]
    given = connection.headers.get("authorization", "")
    if not given:
        if not connection.route_handler.opt.get(COUNTED_BY_COOKIE):
            take(site.rates, Rates.API, address, TOO_OFTEN)
        return Visitor(None, language, "", address, scopes=frozenset())
    if given[: len(BASIC)].lower() == BASIC:
        user, kept, lacks = await by_password(site, given[len(BASIC) :].strip(), address)
        take(site.rates, Rates.API, f"user {user.id}", TOO_OFTEN)
        scopes = frozenset(kept.scopes if kept else BY_PASSWORD)
        return Visitor(user, language, "", address, lacks, scopes, kept)
    token = given[len(SCHEME) :].strip() if given[: len(SCHEME)].lower() == SCHEME else ""
    return await asyncio.to_thread(by_token, site, token, language, address)


def by_token(site: Site, token: str, language: str, address: str) -> Visitor:
    """The owner of the token. Raises HTTPException for an invalid one, and for too many requests. However many wrong
    ones come, a right one is taken: nobody guesses it."""
    is_fit = 0 < len(token) <= MOST_OF_A_TOKEN and token.isascii()
    found = site.store.tokens.bearer(token_sha256(token), address) if is_fit else None
    if found is None:
        take(site.rates, Rates.WRONG_TOKEN_FROM, address, "many wrong tokens came from this address")
        site.refused_sign_ins += 1
        raise NotAuthorizedException("this token is unknown, was revoked, or has expired")
    user, kept = found
    rate = Rates.WORKER if TokenScope.WORKER in kept.scopes else Rates.API
    take(site.rates, rate, f"token {kept.id}", TOO_OFTEN)
    return Visitor(user, language, "", address, site.lacks_second_factor(user), frozenset(kept.scopes), kept)


def needs(scope: TokenScope) -> Callable[[Connection, BaseRouteHandler], Awaitable[None]]:
    """A guard: a token of this scope."""

    async def guard(connection: Connection, _: BaseRouteHandler) -> None:
        visitor: Visitor = connection.user
        if visitor.user is None:
            raise NotAuthorizedException("this needs a token")
        require_scope(visitor, scope)

    return guard


def require_scope(visitor: Visitor, scope: TokenScope) -> None:
    """Raises ApiRefusal if the visitor's token lacks this scope."""
    if scope not in (visitor.scopes or ()):
        raise ApiRefusal(403, f"this needs a token with the scope {scope}")
