"""The second factor as people meet it: set up, asked for, lost, and required of the staff."""

import re
import time

import pytest

from judge.service.second_factor import PERIOD_S, secret_of
from judge.store.catalogue_records import Role, User
from judge.store.class_records import SchoolClass
from judge.tests.web.codes import code_of
from judge.tests.web.sites import Browser, SiteUnderTest
from judge.web.tokens import new_token, token_sha256

PASSWORD = "correct horse"
CODES = re.compile(r"<li><code>([a-z2-9-]{19})</code>")


@pytest.fixture
def at_ms(site: SiteUnderTest) -> list[int]:
    """The time by which codes are checked; a test changes it."""
    now = [time.time_ns() // 1_000_000]
    site.site.second_factors._now_s = lambda: now[0] / 1000
    return now


def with_account(site: SiteUnderTest, role: Role, name: str) -> tuple[Browser, User]:
    browser = site.browser(role, name)
    assert browser.post("/account/password", {"password": PASSWORD}).status_code == 303
    assert browser.user
    return browser, browser.user


def set_up(site: SiteUnderTest, browser: Browser, at_ms: list[int]) -> tuple[str, list[str]]:
    """The secret, and the recovery codes."""
    assert browser.post("/account/second-factor/begin", {"now": PASSWORD}).status_code == 303
    page = browser.get("/account/second-factor").text
    [secret] = re.findall(r'class="key">([A-Z2-7]{32})<', page)
    assert '<svg viewBox="0 0' in page
    answer = browser.post("/account/second-factor", {"code": code_of(secret, at_ms[0])})
    assert answer.status_code == 200
    at_ms[0] += PERIOD_S * 1000
    return secret, CODES.findall(answer.text)


def sign_in(site: SiteUnderTest, name: str = "ute", to: str = "/queue") -> Browser:
    browser = site.browser()
    answer = browser.post("/sign-in", {"name": name, "password": PASSWORD, "to": to})
    assert answer.status_code == 303
    browser.landed = answer.headers["location"]
    return browser


def is_signed_in(browser: Browser) -> bool:
    return bool(browser.get("/account").status_code == 200)


def give(browser: Browser, code: str, to: str = "/queue") -> int:
    return int(browser.post("/second-factor", {"code": code, "to": to}).status_code)


@pytest.mark.slow
def test_a_password_alone_signs_nobody_in_once_it_is_set_up(site: SiteUnderTest, at_ms: list[int]) -> None:
    ute, _ = with_account(site, Role.JURY, "ute")
    before = sign_in(site)
    assert is_signed_in(before)
    secret, codes = set_up(site, ute, at_ms)
    assert len(codes) == 10
    assert [is_signed_in(browser) for browser in (ute, before)] == [True, False]
    browser = sign_in(site)
    assert browser.landed == "/second-factor?to=/queue"
    assert not is_signed_in(browser)
    assert browser.get("/rejudgings").headers["location"].startswith("/sign-in")
    half = browser.client.cookies["session"]
    assert give(browser, "000000") == 422
    answer = browser.post("/second-factor", {"code": code_of(secret, at_ms[0]), "to": "/queue"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/queue")
    assert browser.client.cookies["session"] != half
    assert is_signed_in(browser)
    again = sign_in(site)
    assert give(again, code_of(secret, at_ms[0])) == 422  # the same code again
    assert give(again, codes[3]) == 303
    assert is_signed_in(again)
    assert give(sign_in(site), codes[3]) == 422


def test_guesses_come_to_an_end(site: SiteUnderTest, at_ms: list[int]) -> None:
    ute, _ = with_account(site, Role.JURY, "ute")
    secret, _ = set_up(site, ute, at_ms)
    first = sign_in(site)
    assert [give(first, "000000") for _ in range(6)] == [422] * 5 + [410]
    second = sign_in(site)
    # One of the ten was the code that confirmed it.
    assert [give(second, "000000") for _ in range(5)] == [422] * 4 + [429]
    assert give(second, code_of(secret, at_ms[0])) == 429
    refused = [one for one in site.site.store.events.after(0) if one.kind == "sign-in-refused"]
    assert len(refused) == 9


def test_it_is_set_up_by_whoever_knows_the_password_and_removed_by_a_code(
    site: SiteUnderTest, at_ms: list[int]
) -> None:
    ute, _ = with_account(site, Role.JURY, "ute")
    assert ute.post("/account/second-factor/begin", {"now": "wrong"}).status_code == 422
    assert 'class="key"' not in ute.get("/account/second-factor").text
    secret, codes = set_up(site, ute, at_ms)
    assert secret not in ute.get("/account/second-factor").text
    for path in ("codes", "remove"):
        assert ute.post(f"/account/second-factor/{path}", {"code": "000000"}).status_code == 422
    new = CODES.findall(ute.post("/account/second-factor/codes", {"code": codes[0]}).text)
    assert len(new) == 10
    assert set(new).isdisjoint(codes)
    other = sign_in(site)
    assert give(other, new[0]) == 303
    assert ute.post("/account/second-factor/remove", {"code": new[1]}).status_code == 303
    assert [is_signed_in(browser) for browser in (ute, other)] == [True, False]
    assert is_signed_in(sign_in(site))


def test_where_the_staff_needs_it_nobody_without_it_is_staff(site: SiteUnderTest, at_ms: list[int]) -> None:
    admin, _ = with_account(site, Role.ADMIN, "ada")
    jury, jury_user = with_account(site, Role.JURY, "ute")
    student = site.browser(Role.TEAM)
    rule = {"registration": "open", "second_factor": "staff"}
    assert admin.post("/settings", rule).status_code == 422  # else nobody could change it back
    set_up(site, admin, at_ms)
    assert admin.post("/settings", rule).status_code == 200
    assert [jury.get(path).status_code for path in ("/rejudgings", "/account", "/queue")] == [403, 200, 200]
    assert 'href="/account/second-factor"' in jury.get("/").text
    assert 'href="/account/second-factor"' not in student.get("/").text
    store = site.site.store
    class_path = f"/classes/{store.classes.add(SchoolClass('Own', 'UTC'), teacher_id=jury_user.id).id}"
    assert jury.get(class_path).status_code == 404
    assert f'href="{class_path}"' not in jury.get("/classes").text
    set_up(site, jury, at_ms)
    assert [jury.get(path).status_code for path in ("/rejudgings", class_path)] == [200, 200]
    assert f'href="{class_path}"' in jury.get("/classes").text


def test_an_administrator_removes_it_for_whoever_has_lost_it(site: SiteUnderTest, at_ms: list[int]) -> None:
    admin = site.browser(Role.ADMIN, "ada")
    ute, user = with_account(site, Role.JURY, "ute")
    set_up(site, ute, at_ms)
    assert f'action="/users/{user.id}/second-factor"' in admin.get("/users").text
    assert admin.post(f"/users/{user.id}/second-factor").status_code == 303
    assert is_signed_in(sign_in(site))
    assert admin.user
    assert admin.post(f"/users/{admin.user.id}/second-factor").status_code == 422


def test_a_link_asks_for_the_code_too(site: SiteUnderTest, at_ms: list[int]) -> None:
    ute, user = with_account(site, Role.JURY, "ute")
    set_up(site, ute, at_ms)
    token = new_token()
    site.site.store.accounts.put_link(user.id, token_sha256(token), 60_000)
    browser = site.browser()
    assert browser.post(f"/sign-in/{token}").headers["location"] == "/second-factor?to=/"
    assert not is_signed_in(browser)


def test_the_secret_is_of_this_user_and_this_site(site: SiteUnderTest, at_ms: list[int]) -> None:
    ute, user = with_account(site, Role.JURY, "ute")
    secret, _ = set_up(site, ute, at_ms)
    factor = site.site.store.second_factors.of(user.id)
    assert factor
    assert secret == secret_of(site.site.key, user.id, factor.nonce)
    assert secret != secret_of(site.site.key, user.id + 1, factor.nonce)
