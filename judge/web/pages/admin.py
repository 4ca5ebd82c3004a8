"""The administrator's page: users, their roles, links that sign them in."""

from typing import Any
from urllib.parse import urlencode

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from judge.base.records import Record, replace
from judge.base.text import one_line
from judge.base.units import DAY_MS
from judge.store.accounts import NameTaken
from judge.store.catalogue_records import Role, User
from judge.store.errors import StoreError
from judge.web.pages.sign_up import full_name_fault, name_fault
from judge.web.routing import get, post
from judge.web.security import admin_only
from judge.web.site import Asked, address_of_site, page, site_of
from judge.web.tokens import new_token, token_sha256

AT_MOST = 100
"""Users on a page."""
MOST_TEXT = 200
LINK_MS = 7 * DAY_MS


class NewUser(Record, frozen=True):
    name: str = ""
    full_name: str = ""
    role: Role = Role.TEAM


class ChangedUser(Record, frozen=True):
    role: Role
    is_active: bool = False


@get("/users", guards=[admin_only])
def users(request: Asked) -> Response[str]:
    return _users(request)


def _users(request: Asked, wrong: str = "", status: int = 200, **values: Any) -> Response[str]:
    store = site_of(request).store
    part, after = (
        one_line(request.query_params.get(name, "")).strip()[:MOST_TEXT] for name in ("part", "after")
    )
    found, with_factor = store.accounts.listed(part, after, AT_MOST + 1), store.second_factors.users()
    more = urlencode({"part": part, "after": found[AT_MOST - 1].name}) if len(found) > AT_MOST else ""
    values = {
        "with_second_factor": with_factor,
        "link": "",
        "linked": None,
        "part": part,
        "more": more,
        **values,
    }
    found = found[:AT_MOST]
    return page(request, "users", status=status, users=found, roles=[*Role], wrong=wrong, **values)


@post("/users", guards=[admin_only])
def add_user(request: Asked, form: NewUser) -> Response[Any]:
    name, full_name = form.name.strip(), form.full_name.strip()
    if wrong := name_fault(name) or full_name_fault(full_name, name):
        return _users(request, wrong, 422)
    try:
        user = site_of(request).store.accounts.sign_up(User(name, full_name, form.role))
    except NameTaken:
        return _users(request, "name_taken", 409)
    return _link(request, user)


@post("/users/{number:int}", guards=[admin_only])
def change_user(request: Asked, number: FromPath[int], form: ChangedUser) -> Response[Any]:
    """Changes a user. An administrator cannot lose that role by their own action: somebody else must remove it, so
    that there is always one."""
    store = site_of(request).store
    if number == request.user.account.id:
        return _users(request, "not_yourself", 422)
    changed = replace(_user(request, number), role=form.role, is_active=form.is_active)
    store.catalogue.put(changed)
    if not changed.is_active:
        store.accounts.shut_out(changed.id)
    return Redirect("/users", status_code=303)


@post("/users/{number:int}/link", guards=[admin_only])
def make_link(request: Asked, number: FromPath[int]) -> Response[Any]:
    return _link(request, _user(request, number))


@post("/users/{number:int}/second-factor", guards=[admin_only])
def remove_second_factor(request: Asked, number: FromPath[int]) -> Response[Any]:
    """Removes the second factor of a user who has lost it. Removing one's own needs a code
    (pages/second_factor.py)."""
    if number == request.user.account.id:
        return _users(request, "not_yourself", 422)
    site_of(request).second_factors.remove(_user(request, number))
    return Redirect("/users", status_code=303)


def _link(request: Asked, user: User) -> Response[str]:
    """Shows the link once: the store has only its hash."""
    token = new_token()
    site_of(request).store.accounts.put_link(user.id, token_sha256(token), LINK_MS)
    link = f"{address_of_site(request)}/sign-in/{token}"
    return _users(request, link=link, linked=user)


def _user(request: Asked, number: int) -> User:
    try:
        return site_of(request).store.catalogue.get(User, number)
    except StoreError as error:
        raise NotFoundException from error
