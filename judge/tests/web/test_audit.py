"""The audit: each thing that the staff does is one event with who, when, what and from where, and the page finds it."""

import re
from pathlib import Path
from typing import Any

import pytest

from judge.store.catalogue_records import ProblemRecord, Role, User
from judge.store.events import AuditFilter, Event, EventKind
from judge.store.package_records import Outcome, PackageVersion
from judge.tests.watching import soon
from judge.tests.web.contest_sites import MANIFEST, contest_zip, hold
from judge.tests.web.sites import RIGHT, Browser, SiteUnderTest
from judge.tests.web.test_roles import CHANGES_A_CLASS, OK, TABLE

pytestmark = pytest.mark.built

ROW = re.compile(r'<tr id="e\d+"><td>.*?</td><td>(.*?)</td><td><code>(.*?)</code>')
ADDRESS = "testclient"
"""The address that the client of the tests reports."""
DONE: dict[str, tuple[str, dict[str, Any], EventKind]] = {
    "/submissions/{number:int}/rejudge": ("/submissions/2/rejudge", {}, EventKind.REJUDGING_OPENED),
    "/problems/{name:str}/rejudge": ("/problems/double/rejudge", {}, EventKind.REJUDGING_OPENED),
    "/rejudgings/{number:int}": ("/rejudgings/1", {}, EventKind.REJUDGING_DROPPED),
    "/packages": ("/packages", {"opens_as": "open"}, EventKind.PROBLEM),
    "/packages/{number:int}/open": ("/packages/1/open", {}, EventKind.PROBLEM),
    "/packages/{number:int}/drop": ("/packages/1/drop", {}, EventKind.PROBLEM),
    "/problems/{name:str}/manage": ("/problems/double/manage", {"state": "hidden"}, EventKind.PROBLEM),
    "/problems/{name:str}/check": ("/problems/double/check", {}, EventKind.PROBLEM),
    "/problems/{name:str}/delete": ("/problems/uploaded/delete", {}, EventKind.PROBLEM),
    "/contests": ("/contests", {}, EventKind.CONTEST),
    "/new-contest": (
        "/new-contest",
        {"title": "New", "zone": "UTC", "problem-1": "1", "teams": "One\nTwo"},
        EventKind.CONTEST,
    ),
    "/contests/{name:str}/staff": ("/contests/cup/staff", {"do": "thaw"}, EventKind.CONTEST),
    "/contests/{name:str}/balloons": (
        "/contests/cup/balloons",
        {"team": "bob", "label": "A"},
        EventKind.CONTEST,
    ),
    "/contests/{name:str}/accounts": (
        "/contests/cup/accounts",
        {"do": "links", "team": "bob"},
        EventKind.CONTEST,
    ),
    "/users": ("/users", {"name": "new", "role": "jury"}, EventKind.USER),
    "/users/{number:int}": ("/users/1", {"role": "jury", "is_active": "true"}, EventKind.USER),
    "/users/{number:int}/link": ("/users/1/link", {}, EventKind.LINK),
    "/users/{number:int}/second-factor": ("/users/2/second-factor", {}, EventKind.SECOND_FACTOR),
    "/settings": ("/settings", {"registration": "link", "second_factor": "optional"}, EventKind.SETTINGS),
    "/settings/links": ("/settings/links", {"accounts": 3, "days": 2}, EventKind.SIGN_UP_LINK),
    "/settings/links/{number:int}/end": ("/settings/links/1/end", {}, EventKind.SIGN_UP_LINK),
    "/webhooks": ("/webhooks", {"url": "https://scores.example/", "webhook_token": "x"}, EventKind.SETTINGS),
}
"""An address and a form for each route by which the staff changes something, and the event that it causes."""
FILES = {
    "/packages": [("package", ("new.zip", b"a package"))],
    "/contests": [("files", ("two.zip", contest_zip(MANIFEST.replace("id: cup", "id: two"))))],
}
"""Files of these forms."""
BESIDE = {
    "/users": [EventKind.LINK],
    "/contests": [EventKind.USER] * 3,
    "/new-contest": [EventKind.USER] * 2,
    "/contests/{name:str}/accounts": [EventKind.LINK],
    "/rejudgings/{number:int}": [EventKind.CANCELLED],
}
"""What else follows from it: the link of a new user, the jobs of a rejudging that is dropped, the
accounts of a contest's teams."""
OF_STAFF = [
    path
    for (method, path), cells in TABLE.items()
    if method == "POST" and cells[1] != OK and cells[3] == OK and cells is not CHANGES_A_CLASS
]


