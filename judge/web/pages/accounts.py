"""Accounts: signing up, in and out, a link that signs in once, a password."""

import asyncio
import re
from typing import Any

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from judge.base.records import Record
from judge.store.accounts import NameTaken, SignIn
from judge.store.catalogue_records import Role, User
from judge.web.forms import fields_of
from judge.web.passwords import LONGEST, SHORTEST
from judge.web.rates import Rates
from judge.web.security import signed_in
from judge.web.sessions import LANGUAGE, agent_of, new_token, session_cookie, token_sha256
from judge.web.site import Asked, in_thread, page, site_of
from judge.web.texts import LANGUAGES

NAME = re.compile(r"\w(?:[\w.\-]{0,38}\w)?")
"""Of an account: letters of any script, digits, and between them . - _"""
MOST_OF_A_NAME = 200
YEAR_S = 365 * 24 * 3600


class SignInForm(Record, frozen=True):
    name: str = ""
    password: str = ""
    to: str = "/"
    """Where to go from here."""


class SignUpForm(Record, frozen=True):
    name: str = ""
    full_name: str = ""
    password: str = ""


class PasswordForm(Record, frozen=True):
    now: str = ""
    password: str = ""


@get("/sign-in", sync_to_thread=False)
def sign_in_page(request: Asked, to: FromQuery[str] = "/") -> Response[str]:
    return page(request, "sign_in", form=SignInForm(to=local(to)), wrong="")


@post("/sign-in")
async def sign_in(request: Asked) -> Response[Any]:
    site, form = site_of(request), await fields_of(request, SignInForm)
    name = form.name.strip()
    buckets = ((Rates.SIGN_IN_OF_NAME, name.lower()), (Rates.SIGN_IN_FROM, request.user.address))
    if wait_s := max(site.rates.wait_s(rate, who) for rate, who in buckets):
        return page(
            request, "sign_in", status=429, form=form, wrong="too_many_tries", seconds=int(wait_s) + 1
        )
    user = await asyncio.to_thread(site.store.accounts.user_named, name)
    hashed = await asyncio.to_thread(site.store.accounts.password_hash, user.id) if user else None
    if len(form.password) > LONGEST or not await site.passwords.is_right(form.password, hashed):
        for rate, who in buckets:
            site.rates.take(rate, who)
        return page(request, "sign_in", status=422, form=form, wrong="wrong_password")
    assert user
    if not user.is_active:
        return page(request, "sign_in", status=403, form=form, wrong="not_active")
    return await signed_in_as(request, user.id, form.to)


async def signed_in_as(request: Asked, user_id: int, to: str) -> Response[Any]:
    """Always by a new token: one that somebody else has set in this browser is worth nothing."""
    site, token = site_of(request), new_token()
    await asyncio.to_thread(
        site.store.accounts.sign_in,
        SignIn(token_sha256(token), user_id, agent_of(request), request.user.address),
    )
    return Redirect(local(to), status_code=303, cookies=[session_cookie(site.options, token)])


@get("/sign-up", sync_to_thread=False)
def sign_up_page(request: Asked) -> Response[str]:
    is_open = site_of(request).options.open_sign_up
    wrong, status = ("", 200) if is_open else ("sign_up_closed", 403)
    return _sign_up_page(request, SignUpForm(), wrong, status)


def _sign_up_page(request: Asked, form: SignUpForm, wrong: str, status: int) -> Response[str]:
    return page(
        request,
        "sign_up",
        status=status,
        form=form,
        wrong=wrong,
        seconds=10,
        shortest=SHORTEST,
        longest=LONGEST,
    )


