"""Signing in by OpenID Connect, against another project's provider; and each token that must not be believed."""

import asyncio
import base64
import hashlib
import threading
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from judge.base.records import replace
from judge.service.institution import Institution, OidcSettings, RoleRule
from judge.store.catalogue_records import Role, User
from judge.store.events import EventKind
from judge.tests.watching import PATIENCE_S
from judge.tests.web.sites import ADDRESS, Browser, SiteUnderTest
from judge.web.openid import OpenIdProvider, Rejected

NEEDED = "no OpenID Connect here; judge --with-institution test"
mock = pytest.importorskip("oidc_provider_mock", reason=NEEDED)
httpx = pytest.importorskip("httpx", reason=NEEDED)
RULES = (RoleRule("staff", Role.JURY), RoleRule("teaching", Role.TEACHER))
PEOPLE = {
    "42": {"preferred_username": "anna", "name": "Anna Ada", "groups": ["students"]},
    "43": {"preferred_username": "anna", "groups": ["students", "teaching", "staff"]},
    "44": {"preferred_username": "admin@uni.example", "email": "admin@uni.example", "groups": "staffroom"},
    "45": {"preferred_username": "<b>eve</b>\u202e", "name": "Eve\n\u202e<b>"},
}


class Provider:
    """The other project's provider, with what it was asked for."""

    def __init__(self) -> None:
        import werkzeug.serving

        users = [mock.User(sub=sub, claims=claims) for sub, claims in PEOPLE.items()]
        app = mock.app(user_claims=users, require_nonce=True)
        self.asked: list[dict[str, list[str]]] = []

        def heard(environ: dict[str, Any], start: Any) -> Any:
            if environ["PATH_INFO"].endswith("/token"):
                body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
                self.asked.append(parse_qs(body.decode()))
                import io

                environ["wsgi.input"] = io.BytesIO(body)
            return app(environ, start)

        self.server = werkzeug.serving.make_server("localhost", 0, heard, threaded=True)
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        self.issuer = f"http://localhost:{self.server.server_port}"


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    made = Provider()
    yield made
    made.server.shutdown()


def settings_of(provider: Provider, **changes: Any) -> OidcSettings:
    return replace(OidcSettings("the University", provider.issuer, "judge", "secret", roles=RULES), **changes)


@pytest.fixture
def institute(site: SiteUnderTest, provider: Provider) -> SiteUnderTest:
    settings = settings_of(provider)
    site.site.institution, site.site.openid = Institution(settings), OpenIdProvider(settings)
    return site


def sent(browser: Browser, to: str = "/queue") -> str:
    """The address to which the browser is sent."""
    answer = browser.get(f"/institution?to={to}")
    assert answer.status_code == 303
    return str(answer.headers["location"])


def come_back(url: str, subject: str) -> str:
    """The address to which the provider sends a user who has signed in there."""
    answer = httpx.post(url, data={"sub": subject}, timeout=PATIENCE_S)
    assert answer.status_code == 302, answer.text
    back = str(answer.headers["location"])
    assert back.startswith(f"{ADDRESS}/institution/back?")
    return back.removeprefix(ADDRESS)


def sign_in(site: SiteUnderTest, subject: str) -> tuple[Browser, Any]:
    browser = site.browser()
    return browser, browser.get(come_back(sent(browser), subject))


@pytest.mark.slow
def test_somebody_signs_in_by_the_institution(institute: SiteUnderTest, provider: Provider) -> None:
    store = institute.site.store
    browser = institute.browser()
    assert "the University" in browser.get("/sign-in").text
    url = sent(browser)
    asked = parse_qs(urlsplit(url).query)
    answer = browser.get(come_back(url, "42"))
    assert (answer.status_code, answer.headers["location"]) == (303, "/queue")
    assert browser.get("/account").status_code == 200
    verifier = provider.asked[-1]["code_verifier"][0]
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    assert (asked["code_challenge"], asked["code_challenge_method"]) == ([challenge], ["S256"])
    user = store.identities.user(provider.issuer, "42")
    assert user
    assert (user.name, user.full_name, user.role) == ("anna", "Anna Ada", Role.TEAM)
    sign_in(institute, "42")
    assert [one.name for one in store.catalogue.all(User)] == ["anna"]  # the same account


