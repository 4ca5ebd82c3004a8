"""Tokens on the account's page, and a terminal that is signed in by a browser."""

import re

import pytest

from judge.store.catalogue_records import Role
from judge.store.tokens import TokenScope
from judge.tests.web.api_clients import api
from judge.tests.web.sites import SiteUnderTest

SHOWN = re.compile(r"<code>([\w-]{43})</code>")
READ, SUBMIT, ADMIN, _ = TokenScope


def test_a_token_is_shown_once_listed_with_its_last_use_and_revoked(site: SiteUnderTest) -> None:
    browser = site.browser(Role.TEAM, "anna")
    page = browser.post("/account/tokens", {"title": "<b>CI</b>", "read": "true", "days": "7"}).text
    [token] = SHOWN.findall(page)
    assert "<b>CI</b>" not in page
    assert token not in browser.get("/account").text
    assert "never" in browser.get("/account").text
    assert api(site, token=token).get("/me").json()["scopes"] == ["read"]
    listed = browser.get("/account").text
    assert "never" not in listed
    assert "testclient" in listed
    [number] = re.findall(r"/account/tokens/(\d+)/revoke", listed)
    other = site.browser(Role.ADMIN)
    assert other.post(f"/account/tokens/{number}/revoke").status_code == 404
    assert browser.post(f"/account/tokens/{number}/revoke").status_code == 303
    assert api(site, token=token).get("/me").status_code == 401
    with site.site.store.database.read() as transaction:
        assert token not in str(transaction.rows("SELECT * FROM tokens"))


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"title": "CI"}, 422),
        ({"title": " ", "read": "true"}, 422),
        ({"title": "x" * 101, "read": "true"}, 422),
        ({"title": "CI", "read": "true", "days": "366"}, 400),
        ({"title": "CI", "read": "true", "days": "0"}, 400),
        ({"title": "CI", "admin": "true"}, 422),
    ],
)
def test_a_token_has_a_name_a_scope_and_an_end(
    site: SiteUnderTest, fields: dict[str, str], status: int
) -> None:
    browser = site.browser(Role.TEAM)
    assert browser.post("/account/tokens", fields).status_code == status
    assert browser.user
    assert site.site.store.tokens.of(browser.user.id) == []


def test_only_the_staff_gives_the_rights_of_its_role(site: SiteUnderTest) -> None:
    for role, scopes in ((Role.TEAM, (READ,)), (Role.JURY, (READ, ADMIN))):
        browser = site.browser(role)
        browser.post("/account/tokens", {"title": "CI", "read": "true", "admin": "true"})
        assert browser.user
        assert [one.scopes for one in site.site.store.tokens.of(browser.user.id)] == [scopes]


def test_a_terminal_is_signed_in_by_a_browser(site: SiteUnderTest) -> None:
    terminal, browser = api(site), site.browser(Role.TEAM, "anna")
    wish = terminal.post("/token-requests", json={"title": "anna's <laptop>", "scopes": ["read", "submit"]})
    assert wish.status_code == 201
    pending = wish.json()
    path = pending["url"].removeprefix("http://127.0.0.1:8000")
    code = {"device_code": pending["device_code"]}
    assert terminal.post("/token-requests/token", json=code).status_code == 425
    assert site.browser().get(path).status_code == 303
    page = browser.get(path).text
    assert pending["user_code"] in page
    assert "<laptop>" not in page
    assert pending["device_code"] not in page
    approved = browser.post("/account/terminal", {"code": pending["user_code"].lower(), "read": "true"})
    assert approved.status_code == 200
    assert (
        browser.post("/account/terminal", {"code": pending["user_code"], "read": "true"}).status_code == 410
    )
    taken = terminal.post("/token-requests/token", json=code)
    assert taken.status_code == 200
    assert taken.json()["scopes"] == ["read"]
    assert terminal.post("/token-requests/token", json=code).status_code == 410
    client = api(site, token=taken.json()["token"])
    assert client.get("/me").json()["name"] == "anna"
    assert client.delete("/token").status_code == 204
    assert client.get("/me").status_code == 401


def test_codes_are_not_guessed(site: SiteUnderTest) -> None:
    browser = site.browser(Role.TEAM)
    site.site.rates._now_s = lambda: 0.0
    found = [browser.get("/account/terminal?code=XXXX-XXXX").text for _ in range(25)]
    assert "No terminal is waiting" in found[0]
    assert "try again in a minute" in found[-1]
