"""Who may do what: each route for each role, each cell expected; and no route that the table lacks. The routes of the
API are in test_api_matrix.py."""

from pathlib import Path
from typing import Any

import pytest

from judge.store.catalogue_records import Role, User
from judge.store.class_records import Assignment, AssignmentProblem, ClassMember, SchoolClass
from judge.store.contest_records import HeldContest
from judge.store.events import ContestAction
from judge.store.package_records import PackageVersion, Stage
from judge.store.similarity_records import (
    ClassComparison,
    ComparedPair,
    ComparedSubmission,
    ComparisonResult,
    Passage,
    Treated,
)
from judge.tests.web.contest_sites import hold
from judge.tests.web.sites import RIGHT, Browser, SiteUnderTest, bodies_read
from judge.web import pages
from judge.web.app import PAGES
from judge.web.routing import handlers_of
from judge.web.tokens import new_token, token_sha256

pytestmark = pytest.mark.built

OK, TO_SIGN_IN, NO, NOWHERE = "ok", "to sign in", "no", "nowhere"
EVERYBODY = (OK, OK, OK, OK)
SIGNED_IN = (TO_SIGN_IN, OK, OK, OK)
STAFF = (TO_SIGN_IN, NO, OK, OK)
ADMIN = (TO_SIGN_IN, NO, NO, OK)
OF_A_CLASS = (TO_SIGN_IN, NOWHERE, OK, OK)
"""Cells of a class in which the participant has no part; those of its teacher and students are in CLASS_CELLS."""
CHANGES_A_CLASS = (NO, NOWHERE, OK, OK)
ROLES = (None, Role.TEAM, Role.JURY, Role.ADMIN)
"""Whose cells the rows have, in this order. The participant is not who submitted."""
TABLE: dict[tuple[str, str], tuple[str, str, str, str]] = {
    ("GET", "/"): EVERYBODY,
    ("GET", "/problems/{name:str}"): EVERYBODY,
    ("GET", "/problems/{name:str}/board"): EVERYBODY,
    ("GET", "/problems/{name:str}/samples.zip"): EVERYBODY,
    ("GET", "/problems/{name:str}/exercise.zip"): (NOWHERE,) * 4,
    ("GET", "/lessons"): EVERYBODY,
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
    ("GET", "/institution"): (NOWHERE,) * 4,
    ("GET", "/forgotten"): (NOWHERE,) * 4,
    ("GET", "/institution/back"): (NOWHERE,) * 4,
    ("GET", "/sign-up"): EVERYBODY,
    ("GET", "/sign-up/{token:str}"): (NO,) * 4,
    ("GET", "/second-factor"): EVERYBODY,
    ("GET", "/language/{language:str}"): EVERYBODY,
    ("GET", "/static/{name:str}"): EVERYBODY,
    ("GET", "/health"): EVERYBODY,
    ("GET", "/ready"): EVERYBODY,
    ("GET", "/metrics"): (NO,) * 4,
    ("GET", "/{path:path}"): (NOWHERE,) * 4,
    ("GET", "/submissions"): SIGNED_IN,
    ("GET", "/submissions/{number:int}"): (TO_SIGN_IN, NOWHERE, OK, OK),
    ("GET", "/submissions/{number:int}/live"): (NO, NOWHERE, OK, OK),
    ("GET", "/runs/{number:int}"): (TO_SIGN_IN, NOWHERE, OK, OK),
    ("GET", "/runs/{number:int}/live"): (NO, NOWHERE, OK, OK),
    ("GET", "/account"): SIGNED_IN,
    ("GET", "/account/second-factor"): SIGNED_IN,
    ("GET", "/account/terminal"): SIGNED_IN,
    ("GET", "/users"): ADMIN,
    ("GET", "/settings"): ADMIN,
    ("GET", "/webhooks"): ADMIN,
    ("GET", "/audit"): ADMIN,
    ("GET", "/machine"): ADMIN,
    ("GET", "/new-contest"): ADMIN,
    ("GET", "/packages"): STAFF,
    ("GET", "/packages/{number:int}"): STAFF,
    ("GET", "/problems/{name:str}/manage"): STAFF,
    ("GET", "/rejudgings"): STAFF,
    ("GET", "/rejudgings/{number:int}"): (TO_SIGN_IN, NOWHERE, OK, OK),
    ("GET", "/classes"): SIGNED_IN,
    ("GET", "/classes/{number:int}"): OF_A_CLASS,
    ("GET", "/classes/{number:int}/members"): OF_A_CLASS,
    ("GET", "/classes/{number:int}/marks.csv"): OF_A_CLASS,
    ("GET", "/classes/{number:int}/assignments/new"): OF_A_CLASS,
    ("GET", "/assignments/{number:int}"): OF_A_CLASS,
    ("GET", "/assignments/{number:int}/edit"): OF_A_CLASS,
    ("GET", "/assignments/{number:int}/marks.csv"): OF_A_CLASS,
    ("GET", "/assignments/{number:int}/students/{user:int}"): OF_A_CLASS,
    ("GET", "/assignments/{number:int}/similarity"): OF_A_CLASS,
    ("GET", "/assignments/{number:int}/similarity/{problem:int}"): OF_A_CLASS,
    ("GET", "/assignments/{number:int}/similarity/{problem:int}/{pair:int}"): OF_A_CLASS,
    ("GET", "/join/{token:str}"): EVERYBODY,
    ("POST", "/classes"): CHANGES_A_CLASS,
    ("POST", "/classes/{number:int}"): CHANGES_A_CLASS,
    ("POST", "/classes/{number:int}/members"): CHANGES_A_CLASS,
    ("POST", "/classes/{number:int}/members/preview"): CHANGES_A_CLASS,
    ("POST", "/classes/{number:int}/members/{user:int}/link"): CHANGES_A_CLASS,
    ("POST", "/classes/{number:int}/teachers"): CHANGES_A_CLASS,
    ("POST", "/classes/{number:int}/invitations"): CHANGES_A_CLASS,
    ("POST", "/classes/{number:int}/invitations/{invitation:int}/revoke"): CHANGES_A_CLASS,
    ("POST", "/classes/{number:int}/assignments"): CHANGES_A_CLASS,
    ("POST", "/assignments/{number:int}"): CHANGES_A_CLASS,
    ("POST", "/assignments/{number:int}/students/{user:int}/extension"): CHANGES_A_CLASS,
    ("POST", "/assignments/{number:int}/students/{user:int}/rejudge"): CHANGES_A_CLASS,
    ("POST", "/assignments/{number:int}/similarity/{problem:int}"): CHANGES_A_CLASS,
    ("POST", "/join/{token:str}"): EVERYBODY,
    ("POST", "/classes/{number:int}/members/{user:int}/remove"): CHANGES_A_CLASS,
    ("POST", "/problems/{name:str}/submit"): (NO, OK, OK, OK),
    ("POST", "/problems/{name:str}/run"): (NO, OK, OK, OK),
    ("POST", "/contests"): (NO, NO, NO, OK),
    ("POST", "/new-contest"): (NO, NO, NO, OK),
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
    ("POST", "/rejudgings/{number:int}"): (NO, NOWHERE, OK, OK),
    ("POST", "/sign-in"): EVERYBODY,
    ("POST", "/sign-in/{token:str}"): EVERYBODY,
    ("POST", "/institution/sign-in"): (NOWHERE,) * 4,
    ("POST", "/sign-up"): EVERYBODY,
    ("POST", "/sign-out"): EVERYBODY,
    ("POST", "/sign-up/{token:str}"): (NO,) * 4,
    ("POST", "/second-factor"): EVERYBODY,
    ("POST", "/forgotten"): (NOWHERE,) * 4,
    ("POST", "/account/address"): (NO, NOWHERE, NOWHERE, NOWHERE),
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
    ("POST", "/webhooks"): (NO, NO, NO, OK),
    ("POST", "/webhooks/{number:int}/remove"): (NO, NO, NO, NOWHERE),
}
FOR_ITS_STUDENTS = {"/classes/{number:int}", "/assignments/{number:int}"}
"""Pages of a class that its students see, besides what every participant sees."""
REFUSED_BY_ITS_CONTENT = (400, 409, 410, 422)
"""What a route that may be used answers to a form without content, or to what is not there any more."""


