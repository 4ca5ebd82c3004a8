"""Accounts as people use them: signing up, in and out, links, passwords, roles."""

import asyncio
import re
from html import unescape

import pytest

from judge.store.accounts import RESET_WITHIN_MS
from judge.store.catalogue_records import Role, User
from judge.tests.web.sites import RIGHT, Browser, SiteUnderTest
from judge.web.passwords import Passwords
from judge.web.rates import Rates
from judge.web.tokens import token_sha256

PASSWORD = "correct horse"


def sign_up(browser: Browser, name: str, password: str = PASSWORD) -> int:
    return int(browser.post("/sign-up", {"name": name, "password": password}).status_code)


def sign_in(browser: Browser, name: str, password: str = PASSWORD) -> int:
    return int(browser.post("/sign-in", {"name": name, "password": password}).status_code)


def change_settings(admin: Browser, **changed: str) -> int:
    fields = {"registration": "open", "second_factor": "optional", **changed}
    return int(admin.post("/settings", fields).status_code)


def is_signed_in(browser: Browser) -> bool:
    return bool(browser.get("/account").status_code == 200)


def test_who_signs_up_is_signed_in_and_can_come_back(site: SiteUnderTest) -> None:
    first, second = site.browser(), site.browser()
    assert sign_up(first, "anna") == 303
    assert is_signed_in(first)
    assert sign_in(second, "Anna") == 303
    assert first.post("/sign-out").status_code == 303
    assert [is_signed_in(browser) for browser in (first, second)] == [False, True]


@pytest.mark.parametrize(
    ("name", "password", "status"),
    [
        ("anna", "short", 422),
        ("", PASSWORD, 422),
        ("a b", PASSWORD, 422),
        ("-anna", PASSWORD, 422),
        ("a" * 41, PASSWORD, 422),
        ("anna", "x" * 257, 422),
        ("anna", "password", 422),
        ("anna", "PassWord", 422),
        ("anna-of-9a", "ANNA-of-9a", 422),
        ("ute", PASSWORD, 409),
        ("UTE", PASSWORD, 409),
        ("李雷", "correct horse", 303),
        ("a.b-c_d", "x" * 256, 303),
    ],
)
def test_names_and_passwords_have_a_form(site: SiteUnderTest, name: str, password: str, status: int) -> None:
    site.browser(Role.TEAM, "ute")
    assert sign_up(site.browser(), name, password) == status


@pytest.mark.parametrize(
    "password", [" two words ", "Correct Horse", "ümläute-ß", "x" * 255 + "y", "12345 only\tdigits"]
)
def test_a_password_is_taken_as_it_was_typed(site: SiteUnderTest, password: str) -> None:
    assert sign_up(site.browser(), "anna", password) == 303
    others = {password.strip(), password.swapcase(), password[:-1], password + " "} - {password}
    assert {sign_in(site.browser(), "anna", other) for other in others} == {422}
    assert sign_in(site.browser(), "anna", password) == 303


def test_passwords_are_hashed_by_the_parameters_of_owasp() -> None:
    """The sites of the tests take less memory for each."""
    hashed = asyncio.run(Passwords().hashed(PASSWORD))
    assert hashed.startswith("$argon2id$v=19$m=19456,t=2,p=1$")


@pytest.mark.parametrize("path", ["/sign-in", "/sign-up", "/account"])
def test_fields_of_passwords_hide_them_and_tell_managers_their_kind(site: SiteUnderTest, path: str) -> None:
    browser = site.browser(Role.TEAM) if path == "/account" else site.browser()
    fields = re.findall(r'<input[^>]* name="(?:password|now)"[^>]*>', browser.get(path).text)
    assert fields
    for field in fields:
        assert 'type="password"' in field
        assert re.search(r'autocomplete="(?:current|new)-password"', field)


def test_who_signs_up_is_a_participant_whatever_the_form_says(site: SiteUnderTest) -> None:
    site.browser().post("/sign-up", {"name": "anna", "password": PASSWORD, "role": "admin"})
    anna = site.site.store.accounts.user_named("anna")
    assert anna
    assert anna.role is Role.TEAM


def test_wrong_passwords_are_counted_by_name_whoever_tries(site: SiteUnderTest) -> None:
    for name in ("anna", "ben"):
        assert sign_up(site.browser(), name) == 303
    found = [sign_in(site.browser(), "ANNA" if number % 2 else "anna", "wrong") for number in range(11)]
    assert found == [422] * 10 + [429]
    assert sign_in(site.browser(), "anna") == 429
    assert sign_in(site.browser(), "ben") == 303


def test_of_nobody_is_said_no_more_than_of_somebody(site: SiteUnderTest) -> None:
    sign_up(site.browser(), "anna")
    texts = [
        re.sub(
            r'value="[^"]*"', "", site.browser().post("/sign-in", {"name": name, "password": "wrong"}).text
        )
        for name in ("anna", "nobody")
    ]
    assert texts[0] == texts[1]


