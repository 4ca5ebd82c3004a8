"""Streams that end with the rights of the client that asked for them."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import TypeVar

from msgspec import Struct

from judge.store.catalogue_records import Role, User
from judge.store.errors import Unavailable
from judge.web.site import Asked, site_of
from judge.web.tokens import token_sha256

Part = TypeVar("Part")
ASK_AGAIN_S = 1.0


class Rights(Struct, frozen=True):
    """The source of a client's rights; a change of it may mean fewer of them."""

    role: Role
    lacks_second_factor: bool
    password_hash: str | None = None
    """None: the client did not send the password."""
    has_second_factor: bool | None = None
    """None: likewise. With one, the password alone gives no rights."""


async def with_rights(request: Asked, parts: AsyncGenerator[Part, None]) -> AsyncIterator[Part]:
    """The parts until the client's rights change: none that was made later is sent."""
    visitor = request.user
    async with aclosing(parts):
        begun = await _rights_now(request) if visitor.user else None
        if begun and visitor.user and begun.role is not visitor.user.role:
            return
        async for part in parts:
            if visitor.user and (begun is None or await _rights_now(request) != begun):
                return
            yield part


async def _rights_now(request: Asked) -> Rights | None:
    """The client's rights, once the store can be asked for them; None also if the judge ends before."""
    while True:
        try:
            return await asyncio.to_thread(_rights, request)
        except Unavailable:
            if site_of(request).feed.is_closing:
                return None
            await asyncio.sleep(ASK_AGAIN_S)


def _rights(request: Asked) -> Rights | None:
    """The client's rights now; None: the account is closed, or the token or the sign-in has ended."""
    site, visitor = site_of(request), request.user
    hashed = has_second_factor = None
    if visitor.token:
        found = site.store.tokens.bearer(visitor.token.token_sha256, visitor.address)
        user = found[0] if found else None
    elif visitor.scopes is None:
        user = site.store.accounts.signed_in(token_sha256(request.auth), prolongs=False)
    else:
        user = site.store.catalogue.get(User, visitor.account.id)
        hashed = site.store.accounts.password_hash(user.id)
        has_second_factor = site.second_factors.is_on(user)
    if user is None or not user.is_active:
        return None
    return Rights(user.role, site.lacks_second_factor(user), hashed, has_second_factor)