@pytest.fixture
def judged(site: SiteUnderTest, tmp_path: Path) -> SiteUnderTest:
    """A site with a submission of somebody's that was judged, and is in rejudging 1; with version 1 of a package; and
    with a contest whose results are final."""
    participant = site.browser(Role.TEAM, "anna")
    store, contest = site.site.store, hold(site, tmp_path, "double").contest
    held = HeldContest(contest.id, thawed_utc_ms=1, finalized_utc_ms=1)
    [before] = store.contests.all()
    store.contests.change(before, (contest, held), ContestAction.FINALIZED)
    site.site.store.packages.offer(PackageVersion("double", "", stage=Stage.REPLACED))
    participant.submitted(RIGHT, "python3")
    participant.ran(RIGHT, "python3", "1")
    site.judge()
    site.site.upkeep.lacks = list  # type: ignore[method-assign]  # whatever does not live here
    jury = site.browser(Role.JURY, "ute")
    assert jury.post("/submissions/1/rejudge").headers["location"] == "/rejudgings/1"
    assert participant.user
    with_class(site, participant.user.id)
    return site


def with_class(site: SiteUnderTest, student_id: int) -> None:
    """Class 1 with assignment 1, of which this student has user 1's place in the paths."""
    store, teacher = site.site.store, site.browser(Role.TEACHER, "tom")
    assert teacher.user
    number = store.classes.add(SchoolClass("Algorithms", "UTC"), teacher_id=teacher.user.id).id
    store.classes.put_member(ClassMember(number, student_id))
    given = Assignment(number, "Sheet 1", "UTC", 0, 4_000_000_000_000)
    store.assignments.put(given, [AssignmentProblem(0, 1, 0)])
    with_a_comparison(site, student_id)