def test_a_session_that_was_there_before_is_not_taken_over(site: SiteUnderTest) -> None:
    sign_up(site.browser(), "anna")
    browser = site.browser()
    browser.client.cookies.set("session", "known-to-an-attacker")
    assert sign_in(browser, "anna") == 303
    stranger = site.browser()
    stranger.client.cookies.set("session", "known-to-an-attacker")
    assert is_signed_in(browser)
    assert not is_signed_in(stranger)


def test_a_new_password_signs_out_all_others(site: SiteUnderTest) -> None:
    first, second = site.browser(), site.browser()
    sign_up(first, "anna")
    sign_in(second, "anna")
    new = {"now": PASSWORD, "password": "battery staple"}
    assert first.post("/account/password", {**new, "now": "wrong"}).status_code == 422
    assert first.post("/account/password", new).status_code == 303
    assert [is_signed_in(browser) for browser in (first, second)] == [True, False]
    assert [sign_in(site.browser(), "anna", word) for word in (PASSWORD, "battery staple")] == [422, 303]


def test_whoever_has_forgotten_the_password_sets_another_by_a_link(site: SiteUnderTest) -> None:
    """Soon after it was used, and once; a browser that signed in by password needs the password (the test above)."""
    first = site.browser()
    sign_up(first, "anna")
    user = site.site.store.accounts.user_named("anna")
    assert user
    for number, late_ms in enumerate((0, RESET_WITHIN_MS + 1000)):
        site.site.store.accounts.put_link(user.id, token_sha256(f"link{number}"), 60_000)
        browser = site.browser()
        assert browser.post(f"/sign-in/link{number}").status_code == 303
        with site.site.store.database.write() as transaction:
            transaction.change("UPDATE sign_ins SET begun_utc_ms = begun_utc_ms - ?", late_ms)
        assert ('name="now"' in browser.get("/account").text) is bool(late_ms)
        answer = browser.post("/account/password", {"password": f"battery staple {number}"})
        assert answer.status_code == (422 if late_ms else 303)
        assert browser.post("/account/password", {"password": "another one"}).status_code == 422
    assert not is_signed_in(first)
    assert sign_in(site.browser(), "anna", "battery staple 0") == 303


def test_accounts_are_made_by_the_administrator_where_sign_up_is_closed(site: SiteUnderTest) -> None:
    closed = site
    admin = closed.browser(Role.ADMIN)
    assert change_settings(admin, registration="closed") == 200
    assert sign_up(closed.browser(), "anna") == 403
    page = admin.post("/users", {"name": "anna", "role": "jury"}).text
    [link] = re.findall(r"<code>http://127.0.0.1:8000(/sign-in/[\w-]+)</code>", page)
    anna = closed.browser()
    assert anna.get(link).status_code == 200  # looking does not use it up
    assert anna.post(link).status_code == 303
    assert closed.browser().post(link).status_code == 410
    assert anna.get("/rejudgings").status_code == 200
    assert anna.post("/account/password", {"password": PASSWORD}).status_code == 303
    assert sign_in(closed.browser(), "anna") == 303


def test_many_users_are_shown_a_page_at_a_time_and_found_by_a_part_of_the_name(site: SiteUnderTest) -> None:
    admin = site.browser(Role.ADMIN, "zora")
    with site.site.store.database.write() as transaction:
        row = {"role": "team", "is_active": 1, "created_utc_ms": 0}
        rows = [{**row, "name": f"user{number:03}", "full_name": f"Person {number}"} for number in range(250)]
        transaction.put("users", [*rows, {**row, "name": "odd", "full_name": "100% Ä_le"}])

    def names(path: str) -> list[str]:
        return re.findall(r'<tr><th scope="row">([^<]+)</th>', admin.get(path).text)

    seen, path, pages = [], "/users", 0
    while path:
        page = admin.get(path).text
        seen += names(path)
        found = re.search(r'<p><a href="(/users\?[^"]+)">', page)
        path, pages = (unescape(found[1]) if found else ""), pages + 1
    assert seen == sorted(seen)
    assert {"odd", "user000", "user249", "zora"} <= set(seen)
    assert len(seen) == len(set(seen)) == 252
    assert pages == 3
    assert names("/users?part=PERSON%2024") == ["user024", *(f"user{number}" for number in range(240, 250))]
    assert names("/users?part=User007") == ["user007"]
    assert names("/users?part=%25") == names("/users?part=_le") == ["odd"], "a sign of LIKE is none"
    assert names("/users?part=nobody") == []


