"""Who may do what: each route for each role, each cell expected; and no route that the table lacks. The routes of the
API are in test_api_matrix.py."""

from pathlib import Path
from typing import Any

import pytest

from judge.store.catalogue_records import Role
from judge.store.contest_records import HeldContest
from judge.store.package_records import PackageVersion, Stage
from judge.tests.web.contest_sites import hold
from judge.tests.web.sites import RIGHT, Browser, SiteUnderTest

OK, TO_SIGN_IN, NO, NOWHERE = "ok", "to sign in", "no", "nowhere"
EVERYBODY = (OK, OK, OK, OK)
SIGNED_IN = (TO_SIGN_IN, OK, OK, OK)
STAFF = (TO_SIGN_IN, NO, OK, OK)
ADMIN = (TO_SIGN_IN, NO, NO, OK)
ROLES = (None, Role.TEAM, Role.JURY, Role.ADMIN)
"""Whose cells the rows have, in this order. The participant is not who submitted."""
TABLE: dict[tuple[str, str], tuple[str, str, str, str]] = {
    ("GET", "/"): EVERYBODY,
    ("GET", "/problems/{name:str}"): EVERYBODY,
    ("GET", "/problems/{name:str}/board"): EVERYBODY,
    ("GET", "/problems/{name:str}/samples.zip"): EVERYBODY,
    ("GET", "/problems/{name:str}/statement.pdf"): (NOWHERE,) * 4,
    ("GET", "/problems/{name:str}/pictures/{file:path}"): (NOWHERE,) * 4,
    ("GET", "/queue"): EVERYBODY,
    ("GET", "/contests"): EVERYBODY,
    ("GET", "/contests/{name:str}"): EVERYBODY,
    ("GET", "/contests/{name:str}/board"): EVERYBODY,
    ("GET", "/contests/{name:str}/live"): EVERYBODY,
    ("GET", "/contests/{name:str}/clarifications"): EVERYBODY,
    ("GET", "/contests/{name:str}/awards"): EVERYBODY,
    ("GET", "/contests/{name:str}/staff"): STAFF,
    ("GET", "/contests/{name:str}/balloons"): STAFF,
    ("GET", "/contests/{name:str}/export"): STAFF,
    ("GET", "/sign-in"): EVERYBODY,
    ("GET", "/sign-in/{token:str}"): EVERYBODY,
    ("GET", "/sign-up"): EVERYBODY,
    ("GET", "/sign-up/{token:str}"): (NO,) * 4,
    ("GET", "/second-factor"): EVERYBODY,
    ("GET", "/language/{language:str}"): EVERYBODY,
    ("GET", "/static/{name:str}"): EVERYBODY,
    ("GET", "/health"): EVERYBODY,
    ("GET", "/{path:path}"): (NOWHERE,) * 4,
    ("GET", "/submissions"): SIGNED_IN,
    ("GET", "/submissions/{number:int}"): (TO_SIGN_IN, NOWHERE, OK, OK),
    ("GET", "/submissions/{number:int}/live"): (NO, NOWHERE, OK, OK),
    ("GET", "/account"): SIGNED_IN,
    ("GET", "/account/second-factor"): SIGNED_IN,
    ("GET", "/account/terminal"): SIGNED_IN,
    ("GET", "/users"): ADMIN,
    ("GET", "/settings"): ADMIN,
    ("GET", "/audit"): ADMIN,
    ("GET", "/packages"): STAFF,
    ("GET", "/packages/{number:int}"): STAFF,
    ("GET", "/problems/{name:str}/manage"): STAFF,
    ("GET", "/rejudgings"): STAFF,
    ("GET", "/rejudgings/{number:int}"): STAFF,
    ("POST", "/problems/{name:str}/submit"): (NO, OK, OK, OK),
    ("POST", "/contests"): (NO, NO, NO, OK),
    ("POST", "/contests/{name:str}/clarifications"): (NO, OK, OK, OK),
    ("POST", "/contests/{name:str}/staff"): (NO, NO, OK, OK),
    ("POST", "/contests/{name:str}/balloons"): (NO, NO, OK, OK),
    ("POST", "/contests/{name:str}/accounts"): (NO, NO, NO, OK),
    ("POST", "/packages"): (NO, NO, OK, OK),
    ("POST", "/packages/{number:int}/open"): (NO, NO, OK, OK),
    ("POST", "/packages/{number:int}/drop"): (NO, NO, OK, OK),
    ("POST", "/problems/{name:str}/manage"): (NO, NO, OK, OK),
    ("POST", "/problems/{name:str}/check"): (NO, NO, OK, OK),
    ("POST", "/problems/{name:str}/delete"): (NO, NO, OK, OK),
    ("POST", "/submissions/{number:int}/rejudge"): (NO, NO, OK, OK),
    ("POST", "/problems/{name:str}/rejudge"): (NO, NO, OK, OK),
    ("POST", "/rejudgings/{number:int}"): (NO, NO, OK, OK),
    ("POST", "/sign-in"): EVERYBODY,
    ("POST", "/sign-in/{token:str}"): EVERYBODY,
    ("POST", "/sign-up"): EVERYBODY,
    ("POST", "/sign-out"): EVERYBODY,
    ("POST", "/sign-up/{token:str}"): (NO,) * 4,
    ("POST", "/second-factor"): EVERYBODY,
    ("POST", "/account/password"): (NO, OK, OK, OK),
    ("POST", "/account/second-factor"): (NO, OK, OK, OK),
    ("POST", "/account/second-factor/begin"): (NO, OK, OK, OK),
    ("POST", "/account/second-factor/codes"): (NO, OK, OK, OK),
    ("POST", "/account/second-factor/remove"): (NO, OK, OK, OK),
    ("POST", "/account/sign-ins/{number:int}/end"): (NO, OK, OK, OK),
    ("POST", "/account/sign-ins/end-others"): (NO, OK, OK, OK),
    ("POST", "/account/tokens"): (NO, OK, OK, OK),
    ("POST", "/account/tokens/{number:int}/revoke"): (NO, NOWHERE, NOWHERE, NOWHERE),
    ("POST", "/account/terminal"): (NO, OK, OK, OK),
    ("POST", "/users"): (NO, NO, NO, OK),
    ("POST", "/users/{number:int}"): (NO, NO, NO, OK),
    ("POST", "/users/{number:int}/link"): (NO, NO, NO, OK),
    ("POST", "/users/{number:int}/second-factor"): (NO, NO, NO, OK),
    ("POST", "/settings"): (NO, NO, NO, OK),
    ("POST", "/settings/links"): (NO, NO, NO, OK),
    ("POST", "/settings/links/{number:int}/end"): (NO, NO, NO, OK),
}
REFUSED_BY_ITS_CONTENT = (400, 409, 410, 422)
"""What a route that may be used answers to a form without content, or to what is not there any more."""


