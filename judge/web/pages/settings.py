"""The settings of the site, and links by which people make accounts."""

from typing import Any

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect

from judge.base.records import Record, replace
from judge.base.units import DAY_MS
from judge.store.settings import Registration, SecondFactorRule
from judge.web.routing import get, post
from judge.web.security import admin_only
from judge.web.site import Asked, address_of_site, page, site_of
from judge.web.tokens import new_token, token_sha256

MOST_DAYS, MOST_ACCOUNTS = 90, 1000


class SettingsForm(Record, frozen=True):
    registration: Registration
    second_factor: SecondFactorRule


class LinkForm(Record, frozen=True):
    accounts: int = 30
    days: int = 7


@get("/settings", guards=[admin_only])
def settings(request: Asked) -> Response[str]:
    return _settings(request)


def _settings(request: Asked, wrong: str = "", status: int = 200, **values: Any) -> Response[str]:
    site = site_of(request)
    return page(
        request,
        "settings",
        status=status,
        settings=site.settings,
        registrations=[*Registration],
        rules=[*SecondFactorRule],
        links=site.store.sign_up_links.open(),
        wrong=wrong,
        most_accounts=MOST_ACCOUNTS,
        most_days=MOST_DAYS,
        **{"link": "", "accounts": 0, "is_saved": False, **values},
    )


@post("/settings", guards=[admin_only])
def change_settings(request: Asked, form: SettingsForm) -> Response[Any]:
    site = site_of(request)
    is_on = site.second_factors.is_on(request.user.account)
    if form.second_factor is SecondFactorRule.STAFF and not is_on:
        return _settings(request, "second_factor_first", 422)
    new = replace(site.settings, registration=form.registration, second_factor=form.second_factor)
    site.change_settings(new)
    return _settings(request, is_saved=True)


@post("/settings/links", guards=[admin_only])
def make_sign_up_link(request: Asked, form: LinkForm) -> Response[Any]:
    """Shows the link once: the store has only its hash."""
    if not (1 <= form.accounts <= MOST_ACCOUNTS and 1 <= form.days <= MOST_DAYS):
        return _settings(request, "link_bounds", 422)
    token = new_token()
    links = site_of(request).store.sign_up_links
    links.put(request.user.account.id, token_sha256(token), form.days * DAY_MS, form.accounts)
    link = f"{address_of_site(request)}/sign-up/{token}"
    return _settings(request, link=link, accounts=form.accounts)


@post("/settings/links/{number:int}/end", guards=[admin_only])
def end_sign_up_link(request: Asked, number: FromPath[int]) -> Response[Any]:
    site_of(request).store.sign_up_links.end(number)
    return Redirect("/settings", status_code=303)