@pytest.mark.slow
def test_nobody_gets_an_account_of_the_same_name_or_address(
    institute: SiteUnderTest, provider: Provider
) -> None:
    """Two accounts are out of reach: that of somebody here, and that of another person at the institution."""
    store = institute.site.store
    admin = store.accounts.sign_up(User("admin", role=Role.ADMIN))
    sign_in(institute, "44")
    other = store.identities.user(provider.issuer, "44")
    assert other
    assert (other.id != admin.id, other.name, other.role) == (
        True,
        "admin-2",
        Role.TEAM,
    )  # nor is a part of a value one
    for subject in ("42", "43"):
        sign_in(institute, subject)
    names = [store.identities.user(provider.issuer, one) for one in ("42", "43")]
    assert [one and one.name for one in names] == ["anna", "anna-2"]
    sign_in(institute, "45")
    hostile = store.identities.user(provider.issuer, "45")
    assert hostile
    assert hostile.name.replace("-", "").isalnum()
    assert hostile.full_name.isprintable()


@pytest.mark.slow
def test_roles_come_from_the_rules_alone(institute: SiteUnderTest, provider: Provider) -> None:
    store, settings = institute.site.store, settings_of(provider)
    sign_in(institute, "43")
    user = store.identities.user(provider.issuer, "43")
    assert user
    assert user.role is Role.JURY  # the highest of two
    for rules, role in (
        ((RoleRule("teaching", Role.TEACHER),), Role.TEACHER),
        ((RoleRule("x", Role.ADMIN),), Role.TEAM),
    ):
        institute.site.openid = OpenIdProvider(replace(settings, roles=rules))
        sign_in(institute, "43")
        assert store.catalogue.get(User, user.id).role is role
    store.catalogue.put(replace(store.catalogue.get(User, user.id), role=Role.JURY))
    institute.site.openid = OpenIdProvider(replace(settings, roles=()))
    sign_in(institute, "43")
    assert store.catalogue.get(User, user.id).role is Role.JURY  # without rules it is left alone
    store.catalogue.put(replace(store.catalogue.get(User, user.id), is_active=False))
    browser, answer = sign_in(institute, "43")
    assert answer.status_code == 403
    assert browser.get("/account").status_code == 303


@pytest.mark.slow
def test_a_sign_in_ends_in_the_browser_where_it_began_and_once(institute: SiteUnderTest) -> None:
    one, other = institute.browser(), institute.browser()
    back = come_back(sent(one), "42")
    begun = sent(other)
    refused = [
        institute.browser().get(back),  # in which nothing was begun
        other.get(back),  # in which another one was
        other.get(come_back(begun, "42")),  # and that is used up by it
    ]
    assert [answer.status_code for answer in refused] == [403] * 3
    good = one.get(back)
    assert good.status_code == 303
    assert one.get(back).status_code == 403  # once
    for query in ("error=access_denied&state=x", "", "code=x", "code=x&state=" + "y" * 2000):
        browser = institute.browser()
        sent(browser)
        assert browser.get(f"/institution/back?{query}").status_code == 403
    browser = institute.browser()
    assert browser.get(f"{come_back(sent(browser), '42')}&iss=https://evil.example").status_code == 403
    browser = institute.browser()
    answer = browser.get(come_back(sent(browser, "//evil.example"), "42"))
    assert answer.headers["location"] == "/"
    kinds = [event.kind for event in institute.site.store.events.after(0)]
    assert kinds.count(EventKind.SIGN_IN_REFUSED) == 9


def test_without_an_institution_there_is_no_such_page(site: SiteUnderTest) -> None:
    assert {site.browser().get(path).status_code for path in ("/institution", "/institution/back")} == {404}
    assert "/institution" not in site.browser().get("/sign-in").text