def test_roles_are_given_and_taken_and_hold_at_once(site: SiteUnderTest) -> None:
    admin, anna = site.browser(Role.ADMIN), site.browser(Role.TEAM)
    assert anna.user
    assert admin.user
    path = f"/users/{anna.user.id}"
    assert admin.post(path, {"role": "jury", "is_active": "true"}).status_code == 303
    assert anna.get("/rejudgings").status_code == 200
    assert admin.post(path, {"role": "team"}).status_code == 303
    assert not is_signed_in(anna)
    assert admin.post(f"/users/{admin.user.id}", {"role": "team"}).status_code == 422
    assert admin.post(path, {"role": "emperor"}).status_code == 400
    events = site.site.store.events.after(0)
    assert [event.actor_id for event in events if event.user_id == anna.user.id][-2:] == [admin.user.id] * 2


def test_an_account_that_is_closed_and_opened_again_begins_without_what_was_signed_in(
    site: SiteUnderTest,
) -> None:
    admin, anna = site.browser(Role.ADMIN), site.browser()
    assert sign_up(anna, "anna") == 303
    user = site.site.store.accounts.user_named("anna")
    assert user
    linked = admin.post(f"/users/{user.id}/link").text
    [link] = re.findall(r"<code>http://127.0.0.1:8000(/sign-in/[\w-]+)</code>", linked)
    assert admin.post(f"/users/{user.id}", {"role": "team"}).status_code == 303
    assert sign_in(site.browser(), "anna") != 303
    assert admin.post(f"/users/{user.id}", {"role": "team", "is_active": "true"}).status_code == 303
    assert not is_signed_in(anna)
    assert site.browser().post(link).status_code == 410
    assert sign_in(anna, "anna") == 303


def test_submissions_come_at_a_rate(site: SiteUnderTest) -> None:
    site.site.rates = Rates(lambda: 0.0)
    student, other = site.browser(Role.TEAM), site.browser(Role.TEAM)
    found = [student.submit(f"{RIGHT}# {number}", "python3").status_code for number in range(11)]
    assert found == [303] * 10 + [429]
    assert other.submit(RIGHT, "python3").status_code == 303


def test_accounts_are_made_by_a_link_as_many_as_it_is_for(site: SiteUnderTest) -> None:
    admin = site.browser(Role.ADMIN)
    assert change_settings(admin, registration="link") == 200
    assert sign_up(site.browser(), "anna") == 403
    for bad in ({"accounts": 0, "days": 7}, {"accounts": 1001, "days": 7}, {"accounts": 1, "days": 91}):
        assert admin.post("/settings/links", bad).status_code == 422
    page = admin.post("/settings/links", {"accounts": 2, "days": 1}).text
    [link] = re.findall(r"<code>http://127.0.0.1:8000(/sign-up/[\w-]+)</code>", page)
    assert link not in admin.get("/settings").text
    fields = {"password": PASSWORD, "role": "admin"}
    found = [site.browser().post(link, {"name": name, **fields}).status_code for name in ("a", "a", "b", "c")]
    assert found == [303, 409, 303, 403]  # a name that is taken costs nothing
    assert {user.role for user in site.site.store.catalogue.all(User)} == {Role.ADMIN, Role.TEAM}
    assert site.browser().get(link).status_code == 403
    page = admin.post("/settings/links", {"accounts": 1, "days": 1}).text
    [link] = re.findall(r"<code>http://127.0.0.1:8000(/sign-up/[\w-]+)</code>", page)
    assert site.browser().get(link).status_code == 200
    assert admin.post("/settings/links/2/end").status_code == 303
    assert site.browser().get(link).status_code == 403
    assert change_settings(admin, registration="closed") == 200
    assert site.browser().get("/sign-up/x").status_code == 403


def test_browsers_are_listed_and_signed_out_by_their_user_alone(site: SiteUnderTest) -> None:
    first, second, third, other = (site.browser() for _ in range(4))
    sign_up(first, "anna")
    sign_up(other, "ben")
    for browser in (second, third):
        sign_in(browser, "anna")
    anna = site.site.store.accounts.user_named("anna")
    assert anna
    newest, middle, oldest = site.site.store.accounts.sign_ins_of(anna.id)
    page = first.get("/account").text
    assert re.findall(r'action="/account/sign-ins/(\d+)/end"', page) == [str(newest.id), str(middle.id)]
    assert other.post(f"/account/sign-ins/{middle.id}/end").status_code == 303
    assert is_signed_in(second)
    assert first.post(f"/account/sign-ins/{middle.id}/end").status_code == 303
    assert [is_signed_in(browser) for browser in (first, second, third)] == [True, False, True]
    assert third.post("/account/sign-ins/end-others").status_code == 303
    assert [is_signed_in(browser) for browser in (first, third, other)] == [False, True, True]
    assert oldest.id not in {one.id for one in site.site.store.accounts.sign_ins_of(anna.id)}
