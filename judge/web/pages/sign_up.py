"""Making an account: open to everybody, by a link, or not at all, according to the settings."""

import asyncio
from typing import Any

from litestar import Response
from litestar.params import FromPath

from judge.base.records import Record
from judge.service.mail_server import is_address
from judge.service.rosters import ACCOUNT, MOST_OF_A_NAME
from judge.store.accounts import LinkUsed, NameTaken
from judge.store.catalogue_records import Role, User
from judge.store.settings import Registration
from judge.web.forms import fields_of
from judge.web.pages.accounts import signed_in_as
from judge.web.passwords import LONGEST, SHORTEST, weakness
from judge.web.rates import Rates
from judge.web.routing import get, post
from judge.web.site import Asked, Site, page, site_of
from judge.web.tokens import token_sha256

PATHS = ["/sign-up", "/sign-up/{token:str}"]


class SignUpForm(Record, frozen=True):
    name: str = ""
    full_name: str = ""
    password: str = ""
    address: str = ""
    """An e-mail address, for a link if the password is forgotten."""


def name_fault(name: str) -> str:
    """The fault of an account name, as a key of the texts; empty: none."""
    return "" if ACCOUNT.fullmatch(name) else "name_malformed"


def full_name_fault(full_name: str, name: str) -> str:
    is_fine = len(full_name) <= MOST_OF_A_NAME and (full_name or name).isprintable()
    return "" if is_fine else "full_name_malformed"


async def made_account(
    request: Asked, form: SignUpForm, link_sha256: str | None = None
) -> User | tuple[str, int]:
    """The new account, or the fault of the form as a key of the texts, with a status."""
    site = site_of(request)
    name, full_name, address = form.name.strip(), form.full_name.strip(), form.address.strip()
    wrong = name_fault(name) or full_name_fault(full_name, name) or weakness(form.password, name, full_name)
    if not wrong and site.mailer and address and not is_address(address):
        wrong = "address_malformed"
    if wrong:
        return wrong, 422
    if site.rates.take(Rates.SIGN_UP_FROM, request.user.address):
        return "too_many_tries", 429
    hashed = await site.passwords.hashed(form.password)
    user = User(name, full_name, Role.TEAM)
    try:
        user = await asyncio.to_thread(
            lambda: site.store.accounts.sign_up(user, hashed, link_sha256=link_sha256)
        )
    except NameTaken:
        return "name_taken", 409
    except LinkUsed:
        return "sign_up_link_bad", 410
    if site.mailer and address:
        await asyncio.to_thread(site.store.email_addresses.put, user.id, address, is_own=True)
    return user


@get(PATHS)
def sign_up_page(request: Asked, token: FromPath[str] = "") -> Response[str]:
    wrong = _closed(site_of(request), token)
    return _page(request, SignUpForm(), wrong, 403 if wrong else 200, token)


@post(PATHS)
async def sign_up(request: Asked, token: FromPath[str] = "") -> Response[Any]:
    site, form = site_of(request), await fields_of(request, SignUpForm)
    if wrong := await asyncio.to_thread(_closed, site, token):
        return await asyncio.to_thread(_page, request, form, wrong, 403, token)
    made = await made_account(request, form, token_sha256(token) if token else None)
    if isinstance(made, User):
        return await signed_in_as(request, made.id, "/")
    return await asyncio.to_thread(_page, request, form, *made, token)


def _page(request: Asked, form: SignUpForm, wrong: str, status: int, token: str) -> Response[str]:
    values = {"form": form, "wrong": wrong, "link": token, "seconds": 10, "is_closed": status in (403, 410)}
    return page(request, "sign_up", status=status, shortest=SHORTEST, longest=LONGEST, **values)


def _closed(site: Site, token: str) -> str:
    """Why nobody can make an account in this way, as a key of the texts."""
    rule = site.settings.registration
    if rule is Registration.LINK:
        if not token:
            return "sign_up_only_link"
        return "" if site.store.sign_up_links.is_open(token_sha256(token)) else "sign_up_link_bad"
    return "" if rule is Registration.OPEN and not token else "sign_up_closed"
