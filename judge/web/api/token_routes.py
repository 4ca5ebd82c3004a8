"""Tokens for terminals: requested there, approved in a browser, and revoked."""

from litestar.params import JSONBody

from judge.base.units import DAY_MS
from judge.store.errors import StoreError
from judge.store.tokens import Token, TokenRequest, TokenScope
from judge.web.api import problem_details, shapes
from judge.web.api.bearer import needs
from judge.web.api.problem_details import ApiRefusal, refusals
from judge.web.rates import Rates
from judge.web.routing import delete, post
from judge.web.site import Asked, address_of_site, site_of
from judge.web.tokens import new_code, new_token, token_sha256

LIFETIME_MS = 180 * DAY_MS
"""The lifetime of a terminal's token."""
EVERY_S = 2
"""The interval at which a terminal asks whether it was approved."""


@post("/token-requests", responses=refusals(503))
def ask(request: Asked, data: JSONBody[shapes.TokenWish]) -> shapes.TokenPending:
    """Asks for a token, which somebody who is signed in approves in a browser."""
    site = site_of(request)
    too_many = "many terminals ask for a token at this address"
    problem_details.take(site.rates, Rates.TOKEN_WISH_FROM, request.user.address, too_many)
    if not data.title.isprintable():
        raise ApiRefusal(400, "title: expected a line of text")
    device, code = new_token(), new_code()
    wish = TokenRequest(
        token_sha256(device), code, data.title, tuple(dict.fromkeys(data.scopes)), request.user.address
    )
    try:
        kept = site.store.tokens.ask(wish)
    except StoreError as error:
        raise ApiRefusal(503, error.message) from error
    address = f"{address_of_site(request)}/account/terminal?code={code}"
    return shapes.TokenPending(device, code, address, EVERY_S, kept.ends_utc_ms)


@post("/token-requests/token", status_code=200, responses=refusals(409, 410, 425))
def take(request: Asked, data: JSONBody[shapes.DeviceCode]) -> shapes.NewToken:
    """Takes the token once it is approved; 425 until then."""
    token = new_token()
    try:
        found = site_of(request).store.tokens.take(
            token_sha256(data.device_code), token_sha256(token), LIFETIME_MS
        )
    except StoreError as error:
        raise ApiRefusal(409, error.message) from error
    if found is None:
        raise ApiRefusal(410, "this code was used, has expired, or never existed")
    if not isinstance(found, Token):
        raise ApiRefusal(425, "nobody has approved it yet", next_step="Ask again in a few seconds.")
    return shapes.NewToken(token, found.scopes, found.ends_utc_ms)


@delete("/token", guards=[needs(TokenScope.READ)], status_code=204, responses=refusals(403, 422))
def give_back(request: Asked) -> None:
    """Revokes the token that this request bears."""
    user, token = request.user.account, request.user.token
    if token is None:
        raise ApiRefusal(422, "this request bears a password and no token")
    site_of(request).store.tokens.revoke(user.id, token.id)
