"""What holds for every page: headers, whose names lead to it, how much it takes, and that no text becomes markup."""

import inspect
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from litestar._parsers import parse_url_encoded_form_data

from judge.base.records import replace
from judge.service.online import OnlineJudge
from judge.service.visibility import Viewer
from judge.store.catalogue_records import Role, User
from judge.store.records import FileRecord, Submission
from judge.store.tokens import TokenScope
from judge.tests.web.api_clients import api
from judge.tests.web.contest_sites import hold
from judge.tests.web.sites import RIGHT, Browser, SiteUnderTest, new_client
from judge.web.forms import MOST_FIELDS, MOST_TYPED
from judge.web.sessions import form_token
from judge.web.site import Site, SiteOptions

pytestmark = pytest.mark.built

PATHS = ("/", "/problems/double", "/queue", "/sign-in", "/nothing", "/static/live.js", "/submissions/99")
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7 * 7 }}{% raw %}",
    "' onmouseover='alert(1)",
    "javascript:alert(1)",
    "\u202eevil\u202c",
    "a\u0000b\x1b[31m",
    "&lt;script&gt;",
    "</textarea></title></style><script>alert(1)</script>",
)


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_has_the_headers(site: SiteUnderTest, path: str) -> None:
    headers = site.browser().get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert not {"script-src", "style-src"} & policy.keys()
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers
    assert ("no-store" in headers["cache-control"]) is not path.startswith("/static")


def test_what_a_form_proves_is_of_one_browser_and_one_sign_in() -> None:
    found = {form_token(form, session) for form in ("one", "two") for session in ("", "anna", "ben")}
    assert len(found) == 6
    assert form_token("one", "anna") in found


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/nothing", "text/html; charset=utf-8"),
        ("/static/live.js", "text/javascript; charset=utf-8"),
        ("/static/style.css", "text/css; charset=utf-8"),
        ("/api/problems", "application/json"),
        ("/api/submissions/99", "application/problem+json"),
        ("/problems/double/samples.zip", "application/zip"),
    ],
)
def test_answers_say_what_they_are(site: SiteUnderTest, path: str, kind: str) -> None:
    assert site.browser().get(path).headers["content-type"] == kind


def test_no_page_has_script_or_style_of_its_own(site: SiteUnderTest) -> None:
    admin = site.browser(Role.ADMIN)
    for path in (*PATHS[:5], "/users", "/account", "/submissions", "/rejudgings"):
        text = admin.get(path).text
        assert re.findall(r"<script(?![^>]* src=)|<style|\son\w+=|\sstyle=|javascript:", text) == []


@pytest.mark.parametrize(
    ("host", "status"),
    [("127.0.0.1:8000", 200), ("localhost:1", 200), ("[::1]:8000", 200), ("evil.example", 421), ("", 421)],
)
def test_a_name_of_somebody_else_leads_nowhere(site: SiteUnderTest, host: str, status: int) -> None:
    assert site.browser().get("/", headers={"host": host}).status_code == status


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(site: SiteUnderTest) -> None:
    for is_https in (False, True):
        options = replace(SiteOptions(), is_https=is_https)
        under_test = SiteUnderTest(Site(site.site.online, options), site.host)
        answer = under_test.browser().get("/")
        [cookie] = answer.headers.get_list("set-cookie")
        assert "HttpOnly" in cookie
        assert "samesite=lax" in cookie.lower()
        assert cookie.startswith("__Host-form=" if is_https else "form=")
        assert ("Secure" in cookie) is is_https
        assert ("strict-transport-security" in answer.headers) is is_https


def test_a_form_that_is_too_large_is_refused(site: SiteUnderTest) -> None:
    student = site.browser(Role.TEAM)
    fields = {"source": "#" * 9_000_000, "language": "python3"}
    assert student.post("/problems/double/submit", fields).status_code == 413
    assert student.post("/account/password", {"password": "x" * 300_000}).status_code == 413


