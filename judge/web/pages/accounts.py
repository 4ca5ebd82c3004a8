"""Accounts: signing in and out, a link that signs in once, a password, the list of sign-ins."""

import asyncio
from typing import Any
from urllib.parse import quote

from litestar import Response
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from judge.base.records import Record
from judge.base.units import DAY_MS
from judge.service.rosters import MOST_OF_A_NAME
from judge.service.visibility import Viewer
from judge.store.accounts import IDLE_MS, LIFETIME_MS, STAFF_IDLE_MS, STAFF_LIFETIME_MS, SignIn
from judge.store.catalogue_records import STAFF, Role, User
from judge.store.events import Event, EventKind
from judge.store.tokens import TokenScope
from judge.web.forms import fields_of
from judge.web.passwords import LONGEST, SHORTEST, weakness
from judge.web.rates import Rates
from judge.web.routing import get, post
from judge.web.security import signed_in
from judge.web.sessions import LANGUAGE, agent_of, session_cookie
from judge.web.site import Asked, Site, page, site_of
from judge.web.texts import LANGUAGES
from judge.web.tokens import new_token, token_sha256

YEAR_S = 365 * 24 * 3600


class SignInForm(Record, frozen=True):
    name: str = ""
    password: str = ""
    to: str = "/"
    """Where to go from here."""


class PasswordForm(Record, frozen=True):
    now: str = ""
    password: str = ""


@get("/sign-in", sync_to_thread=False)
def sign_in_page(request: Asked, to: FromQuery[str] = "/") -> Response[str]:
    return page(request, "sign_in", form=SignInForm(to=local(to)), wrong="")


async def refused_page(request: Asked, wrong: str, status: int, wait_s: float = 0) -> Response[str]:
    """The page again, with the reason why nobody was signed in, as a key of the texts."""
    seconds = int(wait_s) + 1
    return await asyncio.to_thread(
        lambda: page(request, "sign_in", status=status, form=SignInForm(), wrong=wrong, seconds=seconds)
    )


@post("/sign-in")
async def sign_in(request: Asked) -> Response[Any]:
    site, form = site_of(request), await fields_of(request, SignInForm)
    name = form.name.strip()
    buckets = ((Rates.SIGN_IN_OF_NAME, name.lower()), (Rates.SIGN_IN_FROM, request.user.address))
    if wait_s := site.rates.take_all(*buckets):
        return page(
            request, "sign_in", status=429, form=form, wrong="too_many_tries", seconds=int(wait_s) + 1
        )
    with site.rates.guess(*buckets):
        is_name = len(name) <= MOST_OF_A_NAME
        user = await asyncio.to_thread(site.store.accounts.user_named, name) if is_name else None
        hashed = await asyncio.to_thread(site.store.accounts.password_hash, user.id) if user else None
        is_right = len(form.password) <= LONGEST and await site.passwords.is_right(form.password, hashed)
    if not is_right:
        refused = Event(
            EventKind.SIGN_IN_REFUSED, user_id=user.id if user else None, data={"why": "password"}
        )
        await asyncio.to_thread(site.store.events.put, refused)
        site.refused_sign_ins += 1
        return page(request, "sign_in", status=422, form=form, wrong="wrong_password")
    site.rates.give_back(*buckets)
    assert user
    if not user.is_active:
        return page(request, "sign_in", status=403, form=form, wrong="not_active")
    return await signed_in_as(request, user.id, form.to)


async def signed_in_as(request: Asked, user_id: int, to: str, how: str = "password") -> Response[Any]:
    """Signs in, always by a new token: one that somebody else has set in this browser has no effect."""
    site, token = site_of(request), new_token()
    begun = SignIn(token_sha256(token), user_id, agent_of(request), request.user.address)
    begun = await asyncio.to_thread(site.store.accounts.sign_in, begun, how)
    return _begun(site, begun, token, to)


def _begun(site: Site, begun: SignIn, token: str, to: str) -> Response[Any]:
    """Leads to the target, or first to the page for the code."""
    to = f"/second-factor?to={quote(local(to))}" if begun.awaits_code else local(to)
    return Redirect(to, status_code=303, cookies=[session_cookie(site.options, token)])


@post("/sign-out")
def sign_out(request: Asked) -> Response[Any]:
    site = site_of(request)
    if request.auth:
        site.store.accounts.sign_out(token_sha256(request.auth))
    return Redirect("/", status_code=303, cookies=[session_cookie(site.options, "")])


@get("/sign-in/{token:str}", sync_to_thread=False)
def link_page(request: Asked, token: FromPath[str]) -> Response[str]:
    """Asks for a click, so that programs which preview links, such as chats, do not use it up."""
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
    return _begun(site, used, session, "/")


