"""Programs that ask the API by a token."""

from dataclasses import dataclass
from typing import Any

from litestar.testing import TestClient

from judge.store.catalogue_records import Role, User
from judge.store.tokens import Token, TokenScope
from judge.tests.web.sites import SiteUnderTest, new_client
from judge.web.tokens import new_token, token_sha256

LONG_AFTER_MS = 2**45


@dataclass
class ApiClient:
    client: TestClient[Any]
    user: User
    token: str

    def get(self, path: str, **options: Any) -> Any:
        return self.client.get(f"/api{path}", **options)

    def post(self, path: str, **options: Any) -> Any:
        return self.client.post(f"/api{path}", **options)

    def delete(self, path: str, **options: Any) -> Any:
        return self.client.delete(f"/api{path}", **options)


def token_of(site: SiteUnderTest, user: User, *scopes: TokenScope) -> str:
    token = new_token()
    site.site.store.tokens.put(Token(token_sha256(token), user.id, "a program", scopes, LONG_AFTER_MS))
    return token


def api(
    site: SiteUnderTest,
    *scopes: TokenScope,
    role: Role = Role.TEAM,
    token: str = "",
    user: User | None = None,
) -> ApiClient:
    """A client with a token of these scopes of a new user, or with the token that is given; without both it bears
    none."""
    if scopes and user is None:
        user = site.site.store.accounts.sign_up(User(f"program-{new_token()[:8].strip('-_')}", role=role))
    if scopes and user:
        token = token_of(site, user, *scopes)
    client = new_client(site.app, raise_server_exceptions=False)
    if token:
        client.headers["authorization"] = f"Bearer {token}"
    return ApiClient(client, user or User("nobody"), token)