def test_what_was_sent_in_a_form_stays_nowhere(site: SiteUnderTest) -> None:
    """The framework has a cache of parsed forms: passwords would stay in it."""
    parse_url_encoded_form_data.cache_clear()
    browser = site.browser(Role.TEAM)
    assert browser.submit(RIGHT, "python3").status_code == 303
    assert browser.post("/sign-in", {"name": "anna", "password": "correct horse"}).status_code == 422
    site.browser().client.post("/api/kattis/login", data={"user": "anna", "token": "secret"})
    assert parse_url_encoded_form_data.cache_info().currsize == 0


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"name": ["x"] * 1000}, 422),
        ({"name": ["x"] * MOST_FIELDS}, 413),
    ],
)
def test_the_number_of_fields_is_bounded(site: SiteUnderTest, fields: dict[str, Any], status: int) -> None:
    assert site.browser().post("/sign-in", {**fields, "password": "wrong"}).status_code == status


def test_a_form_without_files_is_bounded_where_files_may_be_large(site: SiteUnderTest) -> None:
    """The control: the page sends the same text as one with files may be."""
    admin = site.browser(Role.ADMIN)
    typed = {"source": "#" * (MOST_TYPED + 1), "language": "python3"}
    for path in ("/problems/double/submit", "/contests"):
        assert admin.post(path, typed).status_code == 413
        assert admin.post(path, typed, files=[("none", ("", b""))]).status_code != 413


def as_parts(*parts: bytes) -> dict[str, Any]:
    """A request with a form of these parts."""
    content = b"".join(b"--x\r\nContent-Disposition: form-data; " + part + b"\r\n" for part in parts)
    return {
        "content": content + b"--x--\r\n",
        "headers": {"content-type": "multipart/form-data; boundary=x"},
    }


