"""HTTP basic authentication, which clients of the Contest API use: an account's name with its password, or with one of
its tokens in place of the password.

A password alone is not enough for an account with a second factor. A correct one is not hashed again for each request:
what is cached about it is valid for the account's current password, and only in this process.
"""

import asyncio
import base64

from litestar.exceptions import NotAuthorizedException

from judge.store.catalogue_records import User
from judge.store.tokens import Token
from judge.web.api.problem_details import ApiRefusal
from judge.web.passwords import LONGEST
from judge.web.rates import Rates
from judge.web.site import Site
from judge.web.tokens import token_sha256

MOST_GIVEN = 1024
Found = tuple[User, Token | None, bool]


async def by_password(site: Site, given: str, address: str) -> Found:
    """The account, the token if it came by one, and whether a second factor is missing that the staff needs. Raises
    HTTPException for wrong credentials, and for too many attempts, which are those that have to be hashed."""
    name, password = _parsed(given)
    found = await asyncio.to_thread(_by_token, site, name, password, address)
    if found is None:
        found = await _by_account(site, name, password, address)
    if found is None:
        site.refused_sign_ins += 1
        raise NotAuthorizedException("the name or the password is wrong")
    return found


def _parsed(given: str) -> tuple[str, str]:
    try:
        text = base64.b64decode(given[:MOST_GIVEN], validate=True).decode()
    except ValueError as error:
        raise NotAuthorizedException(
            "the header Authorization is not valid HTTP basic authentication"
        ) from error
    name, colon, password = text.partition(":")
    if not colon or len(given) > MOST_GIVEN:
        raise NotAuthorizedException("expected a name, a colon and a password")
    return name.strip(), password


def _by_token(site: Site, name: str, password: str, address: str) -> Found | None:
    found = site.store.tokens.bearer(token_sha256(password), address) if password else None
    if found is None or found[0].name.lower() != name.lower():
        return None
    return (*found, site.lacks_second_factor(found[0]))


async def _by_account(site: Site, name: str, password: str, address: str) -> Found | None:
    user, hashed, has_factor = await asyncio.to_thread(_account, site, name)
    if user is None or hashed is None or not site.right_passwords.knows(password, hashed):
        buckets = ((Rates.SIGN_IN_OF_NAME, name.lower()), (Rates.SIGN_IN_FROM, address))
        if wait_s := site.rates.take_all(*buckets):
            raise ApiRefusal(429, "many wrong passwords were tried", wait_s=wait_s)
        with site.rates.guess(*buckets):
            is_right = len(password) <= LONGEST and await site.passwords.is_right(password, hashed)
        if not is_right:
            return None
        site.rates.give_back(*buckets)
        assert hashed
        site.right_passwords.keep(password, hashed)
    if user is None or not user.is_active:
        return None
    if has_factor:
        raise ApiRefusal(
            403, "this account has a second factor: send one of its tokens instead of the password"
        )
    return user, None, site.lacks_second_factor(user)


def _account(site: Site, name: str) -> tuple[User | None, str | None, bool]:
    user = site.store.accounts.user_named(name)
    if user is None:
        return None, None, False
    return user, site.store.accounts.password_hash(user.id), site.second_factors.is_on(user)