@get("/account", guards=[signed_in])
def account(request: Asked) -> Response[str]:
    return account_page(request)


def account_page(
    request: Asked, wrong: str = "", status: int = 200, *, token: str = "", wrong_token: str = ""
) -> Response[str]:
    """`token`: one that was just made; `wrong_token`: the key of the reason why none was."""
    site, user = site_of(request), request.user.account
    idle_ms, whole_ms = (STAFF_IDLE_MS, STAFF_LIFETIME_MS) if user.role in STAFF else (IDLE_MS, LIFETIME_MS)
    return page(
        request,
        "account",
        status=status,
        has_password=site.store.accounts.password_hash(user.id) is not None,
        may_reset=site.store.accounts.may_reset(token_sha256(request.auth)),
        has_second_factor=site.second_factors.is_on(user),
        codes_left=site.second_factors.codes_left(user),
        sign_ins=site.store.accounts.sign_ins_of(user.id),
        this_sha256=token_sha256(request.auth),
        idle_days=idle_ms // DAY_MS,
        whole_days=whole_ms // DAY_MS,
        wrong=wrong,
        email=site.store.email_addresses.of(user.id) if site.mailer else "",
        tokens=site.store.tokens.of(user.id),
        scopes=scopes_for(user),
        asked=None,
        token=token,
        wrong_token=wrong_token,
        shortest=SHORTEST,
        longest=LONGEST,
    )


async def password_fault(request: Asked, password: str) -> tuple[str, int] | None:
    """Why this is not the current password, with a status; None: it is, or there is none yet."""
    site, user = site_of(request), request.user.account
    bucket = (Rates.SIGN_IN_OF_NAME, user.name.lower())
    if site.rates.take_all(bucket):
        return "too_many_tries", 429
    with site.rates.guess(bucket):
        hashed = await asyncio.to_thread(site.store.accounts.password_hash, user.id)
        is_right = hashed is None or await site.passwords.is_right(password, hashed)
    if not is_right:
        return "wrong_password", 422
    site.rates.give_back(bucket)
    return None


@post("/account/password", guards=[signed_in])
async def change_password(request: Asked) -> Response[Any]:
    """Asks for the current password, unless there is none yet, or the user signed in by a link and may have forgotten
    it."""
    site, user, form = site_of(request), request.user.account, await fields_of(request, PasswordForm)
    may_reset = await asyncio.to_thread(site.store.accounts.may_reset, token_sha256(request.auth))
    if not may_reset and (fault := await password_fault(request, form.now)):
        return await asyncio.to_thread(account_page, request, *fault)
    if wrong := weakness(form.password, user.name, user.full_name):
        return await asyncio.to_thread(account_page, request, wrong, 422)
    new = await site.passwords.hashed(form.password)
    await asyncio.to_thread(site.store.accounts.set_password, user.id, new)
    return await signed_in_as(request, user.id, "/account")


@post("/account/sign-ins/{number:int}/end", guards=[signed_in])
def end_sign_in(request: Asked, number: FromPath[int]) -> Response[Any]:
    site_of(request).store.accounts.end_sign_in(request.user.account.id, number)
    return Redirect("/account", status_code=303)


@post("/account/sign-ins/end-others", guards=[signed_in])
def end_other_sign_ins(request: Asked) -> Response[Any]:
    accounts = site_of(request).store.accounts
    accounts.end_other_sign_ins(request.user.account.id, token_sha256(request.auth))
    return Redirect("/account", status_code=303)


@get("/language/{language:str}", sync_to_thread=False)
def choose_language(request: Asked, language: FromPath[str], to: FromQuery[str] = "/") -> Redirect:
    chosen = Cookie(key=LANGUAGE, value=language, max_age=YEAR_S, samesite="lax", httponly=True)
    return Redirect(local(to), status_code=303, cookies=[chosen] if language in LANGUAGES else [])


def scopes_for(user: User) -> list[TokenScope]:
    """Scopes for a token of the user: only the staff's role has more rights than a participant, and only
    administrators have workers."""
    kept_from = {TokenScope.ADMIN} if not Viewer(user.id, user.role).is_staff else set()
    kept_from |= {TokenScope.WORKER} if user.role is not Role.ADMIN else set()
    return [scope for scope in TokenScope if scope not in kept_from]


def local(to: str) -> str:
    """An address of this site, whatever a form or a link contains."""
    is_local = to.startswith("/") and not to.startswith(("//", "/\\")) and to.isprintable() and to.isascii()
    return to if is_local else "/"