MALFORMED: Mapping[str, tuple[str, str, dict[str, Any]]] = {
    "host": ("GET", "/", {"headers": {"host": "["}}),
    "host of a form": ("POST", "/sign-in", {"headers": {"host": "["}}),
    "host without a route": ("POST", "/nothing", {"headers": {"host": "["}}),
    "port": ("GET", "/", {"headers": {"host": "localhost:port"}}),
    "large port": ("GET", "/", {"headers": {"host": "localhost:99999"}}),
    "origin": ("POST", "/sign-in", {"headers": {"origin": "http://["}}),
    "bytes": ("POST", "/sign-in", as_parts(b'name="name"\r\n\r\n\xff')),
    "bytes in a name": ("POST", "/sign-in", as_parts(b'name="\xff"\r\n\r\nx')),
    "charset": (
        "POST",
        "/sign-in",
        as_parts(b'name="name"\r\nContent-Type: text/plain; charset=nonsense\r\n\r\nx'),
    ),
    "half of a character": (
        "POST",
        "/sign-in",
        as_parts(b'name="token"\r\nContent-Type: text/plain; charset=unicode_escape\r\n\r\n\\ud800'),
    ),
    "boundary": (
        "POST",
        "/sign-in",
        {"content": b"x", "headers": {"content-type": 'multipart/form-data; boundary=""'}},
    ),
    "no boundary": (
        "POST",
        "/sign-in",
        {"content": b"x", "headers": {"content-type": "multipart/form-data"}},
    ),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_request_is_no_fault_of_the_judge(site: SiteUnderTest, name: str) -> None:
    method, path, sent = MALFORMED[name]
    client = new_client(site.app, raise_server_exceptions=False)
    answer = client.request(method, path, **sent)
    assert (answer.status_code < 500, site.site.counts.faults) == (True, 0)


def test_a_malformed_upload_to_the_api_is_no_fault_of_the_judge(site: SiteUnderTest) -> None:
    """The control: the same one with text is a submission."""
    client, found = api(site, TokenScope.SUBMIT), []
    for key in (b"\xff", b"mine"):
        file = b'name="files"; filename="mine.py"\r\n\r\n' + RIGHT.encode()
        parts = as_parts(b'name="key"\r\n\r\n' + key, file)
        found.append(client.post("/problems/double/uploads", **parts).status_code)
    assert (found, site.site.counts.faults) == ([400, 201], 0)


@pytest.mark.parametrize("value", ["9" * 5000, "9" * 30, "-" + "9" * 30, "-1", "1.5", "x"])
def test_an_impossible_number_is_no_fault_of_the_judge(
    site: SiteUnderTest, tmp_path: Path, value: str
) -> None:
    hold(site, tmp_path)
    jury = site.browser(Role.JURY)
    jury.client = new_client(site.app, cookies=jury.client.cookies, raise_server_exceptions=False)
    assert jury.submit(RIGHT, "python3", assignment=value).status_code in (303, 400)
    answered = {"text": "No.", "reply_to": value}
    assert jury.post("/contests/cup/clarifications", answered).status_code in (400, 404, 422)
    assert site.site.counts.faults == 0


def hostile_pages(site: SiteUnderTest, text: str) -> Mapping[str, str]:
    """What pages show where a user, a submission, its files and its failure are called so."""
    store = site.site.store
    [problem] = site.site.online.problems(Viewer(None, Role.VISITOR))
    store.catalogue.put(replace(problem, title=text))
    user = store.accounts.sign_up(User(f"user {text}", full_name=text))
    name = re.sub(r"[^\x20-\x7e]|/", "", text)
    files = [FileRecord(name, text.encode())]
    submission = Submission(problem.id, text, "python3", user_id=user.id)
    number = store.submissions.submit(submission, files).id
    lease = store.queue.claim("worker <b>", 60_000)
    assert lease
    store.queue.fail(lease, text, is_final=True)
    store.submissions.submit(replace(submission, author=text), files)
    admin = site.browser(Role.ADMIN)
    paths = ("/", "/problems/double", "/queue", "/submissions", f"/submissions/{number}", "/users")
    pages = {path: admin.get(path) for path in paths}
    assert {path: page.status_code for path, page in pages.items()} == dict.fromkeys(paths, 200)
    return {path: page.text for path, page in pages.items()}


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_becomes_markup(site: SiteUnderTest, text: str) -> None:
    for path, page in hostile_pages(site, text).items():
        assert "<script>" not in page, path
        assert "<img" not in page, path
        assert "\u202e" not in page, path
        assert "\x00" not in page, path
        assert not re.search(r"<[^>]*\son\w+=", re.sub(r'"[^"]*"', '""', page)), path
        assert ">49<" not in page


def test_sent_back_is_what_was_typed_as_text(site: SiteUnderTest) -> None:
    student: Browser = site.browser(Role.TEAM)
    for text in HOSTILE:
        page = student.submit(text, "").text
        assert "<script>" not in page
        assert "<img" not in page
        signed = site.browser().post("/sign-in", {"name": text, "password": "x", "to": text}).text
        assert "<script>" not in signed
        assert "<img" not in signed


@pytest.mark.parametrize(
    "to", ["//evil.example", "https://evil.example", "/\\evil.example", "\\/evil", "/a\nb"]
)
def test_no_link_leads_away(site: SiteUnderTest, to: str) -> None:
    browser = site.browser()
    browser.post("/sign-up", {"name": "anna", "password": "correct horse"})
    fields = {"name": "anna", "password": "correct horse", "to": to}
    assert site.browser().post("/sign-in", fields).headers["location"] == "/"
    assert browser.get("/language/zh", params={"to": to}).headers["location"] == "/"
    assert browser.get("/language/zh", params={"to": "/queue"}).headers["location"] == "/queue"


def test_the_policy_hides_verdicts_on_every_page(site: SiteUnderTest) -> None:
    from judge.service.visibility import Feedback
    from judge.tests.web.sites import WRONG

    store = site.site.store
    online = OnlineJudge(site.host, store, feedback=Feedback.NONE)
    silent = SiteUnderTest(Site(online), site.host)
    student = silent.browser(Role.TEAM, "anna")  # a random name may have "WA" in it
    number = student.submitted(WRONG, "python3")
    silent.judge()
    pages = {
        path: student.get(path).text
        for path in ("/", "/problems/double", "/submissions", f"/submissions/{number}", "/queue")
    }
    jury = silent.browser(Role.JURY).get(f"/submissions/{number}").text
    assert 'class="verdict WA"' in jury
    assert "secret/02-beyond-32-bits" in jury
    for path, page in pages.items():
        assert "WA" not in re.sub(r'value="[^"]*"', "", page), path
        assert "secret/" not in page, path
        assert "tried" not in page, path
    assert 'class="verdict done"' in pages[f"/submissions/{number}"]


def test_no_request_waits_for_a_thread_before_its_handler_is_called(site: SiteUnderTest) -> None:
    """A guard that is no coroutine is called in one, by each request."""
    handlers = [handler for route in site.app.routes for handler in getattr(route, "route_handlers", ())]
    guards = {guard for handler in handlers for guard in handler.resolve_guards()}
    assert len(guards) >= 6
    assert [guard for guard in guards if not inspect.iscoroutinefunction(guard)] == []
