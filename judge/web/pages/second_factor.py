"""The second factor: required at sign-in, set up, renewed and removed."""

import asyncio
from collections.abc import Sequence
from typing import Any

import segno
from litestar import Response
from litestar.params import FromQuery
from litestar.response import Redirect
from markupsafe import Markup

from judge.base.records import Record
from judge.store.accounts import SignIn
from judge.store.catalogue_records import User
from judge.store.events import Event, EventKind
from judge.web.forms import fields_of
from judge.web.pages.accounts import local, password_fault, signed_in_as
from judge.web.rates import Rates
from judge.web.routing import get, post
from judge.web.security import signed_in
from judge.web.sessions import agent_of, session_cookie
from judge.web.site import Asked, Site, page, site_of
from judge.web.tokens import new_token, token_sha256


class CodeForm(Record, frozen=True):
    code: str = ""
    to: str = "/"


class BeginForm(Record, frozen=True):
    now: str = ""
    """The password."""


@get("/second-factor")
def code_page(request: Asked, to: FromQuery[str] = "/") -> Response[Any]:
    if site_of(request).store.accounts.awaiting_code(token_sha256(request.auth)) is None:
        return Redirect("/sign-in", status_code=303)
    return _code_page(request, local(to))


def _code_page(
    request: Asked, to: str, wrong: str = "", status: int = 200, seconds: int = 0
) -> Response[Any]:
    return page(request, "code", status=status, to=to, wrong=wrong, seconds=seconds)


@post("/second-factor")
def give_code(request: Asked, form: CodeForm) -> Response[Any]:
    site, token = site_of(request), token_sha256(request.auth)
    user = site.store.accounts.awaiting_code(token)
    if user is None:
        return _code_page(request, "/", "code_too_late", 410)
    is_right, wait_s = _is_right(site, user, form.code)
    if wait_s:
        return _code_page(request, local(form.to), "too_many_tries", 429, wait_s)
    new = new_token()
    if is_right and site.store.accounts.complete(token, token_sha256(new)):
        return Redirect(local(form.to), status_code=303, cookies=[session_cookie(site.options, new)])
    site.store.accounts.wrong_code(token)
    return _code_page(request, local(form.to), "code_wrong", 422)


def _is_right(site: Site, user: User, code: str) -> tuple[bool, int]:
    """Whether it is right, and how many seconds to wait after too many wrong ones."""
    bucket = (Rates.CODE, str(user.id))
    if wait_s := site.rates.take_all(bucket):
        return False, int(wait_s) + 1
    with site.rates.guess(bucket):
        is_right = site.second_factors.takes(user, code)
    if is_right:
        site.rates.give_back(bucket)
        return True, 0
    site.store.events.put(Event(EventKind.SIGN_IN_REFUSED, user_id=user.id, data={"why": "code"}))
    return False, 0


@get("/account/second-factor", guards=[signed_in])
def second_factor(request: Asked) -> Response[str]:
    return _state(request)


def _state(request: Asked, wrong: str = "", status: int = 200, **values: Any) -> Response[str]:
    site, user = site_of(request), request.user.account
    secret = site.second_factors.secret(user)
    values = {"codes": (), "seconds": 60, **values}
    return page(
        request,
        "second_factor",
        status=status,
        is_on=site.second_factors.is_on(user),
        left=site.second_factors.codes_left(user),
        has_password=site.store.accounts.password_hash(user.id) is not None,
        secret=secret,
        picture=picture(site.second_factors.address(user, secret)) if secret else "",
        wrong=wrong,
        **values,
    )


def picture(address: str) -> Markup:
    """A QR code as SVG, dark on light in every colour scheme: not every authenticator reads the inverse."""
    drawn = segno.make(address, micro=False).svg_inline(
        scale=4, border=4, dark="black", light="white", svgclass="qr", lineclass=None, omitsize=True
    )
    return Markup(drawn)


@post("/account/second-factor/begin", guards=[signed_in])
async def begin(request: Asked) -> Response[Any]:
    site, user, form = site_of(request), request.user.account, await fields_of(request, BeginForm)
    if fault := await password_fault(request, form.now):
        return await asyncio.to_thread(_state, request, *fault)
    await asyncio.to_thread(site.second_factors.begin, user)
    return Redirect("/account/second-factor", status_code=303)


@post("/account/second-factor", guards=[signed_in])
def confirm(request: Asked, form: CodeForm) -> Response[Any]:
    """Confirms it. All other browsers of the user are signed out; this one continues with a new token."""
    site, user = site_of(request), request.user.account
    if site.rates.take(Rates.CODE, str(user.id)):
        return _state(request, "too_many_tries", 429)
    codes = site.second_factors.confirm(user, form.code)
    if codes is None:
        return _state(request, "code_wrong", 422)
    return _whole_again(request, user, codes)


@post("/account/second-factor/codes", guards=[signed_in])
def renew(request: Asked, form: CodeForm) -> Response[Any]:
    site, user = site_of(request), request.user.account
    if fault := _fault(site, user, form.code):
        return _state(request, *fault)
    return _state(request, codes=site.second_factors.new_codes(user))


@post("/account/second-factor/remove", guards=[signed_in])
async def remove(request: Asked) -> Response[Any]:
    site, user, form = site_of(request), request.user.account, await fields_of(request, CodeForm)
    if fault := await asyncio.to_thread(_fault, site, user, form.code):
        return await asyncio.to_thread(_state, request, *fault)
    await asyncio.to_thread(site.second_factors.remove, user)
    return await signed_in_as(request, user.id, "/account/second-factor")


def _fault(site: Site, user: User, code: str) -> tuple[str, int] | None:
    is_right, wait_s = _is_right(site, user, code)
    if is_right:
        return None
    return ("too_many_tries", 429) if wait_s else ("code_wrong", 422)


def _whole_again(request: Asked, user: User, codes: Sequence[str]) -> Response[Any]:
    """The page in a sign-in that has just shown both factors."""
    site, half, whole = site_of(request), new_token(), new_token()
    begun = SignIn(token_sha256(half), user.id, agent_of(request), request.user.address)
    site.store.accounts.sign_in(begun, "second factor set up")
    site.store.accounts.complete(token_sha256(half), token_sha256(whole))
    answer = _state(request, codes=codes)
    answer.set_cookie(session_cookie(site.options, whole))
    return answer