@pytest.fixture
def filled(site: SiteUnderTest, tmp_path: Path) -> SiteUnderTest:
    """A site with something that each form of DONE can change."""
    anna = site.browser(Role.TEAM, "anna")
    for source in (RIGHT, f"{RIGHT}#"):
        anna.submitted(source, "python3")
    site.judge()
    ute = site.browser(Role.JURY, "ute")
    assert ute.user
    site.site.store.second_factors.begin(ute.user.id, "nonce")
    site.site.store.second_factors.confirm(ute.user.id, [])
    site.site.store.rejudgings.open([1], "why")
    site.site.store.catalogue.put(ProblemRecord("uploaded", "a" * 64, origin="packages/9/uploaded"))
    site.site.store.packages.offer(PackageVersion("double", "", outcome=Outcome.CLEAN))
    hold(site, tmp_path)
    site.site.store.sign_up_links.put(ute.user.id, "a" * 64, 600_000, 3)
    return site


def of_the_staff(site: SiteUnderTest) -> list[Event]:
    return site.site.store.audit.newest(AuditFilter(by_staff=True), 100)


def test_the_forms_are_those_of_all_routes_of_the_staff() -> None:
    assert set(DONE) == set(OF_STAFF)


@pytest.mark.parametrize("route", OF_STAFF)
def test_what_the_staff_does_is_an_event(filled: SiteUnderTest, route: str) -> None:
    path, fields, kind = DONE[route]
    admin = filled.browser(Role.ADMIN, "zoe")
    assert admin.user
    if path == "/problems/double/rejudge":  # which takes all, and none may be in another one
        filled.site.store.rejudgings.drop(1)
    before = of_the_staff(filled)
    answer = admin.post(path, fields, files=FILES[path]) if path in FILES else admin.post(path, fields)
    assert answer.status_code in (200, 303), answer.text
    new = [one for one in of_the_staff(filled) if one not in before]
    [event] = [one for one in new if one.kind is kind]
    assert (event.actor_id, event.address, event.by_staff) == (admin.user.id, ADDRESS, True)
    assert event.at_utc_ms > 0
    assert any(
        (
            event.user_id,
            event.contest_id,
            event.problem_id,
            event.submission_id,
            event.rejudging_id,
            event.data,
        )
    )
    assert [one.kind for one in new if one is not event] == BESIDE.get(route, [])


def test_what_is_refused_or_changes_nothing_is_no_change_in_the_audit(filled: SiteUnderTest) -> None:
    admin, student = filled.browser(Role.ADMIN, "zoe"), filled.browser(Role.TEAM, "ben")
    before = of_the_staff(filled)
    same = {"registration": "open", "second_factor": "optional"}
    assert admin.post("/settings", same).status_code == 200
    assert admin.post("/users", {"name": "-", "role": "jury"}).status_code == 422
    assert student.post("/users", {"name": "new", "role": "admin"}).status_code == 403
    assert of_the_staff(filled) == before
    assert student.user
    wanted = AuditFilter(kind=EventKind.REFUSED, actor_id=student.user.id)
    assert soon(lambda: bool(filled.site.store.audit.newest(wanted, 9)))
    [refused] = filled.site.store.audit.newest(wanted, 9)
    assert refused.data == {"asked": "POST /users"}


