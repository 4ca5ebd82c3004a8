"""Tokens on the account's page, and terminals that ask for one."""

import time
from typing import Annotated, Any

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect
from msgspec import Meta

from judge.base.records import Record
from judge.base.units import DAY_MS
from judge.store.catalogue_records import User
from judge.store.tokens import Token, TokenRequest, TokenScope, TooManyTokens
from judge.web.pages.accounts import account_page, scopes_for
from judge.web.rates import Rates
from judge.web.routing import get, post
from judge.web.security import signed_in
from judge.web.site import Asked, page, site_of
from judge.web.tokens import new_token, token_sha256

MOST_OF_A_TITLE = 100


class Scopes(Record, frozen=True):
    read: bool = False
    submit: bool = False
    admin: bool = False
    worker: bool = False

    def chosen(self, user: User) -> tuple[TokenScope, ...]:
        return tuple(scope for scope in scopes_for(user) if getattr(self, scope))


class TokenForm(Scopes, frozen=True):
    title: str = ""
    days: Annotated[int, Meta(ge=1, le=365)] = 90


class TerminalForm(Scopes, frozen=True):
    code: str = ""


@post("/account/tokens", guards=[signed_in])
def make_token(request: Asked, form: TokenForm) -> Response[Any]:
    """Shows the token once: the store has only its hash."""
    user = request.user.account
    title, scopes = form.title.strip(), form.chosen(user)
    if not title or len(title) > MOST_OF_A_TITLE or not title.isprintable() or not scopes:
        return account_page(request, "", 422, wrong_token="token_malformed")
    token, ends_utc_ms = new_token(), time.time_ns() // 1_000_000 + form.days * DAY_MS
    made = Token(token_sha256(token), user.id, title, scopes, ends_utc_ms)
    try:
        site_of(request).store.tokens.put(made)
    except TooManyTokens:
        return account_page(request, "", 409, wrong_token="token_too_many")
    return account_page(request, token=token)


@post("/account/tokens/{number:int}/revoke", guards=[signed_in])
def revoke_token(request: Asked, number: FromPath[int]) -> Response[Any]:
    if not site_of(request).store.tokens.revoke(request.user.account.id, number):
        raise NotFoundException
    return Redirect("/account#tokens-title", status_code=303)


@get("/account/terminal", guards=[signed_in])
def terminal(request: Asked, code: Annotated[str, QueryParameter(max_length=100)] = "") -> Response[str]:
    asked, wrong = _asked(request, code)
    return _terminal(request, asked, wrong, 404 if wrong else 200)


def _asked(request: Asked, code: str) -> tuple[TokenRequest | None, str]:
    """The request with this code, or why there is none."""
    if not code:
        return None, ""
    site, user = site_of(request), request.user.account
    if site.rates.take(Rates.CODE_OF_TERMINAL, str(user.id)):
        return None, "too_many_codes"
    asked = site.store.tokens.asked(code.strip().upper())
    return asked, "" if asked else "terminal_none"


def _terminal(
    request: Asked, asked: TokenRequest | None, wrong: str, status: int, *, done: bool = False
) -> Response[str]:
    scopes = scopes_for(request.user.account)
    return page(request, "terminal", status=status, asked=asked, wrong=wrong, scopes=scopes, done=done)


@post("/account/terminal", guards=[signed_in])
def approve_terminal(request: Asked, form: TerminalForm) -> Response[Any]:
    user = request.user.account
    asked, wrong = _asked(request, form.code)
    scopes = form.chosen(user)
    if asked is None:
        return _terminal(request, None, wrong, 410 if wrong else 422)
    if not scopes:
        return _terminal(request, asked, "", 422)
    if not site_of(request).store.tokens.approve(asked.user_code, user.id, scopes):
        return _terminal(request, None, "terminal_none", 410)
    return _terminal(request, None, "", 200, done=True)