@pytest.fixture
def judged(site: SiteUnderTest, tmp_path: Path) -> SiteUnderTest:
    """With a submission of somebody's that was judged, and is in rejudging 1; with version 1 of a package; and with a
    contest whose results are final."""
    store, contest = site.site.store, hold(site, tmp_path, "double").contest
    held = HeldContest(contest.id, thawed_utc_ms=1, finalized_utc_ms=1)
    store.contests.change(contest, held, "finalized")
    site.site.store.packages.offer(PackageVersion("double", "", stage=Stage.REPLACED))
    site.browser(Role.TEAM, "anna").submitted(RIGHT, "python3")
    site.judge()
    jury = site.browser(Role.JURY, "ute")
    assert jury.post("/submissions/1/rejudge").headers["location"] == "/rejudgings/1"
    return site


def path_of(template: str) -> str:
    values = {
        "{name:str}": "double",
        "{number:int}": "1",
        "{token:str}": "x",
        "{language:str}": "zh",
        "/{file:path}": "/x.png",
    }
    if template.startswith("/static"):
        values["{name:str}"] = "live.js"
    for place, value in {**values, "/{path:path}": "/nothing/here"}.items():
        template = template.replace(place, value)
    return template


def cell_of(answer: Any) -> str:
    if answer.status_code == 303 and answer.headers["location"].startswith("/sign-in?to="):
        return TO_SIGN_IN
    if answer.status_code in (401, 403):
        return NO
    if answer.status_code == 404:
        return NOWHERE
    is_fine = answer.status_code in (200, 303, *REFUSED_BY_ITS_CONTENT)
    return OK if is_fine else f"{answer.status_code}: {answer.text}"


def asked(browser: Browser, method: str, template: str) -> str:
    answer = browser.get(path_of(template)) if method == "GET" else browser.post(path_of(template))
    return cell_of(answer)


def test_each_route_answers_each_role_as_the_table_says(judged: SiteUnderTest) -> None:
    found = {}
    for (method, template), _ in TABLE.items():
        # A browser of its own for each: some routes sign in or out.
        browsers = [judged.browser(role) for role in ROLES]
        found[method, template] = tuple(asked(browser, method, template) for browser in browsers)
    assert found == TABLE


def test_the_table_has_each_route(site: SiteUnderTest) -> None:
    routes = {
        (method, route.path_format if not route.path_components else str(route.path))
        for route in site.app.routes
        for method in route.methods
        if method not in ("OPTIONS", "HEAD") and not route.path.startswith("/api")
    }
    assert routes == set(TABLE)


def test_nobody_changes_anything_without_a_form_of_ours(judged: SiteUnderTest) -> None:
    """Neither from a page of another site, nor without what the form holds; with both it is done (the table above)."""
    for method, template in TABLE:
        if method != "POST":
            continue
        browser = judged.browser(Role.ADMIN)
        token = browser.token()
        elsewhere = ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"})
        for headers in (*elsewhere, {"sec-fetch-site": "same-site"}):
            answer = browser.client.post(path_of(template), data={"token": token}, headers=headers)
            assert answer.status_code == 403, (template, headers)
        for data in ({}, {"token": ""}, {"token": "0" * 64}, {"token": judged.browser().token()}):
            assert browser.client.post(path_of(template), data=data).status_code == 403, (template, data)
        as_json = browser.client.post(path_of(template), json={"token": token})
        assert as_json.status_code == 403, template


def test_the_submitter_sees_what_another_participant_does_not(judged: SiteUnderTest) -> None:
    """The control of NOWHERE above."""
    anna = judged.browser()
    accounts = judged.site.store.accounts
    user = accounts.user_named("anna")
    assert user
    from judge.web.tokens import token_sha256

    accounts.put_link(user.id, token_sha256("link"), 60_000)
    assert anna.post("/sign-in/link").status_code == 303
    assert [cell_of(anna.get(path)) for path in ("/submissions/1", "/submissions/1/live")] == [OK, OK]
