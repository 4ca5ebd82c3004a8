"""Signing in by OpenID Connect: the code flow with PKCE, as a client of the one provider that the administrator names.

A sign-in ends in the browser where it began: its cookie finds the state, the nonce and the verifier of that sign-in,
once. The provider's statements count only as its own signed token: for this client, for this sign-in, now.
"""

import asyncio
import hmac
import json
import time
import warnings
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from judge.service.institution import MOST_OF_A_SUBJECT, IdentifiedPerson, OidcSettings, is_private, role_of
from judge.web.tokens import new_token, token_sha256

WELL_KNOWN = "/.well-known/openid-configuration"
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Signature algorithms whose key only the provider has."""
WITHIN_S = 600.0
"""The time that the user has at the provider."""
MOST_BEGUN = 10_000
TIMEOUT_S = 10.0
MOST_BYTES = 1 << 20
KNOWN_S = 3600.0
"""How long the provider's metadata is cached."""
LEEWAY_S = 60
"""The permitted difference between the two clocks."""
ENDPOINTS = ("authorization_endpoint", "token_endpoint", "jwks_uri")


class Rejected(Exception):
    """Nobody is signed in. Its message is only for the log."""


class Begun(Struct, frozen=True):
    """A sign-in that waits for the user to return from the provider."""

    state: str
    nonce: str
    verifier: str
    to: str
    until_s: float