def test_signing_in_and_failing_to_is_noted_with_the_address(site: SiteUnderTest) -> None:
    browser = site.browser()
    browser.post("/sign-up", {"name": "anna", "password": "correct horse"})
    browser.post("/sign-in", {"name": "anna", "password": "a secret"})
    browser.post("/sign-in", {"name": "typed-password", "password": "a secret"})
    browser.post("/sign-in", {"name": "anna", "password": "correct horse"})
    browser.post("/sign-out")
    found = site.site.store.audit.newest(AuditFilter(address=ADDRESS), 100)
    anna = site.site.store.accounts.user_named("anna")
    assert anna
    kinds = [(one.kind, one.user_id) for one in reversed(found)]
    assert kinds == [
        (EventKind.USER, anna.id),
        (EventKind.SIGNED_IN, anna.id),
        (EventKind.SIGN_IN_REFUSED, anna.id),
        (EventKind.SIGN_IN_REFUSED, None),
        (EventKind.SIGNED_IN, anna.id),
        (EventKind.SIGNED_OUT, anna.id),
    ]
    assert not any("secret" in str(one) or "typed-password" in str(one) for one in found)


def rows(browser: Browser, query: str = "") -> list[tuple[str, str]]:
    """The kinds of what the page shows, and who did each."""
    page = browser.get(f"/audit?{query}")
    assert page.status_code == 200, page.text
    return [(who, kind) for who, kind in re.findall(ROW, page.text)]


def test_the_page_finds_what_is_asked_for(filled: SiteUnderTest) -> None:
    admin = filled.browser(Role.ADMIN, "zoe")
    admin.post("/users", {"name": "new", "role": "jury"})
    admin.post("/users/1", {"role": "jury", "is_active": "true"})
    whole = rows(admin)
    assert ("zoe", "user") in whole
    assert any(who == "anna" for who, _ in whole)
    assert {who for who, _ in rows(admin, "staff=yes")} == {"zoe"}
    assert rows(admin, "who=Zoe&kind=user") == [("zoe", "user")] * 2
    assert rows(admin, f"address={ADDRESS}") == rows(admin)
    assert rows(admin, "who=anna&kind=submitted") == [("anna", "submitted")] * 2
    assert rows(admin, "since=2000-01-01") == rows(admin)
    for nothing in ("who=nobody", "address=192.0.2.8", "until=2000-01-01", "since=9999-12-30"):
        assert rows(admin, nothing) == []
    for odd in ("since=x&until=9999-99-99", "kind=x", "before=1", "until=9999-12-31"):
        assert admin.get(f"/audit?{odd}").status_code == 200
    assert admin.get("/audit?before=x").status_code == 400
    assert "role: jury" in admin.get("/audit?kind=user").text


def test_it_is_read_page_by_page(site: SiteUnderTest) -> None:
    admin = site.browser(Role.ADMIN, "zoe")
    assert admin.user
    for number in range(130):
        site.site.store.events.put(Event(EventKind.LINK, data={"n": number}))  # of nobody: not in the audit
    with site.site.store.database.write() as transaction:
        for number in range(130):
            transaction.insert(
                "events",
                {
                    "at_utc_ms": number,
                    "kind": "link",
                    "actor_id": admin.user.id,
                    "address": "x",
                    "by_staff": 1,
                },
            )
    first = admin.get("/audit?kind=link&staff=yes")
    [older] = re.findall(r'href="(/audit\?[^"]*before=\d+)"', first.text)
    assert "staff=yes" in older
    numbers = [
        re.findall(r'<tr id="e(\d+)">', admin.get(path.replace("&amp;", "&")).text)
        for path in ("/audit?kind=link&staff=yes", older)
    ]
    assert [len(page) for page in numbers] == [100, 30]
    assert not set(numbers[0]) & set(numbers[1])


def test_what_the_console_does_is_the_staffs(site: SiteUnderTest) -> None:
    from judge.store.acting import CONSOLE, Actor, acting

    accounts = site.site.store.accounts
    user = accounts.sign_up(User("anna"))
    with acting(Actor(None, CONSOLE, is_staff=True)):
        accounts.put_link(user.id, "b" * 64, 1000)
    accounts.put_link(user.id, "c" * 64, 1000)
    [event] = of_the_staff(site)
    assert (event.address, event.user_id, event.actor_id) == (CONSOLE, user.id, None)