@post("/sign-up")
async def sign_up(request: Asked) -> Response[Any]:
    site, form = site_of(request), await fields_of(request, SignUpForm)
    name, full_name = form.name.strip(), form.full_name.strip()
    wrong, status = "", 422
    if not site.options.open_sign_up:
        wrong, status = "sign_up_closed", 403
    elif not NAME.fullmatch(name):
        wrong = "name_malformed"
    elif len(full_name) > MOST_OF_A_NAME or not (full_name or name).isprintable():
        wrong = "full_name_malformed"
    elif not SHORTEST <= len(form.password) <= LONGEST:
        wrong = "password_length"
    elif site.rates.take(Rates.SIGN_UP_FROM, request.user.address):
        wrong, status = "too_many_tries", 429
    if not wrong:
        hashed = await site.passwords.hashed(form.password)
        user = User(name, full_name, Role.TEAM)
        try:
            user = await asyncio.to_thread(site.store.accounts.sign_up, user, hashed)
        except NameTaken:
            wrong, status = "name_taken", 409
        else:
            return await signed_in_as(request, user.id, "/")
    return _sign_up_page(request, form, wrong, status)


@post("/sign-out")
@in_thread
def sign_out(request: Asked) -> Response[Any]:
    site = site_of(request)
    if request.auth:
        site.store.accounts.sign_out(token_sha256(request.auth))
    return Redirect("/", status_code=303, cookies=[session_cookie(site.options, "")])


@get("/sign-in/{token:str}", sync_to_thread=False)
def link_page(request: Asked, token: FromPath[str]) -> Response[str]:
    """Asks for a click: what only looks at links, as chats do, does not use it up."""
    return page(request, "link", token=token, wrong="")


@post("/sign-in/{token:str}")
async def use_link(request: Asked, token: FromPath[str]) -> Response[Any]:
    site, session = site_of(request), new_token()
    used = await asyncio.to_thread(
        lambda: site.store.accounts.take_link(
            token_sha256(token), token_sha256(session), agent=agent_of(request), address=request.user.address
        )
    )
    if used is None:
        return page(request, "link", status=410, token="", wrong="link_used")
    return Redirect("/", status_code=303, cookies=[session_cookie(site.options, session)])


@get("/account", guards=[signed_in])
@in_thread
def account(request: Asked) -> Response[str]:
    return _account(request)


def _account(request: Asked, wrong: str = "", status: int = 200) -> Response[str]:
    user = request.user.user
    assert user
    has_password = site_of(request).store.accounts.password_hash(user.id) is not None
    return page(
        request,
        "account",
        status=status,
        has_password=has_password,
        wrong=wrong,
        shortest=SHORTEST,
        longest=LONGEST,
    )


@post("/account/password", guards=[signed_in])
async def change_password(request: Asked) -> Response[Any]:
    """Asks for the password of now, unless there is none yet."""
    site, user, form = site_of(request), request.user.user, await fields_of(request, PasswordForm)
    assert user
    hashed = await asyncio.to_thread(site.store.accounts.password_hash, user.id)
    if site.rates.wait_s(Rates.SIGN_IN_OF_NAME, user.name.lower()):
        return await asyncio.to_thread(_account, request, "too_many_tries", 429)
    if hashed is not None and not await site.passwords.is_right(form.now, hashed):
        site.rates.take(Rates.SIGN_IN_OF_NAME, user.name.lower())
        return await asyncio.to_thread(_account, request, "wrong_password", 422)
    if not SHORTEST <= len(form.password) <= LONGEST:
        return await asyncio.to_thread(_account, request, "password_length", 422)
    new = await site.passwords.hashed(form.password)
    await asyncio.to_thread(site.store.accounts.set_password, user.id, new)
    return await signed_in_as(request, user.id, "/account")


@get("/language/{language:str}", sync_to_thread=False)
def choose_language(request: Asked, language: FromPath[str], to: FromQuery[str] = "/") -> Redirect:
    chosen = Cookie(key=LANGUAGE, value=language, max_age=YEAR_S, samesite="lax", httponly=True)
    return Redirect(local(to), status_code=303, cookies=[chosen] if language in LANGUAGES else [])


def local(to: str) -> str:
    """An address of this site, whatever a form or a link says."""
    is_local = to.startswith("/") and not to.startswith(("//", "/\\")) and to.isprintable() and to.isascii()
    return to if is_local else "/"


ROUTES = (
    sign_in_page,
    sign_in,
    sign_up_page,
    sign_up,
    sign_out,
    link_page,
    use_link,
    account,
    change_password,
    choose_language,
)
