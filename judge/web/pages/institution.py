"""Signing in by the institution: to its provider and back, or by a name and a password of its directory."""

import asyncio
from typing import Any

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromQuery
from litestar.response import Redirect

from judge.base.events import Warned
from judge.base.records import replace
from judge.base.text import one_line
from judge.service.institution import IdentifiedPerson
from judge.service.rosters import MOST_OF_A_NAME
from judge.store.catalogue_records import User
from judge.store.events import Event, EventKind
from judge.web.directory import DirectoryFailed
from judge.web.forms import fields_of
from judge.web.openid import WITHIN_S, OpenIdProvider, Rejected
from judge.web.pages.accounts import SignInForm, local, refused_page, signed_in_as
from judge.web.passwords import LONGEST
from judge.web.rates import Rates
from judge.web.routing import get, post
from judge.web.sessions import cookie, given_cookie
from judge.web.site import Asked, Site, address_of_site, site_of

COOKIE = "institution"
BACK = "/institution/back"


@get("/institution")
async def begin(request: Asked, to: FromQuery[str] = "/") -> Response[Any]:
    """Answers a link, not a form: a form may lead to no other site."""
    site, provider = _provider(request)
    if wait_s := site.rates.take(Rates.INSTITUTION_FROM, request.user.address):
        return await refused_page(request, "too_many_tries", 429, wait_s)
    try:
        url, value = await provider.begin(f"{address_of_site(request)}{BACK}", local(to))
    except Rejected as error:
        return await _rejected(request, error)
    return Redirect(url, status_code=303, cookies=[cookie(site.options, COOKIE, value, int(WITHIN_S))])


@get(BACK)
async def back(request: Asked) -> Response[Any]:
    site, provider = _provider(request)
    if wait_s := site.rates.take(Rates.INSTITUTION_FROM, request.user.address):
        return await refused_page(request, "too_many_tries", 429, wait_s)
    value = given_cookie(request, site.options, COOKIE)
    try:
        person, to = await provider.end(
            value, dict(request.query_params), f"{address_of_site(request)}{BACK}"
        )
    except Rejected as error:
        return await _rejected(request, error)
    answer = await _signed_in(request, person, to)
    answer.set_cookie(cookie(site.options, COOKIE, "", 0))
    return answer


@post("/institution/sign-in")
async def sign_in_by_directory(request: Asked) -> Response[Any]:
    """A separate form: a password of the judge's is never sent to the directory, nor the reverse."""
    site, form = site_of(request), await fields_of(request, SignInForm)
    if site.directory is None:
        raise NotFoundException
    name = form.name.strip()
    buckets = (
        (Rates.SIGN_IN_OF_NAME, f"directory {name.lower()}"),
        (Rates.SIGN_IN_FROM, request.user.address),
    )
    if wait_s := site.rates.take_all(*buckets):
        return await refused_page(request, "too_many_tries", 429, wait_s)
    person = None
    try:
        with site.rates.guess(*buckets):
            if len(form.password) <= LONGEST and len(name) <= MOST_OF_A_NAME:
                person = await site.directory.person(name, form.password)
    except DirectoryFailed as error:
        return await _rejected(request, error, "institution_unreachable", 503)
    if person is None:
        site.refused_sign_ins += 1
        return await _rejected(request, None, "wrong_password", 422)
    site.rates.give_back(*buckets)
    return await _signed_in(request, person, form.to)


async def _signed_in(request: Asked, person: IdentifiedPerson, to: str) -> Response[Any]:
    user = await asyncio.to_thread(account_of, site_of(request), person)
    if not user.is_active:
        return await refused_page(request, "not_active", 403)
    return await signed_in_as(request, user.id, to, "institution")


def account_of(site: Site, person: IdentifiedPerson) -> User:
    """The account of this identity, created if there is none, with the role by the current rules."""
    identities = site.store.identities
    user = identities.user(person.issuer, person.subject) or identities.sign_up(
        person.as_user(), person.issuer, person.subject
    )
    if person.role is not None and person.role is not user.role:
        user = replace(user, role=person.role)
        site.store.catalogue.put(user)
    return user


def _provider(request: Asked) -> tuple[Site, OpenIdProvider]:
    site = site_of(request)
    if site.openid is None:
        raise NotFoundException
    return site, site.openid


async def _rejected(
    request: Asked, error: Exception | None, wrong: str = "institution_refused", status: int = 403
) -> Response[Any]:
    """A refusal; only the operator of the judge learns the reason."""
    site = site_of(request)
    if error:
        site.tell(Warned(f"sign-in by the institution: {one_line(str(error))[:500]}"))
    refused = Event(EventKind.SIGN_IN_REFUSED, data={"why": "institution"})
    await asyncio.to_thread(site.store.events.put, refused)
    return await refused_page(request, wrong, status)
