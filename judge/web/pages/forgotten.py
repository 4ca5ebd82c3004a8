"""A forgotten password: a link by mail, if there is a mail server; and the address that it is sent to."""

import asyncio
from contextvars import copy_context
from typing import Any

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from judge.base.records import Record
from judge.service.mail_server import is_address
from judge.web.forms import fields_of
from judge.web.mailer import Mailer
from judge.web.pages.accounts import account_page, password_fault
from judge.web.rates import Rates
from judge.web.routing import get, post
from judge.web.security import signed_in
from judge.web.site import Asked, page, site_of


class AddressForm(Record, frozen=True):
    address: str = ""


class OwnAddressForm(Record, frozen=True):
    address: str = ""
    now: str = ""
    """The current password."""


def mailer_of(request: Asked) -> Mailer:
    """Raises NotFoundException if there is no mail server: then these pages do not exist."""
    mailer = site_of(request).mailer
    if mailer is None:
        raise NotFoundException
    return mailer


def _page(request: Asked, status: int = 200, **values: Any) -> Response[str]:
    return page(
        request, "forgotten", status=status, **{"address": "", "wrong": "", "is_done": False, **values}
    )


@get("/forgotten", sync_to_thread=False)
def forgotten_page(request: Asked) -> Response[str]:
    mailer_of(request)
    return _page(request)


@post("/forgotten")
async def forgotten(request: Asked) -> Response[Any]:
    """Answers the same, and as quickly, whether or not there is an account with that address."""
    mailer, site, form = mailer_of(request), site_of(request), await fields_of(request, AddressForm)
    address = form.address.strip()
    if not is_address(address):
        return await asyncio.to_thread(_page, request, 422, address=address[:254], wrong="address_malformed")
    if wait_s := site.rates.take(Rates.RESET_FROM, request.user.address):
        seconds = int(wait_s) + 1
        return await asyncio.to_thread(
            lambda: _page(request, 429, address=address, wrong="too_many_tries", seconds=seconds)
        )
    if not site.rates.take(
        Rates.RESET_OF, address.lower()
    ):  # beyond that nothing is sent, and nobody learns it
        context = copy_context()  # with the actor, for the audit; the answer does not wait for it
        asyncio.get_running_loop().run_in_executor(
            None, context.run, mailer.reset, address, request.user.language
        )
    return await asyncio.to_thread(lambda: _page(request, is_done=True))


@post("/account/address", guards=[signed_in])
async def change_address(request: Asked) -> Response[Any]:
    """Changes the address. Its owner can take over the account, so the current password is required, as for a new
    password."""
    mailer_of(request)
    site, user, form = site_of(request), request.user.account, await fields_of(request, OwnAddressForm)
    address = form.address.strip()
    if address and not is_address(address):
        return await asyncio.to_thread(account_page, request, "address_malformed", 422)
    if fault := await password_fault(request, form.now):
        return await asyncio.to_thread(account_page, request, *fault)
    await asyncio.to_thread(site.store.email_addresses.put, user.id, address, is_own=True)
    return Redirect("/account", status_code=303)
