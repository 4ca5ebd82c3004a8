"""An invitation to a class: signed-in users join by a click, others make an account for it."""

import asyncio
from typing import Any

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect

from judge.service.visibility import Viewer
from judge.store.catalogue_records import User
from judge.web.forms import fields_of
from judge.web.pages.accounts import signed_in_as
from judge.web.pages.sign_up import SignUpForm, made_account
from judge.web.passwords import LONGEST, SHORTEST
from judge.web.routing import get, post
from judge.web.site import Asked, page, site_of
from judge.web.tokens import token_sha256


@get("/join/{token:str}")
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
    form = await fields_of(request, SignUpForm)
    if request.user.user is not None:
        return await asyncio.to_thread(_joined, request, token, request.user.viewer)
    teaching = site_of(request).online.teaching
    if await asyncio.to_thread(teaching.invited_to, token_sha256(token)) is None:
        return await asyncio.to_thread(_invitation, request, token, form)
    made = await made_account(request, form)
    if not isinstance(made, User):
        return await asyncio.to_thread(_invitation, request, token, form, *made)
    joined = await asyncio.to_thread(teaching.join, Viewer(made.id, made.role), token_sha256(token))
    return await signed_in_as(request, made.id, f"/classes/{joined.id}" if joined else "/")


def _joined(request: Asked, token: str, viewer: Viewer) -> Response[Any]:
    joined = site_of(request).online.teaching.join(viewer, token_sha256(token))
    if joined is None:
        return _invitation(request, token, SignUpForm())
    return Redirect(f"/classes/{joined.id}", status_code=303)
