"""An invitation to a class: signed-in users join by a click, others make an account for it."""

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from judge.service.visibility import Viewer
from judge.store.accounts import NameTaken
from judge.store.catalogue_records import Role, User
from judge.web.forms import fields_of
from judge.web.names import full_name_fault, name_fault
from judge.web.pages.accounts import signed_in_as
from judge.web.pages.sign_up import SignUpForm, address_fault, keep_address
from judge.web.passwords import LONGEST, SHORTEST, weakness
from judge.web.rates import Rates
from judge.web.site import Asked, in_thread, page, site_of
from judge.web.tokens import token_sha256


@get("/join/{token:str}")
@in_thread
def invitation(request: Asked, token: FromPath[str]) -> Response[str]:
    return _invitation(request, token, SignUpForm())


def _invitation(
    request: Asked, token: str, form: SignUpForm, wrong: str = "", status: int = 200
) -> Response[str]:
    invited_to = site_of(request).online.teaching.invited_to(token_sha256(token))
    return page(
        request,
        "join",
        status=status if invited_to else 410,
        token=token,
        one=invited_to,
        form=form,
        wrong=wrong,
        seconds=10,
        shortest=SHORTEST,
        longest=LONGEST,
    )


@post("/join/{token:str}")
async def join(request: Asked, token: FromPath[str]) -> Response[Any]:
    """Joins. An invitation is valid even if only administrators make accounts: it is the teacher's decision."""
    site, form = site_of(request), await fields_of(request, SignUpForm)
    if request.user.user is not None:
        return await asyncio.to_thread(_joined, request, token, request.user.viewer)
    teaching = site.online.teaching
    if await asyncio.to_thread(teaching.invited_to, token_sha256(token)) is None:
        return await asyncio.to_thread(_invitation, request, token, form)
    name, full_name = form.name.strip(), form.full_name.strip()
    wrong, status = name_fault(name) or full_name_fault(full_name, name), 422
    wrong = wrong or weakness(form.password, name, full_name) or address_fault(site, form.address.strip())
    if not wrong and site.rates.take(Rates.SIGN_UP_FROM, request.user.address):
        wrong, status = "too_many_tries", 429
    if not wrong:
        hashed = await site.passwords.hashed(form.password)
        user = User(name, full_name, Role.TEAM)
        try:
            user = await asyncio.to_thread(site.store.accounts.sign_up, user, hashed)
        except NameTaken:
            wrong, status = "name_taken", 409
        else:
            await keep_address(site, user, form.address.strip())
            viewer = Viewer(user.id, user.role)
            joined = await asyncio.to_thread(teaching.join, viewer, token_sha256(token))
            return await signed_in_as(request, user.id, f"/classes/{joined.id}" if joined else "/")
    return await asyncio.to_thread(_invitation, request, token, form, wrong, status)


def _joined(request: Asked, token: str, viewer: Viewer) -> Response[Any]:
    joined = site_of(request).online.teaching.join(viewer, token_sha256(token))
    if joined is None:
        return _invitation(request, token, SignUpForm())
    return Redirect(f"/classes/{joined.id}", status_code=303)


ROUTES = (invitation, join)