def with_a_comparison(site: SiteUnderTest, student_id: int) -> None:
    """Pair 1 of problem 1 of assignment 1: this student with one who has left, both with submission 1."""
    store = site.site.store
    left = store.accounts.sign_up(User("left", "Ann O'Nym", role=Role.TEAM))
    submissions = [ComparedSubmission(1, user, 1, Treated.LEXED, 180, 180) for user in (student_id, left.id)]
    comparison = store.comparisons.ask(ClassComparison(1, 1))
    passages = (Passage(0, 1, 1, 0, 2, 2, 27), Passage(0, 2, 2, 0, 1, 1, 24))
    pair = ComparedPair(comparison.id, 1, 0, 1, 0.8, 0.4, 51, True, passages)
    result = ComparisonResult(tuple(submissions), 1, 0.6, (0,) * 16 + (1,) + (0,) * 3)
    store.comparisons.end(comparison.id, result, [pair])


def path_of(template: str) -> str:
    values = {
        "{user:int}": "1",
        "{problem:int}": "1",
        "{pair:int}": "1",
        "{invitation:int}": "1",
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
    readers = [judged.browser(role) for role in ROLES]
    for (method, template), _ in TABLE.items():
        # A form has a browser of its own: some sign in or out, or change who asks.
        browsers = readers if method == "GET" else [judged.browser(role) for role in ROLES]
        found[method, template] = tuple(asked(browser, method, template) for browser in browsers)
    assert found == TABLE


def test_a_teacher_is_a_participant_but_in_classes_of_their_own(judged: SiteUnderTest) -> None:
    """The cells of the role, where they are not a participant's, and those of a class's own teacher and student."""
    rows = [row for row in TABLE if row[0] == "GET" and row[1] != "/{path:path}"]
    rows += [row for row in TABLE if row[0] == "POST" and TABLE[row] == CHANGES_A_CLASS]

    def browsers() -> dict[str, Browser]:
        return {
            "stranger": judged.browser(Role.TEACHER),
            "student": signed_in_again(judged, "anna"),
            "teacher": signed_in_again(judged, "tom"),
        }

    readers = browsers()
    for method, template in rows:
        of_team, of_staff = TABLE[method, template][1:3]
        is_of_class = TABLE[method, template] in (OF_A_CLASS, CHANGES_A_CLASS)
        is_of_class = is_of_class and template.startswith(("/classes", "/assignments"))
        who = readers if method == "GET" else browsers()
        found = {name: asked(browser, method, template) for name, browser in who.items()}
        is_shown = method == "GET" and template in FOR_ITS_STUDENTS
        expected = {
            "stranger": OK if (method, template) == ("POST", "/classes") else of_team,
            "student": OK if is_shown else of_team,
            "teacher": of_staff if is_of_class else of_team,
        }
        if template.startswith(("/submissions/", "/runs/")):
            expected["student"] = of_staff  # her own
        assert found == expected, (method, template)


def signed_in_again(site: SiteUnderTest, name: str) -> Browser:
    browser, accounts = site.browser(), site.site.store.accounts
    user = accounts.user_named(name)
    assert user
    token = new_token()
    accounts.put_link(user.id, token_sha256(token), 60_000)
    assert browser.post(f"/sign-in/{token}").status_code == 303
    return browser


def test_the_table_has_each_route(site: SiteUnderTest) -> None:
    routes = {
        (method, route.path_format if not route.path_components else str(route.path))
        for route in site.app.routes
        for method in route.methods
        if method not in ("OPTIONS", "HEAD") and not route.path.startswith("/api")
    }
    assert routes == set(TABLE)


def test_each_module_of_pages_is_served() -> None:
    names = {path.stem for path in Path(pages.__file__).parent.glob("*.py")} - {"__init__"}
    assert {module.__name__.rpartition(".")[2] for module in PAGES if [*handlers_of(module)]} == names


def test_nobody_changes_anything_without_a_form_of_ours(judged: SiteUnderTest) -> None:
    """A form is refused from a page of another site, and without its token; with both it is done (the table
    above)."""
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


def test_nothing_is_read_of_a_form_from_those_without_the_right_to_it(
    judged: SiteUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rights that a guard checks: a link to sign up is checked by its content. The control: a form is read from those
    who may send it."""
    read = bodies_read(monkeypatch)
    for (method, template), cells in TABLE.items():
        if method != "POST" or cells == (NO,) * 4:
            continue
        for role, expected in zip(ROLES, cells, strict=True):
            browser = judged.browser(role)
            read.clear()
            found = asked(browser, method, template)
            assert (found, bool(read)) == (expected, expected != NO), (template, role)


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