GOOD = {"iss": "https://id.example", "aud": "judge", "sub": "42", "nonce": "n"}
BAD: dict[str, dict[str, Any]] = {
    "another issuer": {"iss": "https://evil.example"},
    "another client": {"aud": "other"},
    "two clients": {"aud": ["judge", "other"]},
    "another party": {"aud": ["judge", "other"], "azp": "other"},
    "another sign-in": {"nonce": "m"},
    "no sign-in": {"nonce": None},
    "nobody": {"sub": ""},
    "no name": {"sub": None},
    "a long name": {"sub": "x" * 256},
    "a number": {"sub": 42},
    "the past": {"exp": -3600},
    "without end": {"exp": None},
    "the future": {"iat": 3600},
}


def test_only_a_token_of_the_provider_for_this_sign_in_is_believed() -> None:
    from joserfc import jwt
    from joserfc.jwk import KeySet, OctKey, RSAKey

    key, other = (RSAKey.generate_key(2048, {"kid": "1"}) for _ in range(2))
    public = KeySet([key]).as_dict(private=False)
    provider = OpenIdProvider(OidcSettings("U", "https://id.example", "judge"))

    async def jwks(*, is_fresh: bool) -> Any:
        return public

    provider._jwks = jwks  # type: ignore[method-assign]

    def token(changes: dict[str, Any], by: Any = key, algorithm: str = "RS256") -> str:
        now = int(time.time())
        claims = {**GOOD, "iat": 0, "exp": 300, **changes}
        claims |= {name: now + claims[name] for name in ("iat", "exp") if claims[name] is not None}
        claims = {name: value for name, value in claims.items() if value is not None}
        return str(jwt.encode({"alg": algorithm, "kid": "1"}, claims, by, algorithms=[algorithm]))

    def claims_of(text: str) -> Any:
        return asyncio.run(provider._claims(text, "n"))

    assert claims_of(token({}))["sub"] == "42"
    assert claims_of(token({"aud": ["judge", "other"], "azp": "judge"}))["sub"] == "42"
    unsigned = token({}).split(".")
    head = base64.urlsafe_b64encode(b'{"alg":"none"}').rstrip(b"=").decode()
    secret = OctKey.import_key(str(public["keys"][0]["n"]))  # what everybody knows, taken for a secret
    refused = {name: token(changes) for name, changes in BAD.items()} | {
        "another key": token({}, other),
        "no signature": f"{head}.{unsigned[1]}.",
        "a symmetric one": token({}, secret, "HS256"),
        "another text": f"{unsigned[0]}.{unsigned[1][:-2]}.{unsigned[2]}",
        "nothing": "",
    }
    for name, text in refused.items():
        try:
            claims_of(text)
        except Rejected:
            continue
        raise AssertionError(name)


@pytest.mark.parametrize(
    "changes",
    [
        {"issuer": "https://evil.example"},
        {"token_endpoint": "http://evil.example/token"},
        {"jwks_uri": None},
        {"userinfo_endpoint": "file:///etc/passwd"},
    ],
)  # fmt: skip
def test_a_provider_that_calls_itself_otherwise_or_leads_elsewhere_is_refused(
    changes: dict[str, Any],
) -> None:
    issuer = "https://id.example"
    found = {"issuer": issuer} | {
        name: f"{issuer}/{name}" for name in ("authorization_endpoint", "token_endpoint", "jwks_uri")
    }

    def begun(said: dict[str, Any]) -> str:
        provider = OpenIdProvider(OidcSettings("U", issuer, "judge"))

        async def get(address: str, headers: Any = None) -> Any:
            return said

        provider._get = get  # type: ignore[method-assign]
        return asyncio.run(provider.begin("https://judge.example/institution/back", "/"))[0]

    assert begun(found).startswith(f"{issuer}/authorization_endpoint?")
    with pytest.raises(Rejected):
        begun({**found, **changes})