class OpenIdProvider:
    """A provider for one event loop."""

    def __init__(self, settings: OidcSettings, now_s: Callable[[], float] = time.monotonic) -> None:
        self.settings, self._now_s = settings, now_s
        self._begun: OrderedDict[str, Begun] = OrderedDict()
        """Sign-ins by the SHA-256 of the browser's cookie."""
        self._known: tuple[float, Mapping[str, Any]] = (0.0, {})
        self._keys: tuple[float, Mapping[str, Any]] = (0.0, {})
        self._lock = asyncio.Lock()

    async def begin(self, back: str, to: str) -> tuple[str, str]:
        """The address for the browser, and its cookie. `back`: the address to which it returns. Raises Rejected."""
        found = await self._metadata()
        cookie, begun = (
            new_token(),
            Begun(new_token(), new_token(), new_token(), to, self._now_s() + WITHIN_S),
        )
        self._begun[token_sha256(cookie)] = begun
        while len(self._begun) > MOST_BEGUN:
            self._begun.popitem(last=False)
        async with self._client(back) as client:
            url, _ = client.create_authorization_url(
                found["authorization_endpoint"],
                state=begun.state,
                nonce=begun.nonce,
                code_verifier=begun.verifier,
            )
        return str(url), cookie

    async def end(self, cookie: str, query: Mapping[str, str], back: str) -> tuple[IdentifiedPerson, str]:
        """The user who has returned, and where they were going. Raises Rejected."""
        begun = self._begun.pop(token_sha256(cookie), None)
        if begun is None or begun.until_s < self._now_s():
            raise Rejected("no sign-in was begun in this browser, or it took too long")
        if not hmac.compare_digest(query.get("state", "").encode(), begun.state.encode()):
            raise Rejected("the state belongs to another sign-in")
        if query.get("iss", self.settings.issuer) != self.settings.issuer:
            raise Rejected("another issuer has answered")
        if not query.get("code"):
            raise Rejected(f"the provider answers {query.get('error', 'nothing')[:100]}")
        tokens = await self._tokens(query["code"], begun.verifier, back)
        claims = await self._claims(str(tokens.get("id_token", "")), begun.nonce)
        more = await self._userinfo(str(tokens.get("access_token", "")), claims["sub"])
        return self._person({**more, **claims}), begun.to

    def _person(self, said: Mapping[str, Any]) -> IdentifiedPerson:
        name = said.get(self.settings.name_claim) or said.get("preferred_username") or said.get("name") or ""
        full_name = said.get("name") or ""
        role = role_of(self.settings.roles, said)
        return IdentifiedPerson(self.settings.issuer, said["sub"], str(name), str(full_name), role)

    async def _tokens(self, code: str, verifier: str, back: str) -> Mapping[str, Any]:
        found = await self._metadata()
        async with self._client(back) as client:
            try:
                tokens = await client.fetch_token(
                    found["token_endpoint"],
                    grant_type="authorization_code",
                    code=code,
                    code_verifier=verifier,
                )
            except Exception as error:  # an error of the network, httpx or Authlib, or an invalid answer
                raise Rejected(f"the provider gives no token: {type(error).__name__}: {error}") from error
        return dict(tokens)

    async def _claims(self, id_token: str, nonce: str) -> Mapping[str, Any]:
        """The claims that the provider has signed for this sign-in."""
        from joserfc import jwt
        from joserfc.errors import JoseError

        expected = jwt.JWTClaimsRegistry(
            leeway=LEEWAY_S,
            iss={"essential": True, "value": self.settings.issuer},
            aud={"essential": True, "value": self.settings.client_id},
            sub={"essential": True},
            exp={"essential": True},
            iat={"essential": True},
            nonce={"essential": True, "value": nonce},
        )
        try:
            claims = (await self._decoded(id_token)).claims
            expected.validate(claims)
        except (JoseError, ValueError) as error:
            raise Rejected(f"the token is refused: {type(error).__name__}: {error}") from error
        audience = claims["aud"]
        party = claims.get("azp", self.settings.client_id)
        if party != self.settings.client_id or (
            isinstance(audience, list) and len(audience) > 1 and "azp" not in claims
        ):
            raise Rejected("the token is for another client, too")
        subject = claims["sub"]
        if not isinstance(subject, str) or not 0 < len(subject) <= MOST_OF_A_SUBJECT:
            raise Rejected("the token names nobody")
        return dict(claims)

    async def _decoded(self, id_token: str) -> Any:
        """The token, decoded by the provider's keys, which are fetched again if it has new ones."""
        from joserfc import jwt
        from joserfc.errors import JoseError
        from joserfc.jwk import KeySet

        for is_fresh in (False, True):
            sent: Any = await self._jwks(is_fresh=is_fresh)
            keys = KeySet.import_key_set(sent)
            try:
                return jwt.decode(id_token, keys, algorithms=ALGORITHMS)
            except (JoseError, ValueError):
                if is_fresh:
                    raise
        raise AssertionError

    async def _userinfo(self, access_token: str, subject: str) -> Mapping[str, Any]:
        """The provider's statements beyond its token, about the same person; empty if it has no such address."""
        address = (await self._metadata()).get("userinfo_endpoint")
        if not address or not access_token:
            return {}
        said = await self._get(address, {"authorization": f"Bearer {access_token}"})
        if said.get("sub") != subject:
            raise Rejected("userinfo belongs to somebody else")
        return said

    async def _metadata(self) -> Mapping[str, Any]:
        async with self._lock:
            until_s, found = self._known
            if self._now_s() < until_s:
                return found
            found = await self._get(self.settings.issuer.rstrip("/") + WELL_KNOWN)
            if found.get("issuer") != self.settings.issuer:
                raise Rejected(f"the provider calls itself {str(found.get('issuer'))[:200]}")
            for name in (*ENDPOINTS, "userinfo_endpoint"):
                if (name in ENDPOINTS or name in found) and not is_private(
                    str(found.get(name)), ("https",), ("http",)
                ):
                    raise Rejected(f"{name} is not https: {str(found.get(name))[:200]}")
            self._known = self._now_s() + KNOWN_S, found
            return found

    async def _jwks(self, *, is_fresh: bool) -> Mapping[str, Any]:
        address = (await self._metadata())["jwks_uri"]
        until_s, keys = self._keys
        if is_fresh or self._now_s() >= until_s:
            keys = await self._get(address)
            self._keys = self._now_s() + KNOWN_S, keys
        return keys

    async def _get(self, address: str, headers: Mapping[str, str] | None = None) -> Mapping[str, Any]:
        """A JSON object, within bounds. Redirects are not followed."""
        import httpx

        content = b""
        try:
            async with (
                httpx.AsyncClient(timeout=TIMEOUT_S) as client,
                client.stream("GET", address, headers=headers) as answer,
            ):
                answer.raise_for_status()
                async for part in answer.aiter_bytes():
                    content += part
                    if len(content) > MOST_BYTES:
                        raise Rejected(f"{address} answers more than {MOST_BYTES} bytes")
            found = json.loads(content)
        except (httpx.HTTPError, httpx.InvalidURL, ValueError, RecursionError) as error:
            raise Rejected(f"{address}: {type(error).__name__}: {error}") from error
        if not isinstance(found, dict):
            raise Rejected(f"{address}: expected a JSON object")
        return found

    def _client(self, back: str) -> Any:
        with (
            warnings.catch_warnings()
        ):  # a deprecation notice of httpx does not concern the operator of a judge
            warnings.simplefilter("ignore", DeprecationWarning)
            from authlib.integrations.httpx_client import AsyncOAuth2Client  # as large as all pages

        return AsyncOAuth2Client(
            self.settings.client_id,
            self.settings.client_secret or None,
            token_endpoint_auth_method="client_secret_basic" if self.settings.client_secret else "none",
            scope=" ".join(self.settings.scopes),
            redirect_uri=back,
            timeout=TIMEOUT_S,
            code_challenge_method="S256",
        )
