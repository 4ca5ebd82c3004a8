"""The REST API: what programs see and do for a user by a token, and how they are refused."""

from typing import Any

import msgspec
import pytest

from judge.base.records import replace
from judge.service.online import OnlineJudge
from judge.service.visibility import Feedback
from judge.store.catalogue_records import Role
from judge.store.class_records import Assignment, AssignmentProblem, ClassMember, SchoolClass
from judge.store.errors import NotInStore, StoreError, Unavailable
from judge.store.tokens import TokenScope
from judge.tests.web.api_clients import api
from judge.tests.web.sites import BROKEN, RIGHT, WRONG, SiteUnderTest
from judge.web.api import shapes
from judge.web.rates import Rates
from judge.web.site import Site

pytestmark = pytest.mark.built

READ, SUBMIT, ADMIN, _ = TokenScope


def given(source: str, name: str = "mine.py", **fields: object) -> dict[str, Any]:
    return {"files": [{"name": name, "text": source}], **fields}


def test_a_program_submits_and_follows_its_submission(site: SiteUnderTest) -> None:
    client = api(site, READ, SUBMIT)
    answer = client.post("/problems/double/submissions", json=given(WRONG))
    assert answer.status_code == 201
    new = msgspec.json.decode(answer.content, type=shapes.WholeSubmission)
    assert answer.headers["location"] == "/api/submissions/1"
    assert (new.submission.state, new.submission.verdict, new.judgement, new.runs) == (
        "queued",
        None,
        None,
        (),
    )
    assert new.place
    assert new.place.before == 0
    site.judge()
    done = msgspec.json.decode(client.get("/submissions/1").content, type=shapes.WholeSubmission)
    assert done.judgement
    assert (done.submission.state, done.submission.verdict, done.place) == ("done", "WA", None)
    assert [run.verdict for run in done.runs][-1] == "WA"
    assert done.runs[-1].detail["difference"]
    assert done.last_event > new.last_event
    listed = client.get("/submissions").json()
    assert [(one["id"], one["verdict"], one["problem"]) for one in listed["submissions"]] == [
        (1, "WA", "double")
    ]
    assert client.get("/submissions?problem=nothing").status_code == 404
    assert client.get("/problems").json()["problems"][0]["verdicts"] == ["WA"]


@pytest.mark.parametrize(
    ("error", "status"), [(NotInStore("submission 7 is not in the store."), 404), (Unavailable("busy"), 503)]
)
def test_a_store_that_is_busy_is_no_submission_that_is_not_there(
    site: SiteUnderTest, monkeypatch: pytest.MonkeyPatch, error: StoreError, status: int
) -> None:
    client, student, store = api(site, READ, SUBMIT), site.browser(Role.TEAM), site.site.store

    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(store.submissions, "get", refuse)
    monkeypatch.setattr(store.own_runs, "get", refuse)
    for address in ("/submissions/7", "/submissions/7/events", "/runs/7"):
        assert client.get(address).status_code == status, address
    assert student.get("/submissions/7").status_code == status
    monkeypatch.setattr(store.submissions, "submit", refuse)
    sent = client.post("/problems/double/submissions", json=given(RIGHT))
    assert sent.status_code == (422 if status == 404 else 503)


def test_files_may_come_as_a_form_or_as_base64(site: SiteUnderTest) -> None:
    client = api(site, READ, SUBMIT)
    sent = client.post(
        "/problems/double/uploads",
        files=[("files", ("mine.py", RIGHT.encode()))],
        data={"language": "python3", "key": "one"},
    )
    assert sent.status_code == 201
    again = client.post(
        "/problems/double/uploads",
        files=[("files", ("mine.py", RIGHT.encode()))],
        data={"language": "python3", "key": "one"},
    )
    assert again.json()["submission"]["id"] == sent.json()["submission"]["id"] == 1
    coded = {"files": [{"name": "mine.py", "base64": "cHJpbnQoMSkK"}]}
    number = client.post("/problems/double/submissions", json=coded).json()["submission"]["id"]
    assert number > 1
    assert site.site.store.submissions.files(number)[0].content == b"print(1)\n"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (given("  \n"), 422),
        (given("x", "mine.unknown"), 422),
        (given("x", "../mine.py"), 422),
        (given("x", "a\nb.py"), 422),
        (given("x", "ä" * 150 + ".py"), 422),
        ({"files": [{"name": "a.py", "text": "x"}, {"name": "a.py", "text": "y"}]}, 422),
        ({"files": [{"name": "a", "text": "x"}, {"name": "a/b.py", "text": "y"}]}, 422),
        ({"files": [{"name": "a.py", "text": "x", "base64": "eA=="}]}, 422),
        ({"files": [{"name": "a.py"}]}, 422),
        ({"files": []}, 400),
        ({"files": [{"name": "a.py", "text": "x", "more": 1}]}, 400),
        ({"files": [{"name": "a.py", "base64": "?"}]}, 400),
        (given("x", language="klingon"), 422),
        ([], 400),
    ],
)
def test_what_cannot_be_judged_is_refused_with_a_reason(site: SiteUnderTest, body: Any, status: int) -> None:
    answer = api(site, SUBMIT).post("/problems/double/submissions", json=body)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"].startswith("application/problem+json")
    told = msgspec.json.decode(answer.content, type=shapes.ProblemDetails)
    assert told.status == status
    assert told.detail
    assert told.next_step
    assert site.site.store.submissions.newest() == []


def test_refusals_have_their_kind_and_what_to_do(site: SiteUnderTest) -> None:
    nobody, client = api(site), api(site, READ)
    found = {
        where: (answer.status_code, answer.json()["type"])
        for where, answer in {
            "no token": nobody.get("/submissions"),
            "a wrong token": api(site, token="wrong").get("/problems"),
            "no scope": client.post("/problems/double/submissions", json=given(RIGHT)),
            "not there": client.get("/submissions/99"),
            "no such problem": client.get("/problems/nothing"),
            "no such address": nobody.get("/nothing/here"),
            "no such method": nobody.delete("/problems"),
            "a huge number": client.get(f"/submissions/{10**30}"),
        }.items()
    }
    kinds = {401: "sign-in", 403: "not-permitted", 404: "not-there", 405: None}
    statuses = {
        "no token": 401,
        "a wrong token": 401,
        "no scope": 403,
        "not there": 404,
        "no such problem": 404,
        "no such address": 404,
        "no such method": 405,
        "a huge number": 404,
    }
    assert found == {
        where: (status, f"urn:warp-judge:{kinds[status]}" if kinds[status] else "about:blank")
        for where, status in statuses.items()
    }
    assert nobody.get("/submissions").headers["www-authenticate"] == 'Bearer, Basic realm="Warp Judge"'


def test_a_fault_of_the_judge_is_told_without_its_inside(
    site: SiteUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(OnlineJudge, "problems", broken)
    answer = api(site).get("/problems")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert answer.json()["next_step"]


def test_a_token_without_the_right_of_its_role_sees_its_own_alone(site: SiteUnderTest) -> None:
    student = api(site, READ, SUBMIT)
    student.post("/problems/double/submissions", json=given(RIGHT))
    plain, full = api(site, READ, role=Role.JURY), api(site, READ, ADMIN, role=Role.JURY)
    assert [client.get("/submissions/1").status_code for client in (plain, full)] == [404, 200]
    listed = [
        len(client.get("/submissions?everybody=true").json()["submissions"]) for client in (plain, full)
    ]
    assert listed == [0, 1]
    assert api(site, READ, ADMIN).get("/submissions/1").status_code == 404  # a participant's role has none


@pytest.mark.parametrize("role", [Role.TEACHER, Role.JURY])
def test_a_token_that_only_reads_sees_no_work_of_the_classes_that_its_user_teaches(
    site: SiteUnderTest, role: Role
) -> None:
    store, student, teacher = site.site.store, api(site, READ, SUBMIT), site.browser(role)
    assert teacher.user
    class_id = store.classes.add(SchoolClass("Algorithms", "UTC"), teacher_id=teacher.user.id).id
    store.classes.put_member(ClassMember(class_id, student.user.id))
    store.assignments.put(
        Assignment(class_id, "Sheet 1", "UTC", 0, 4_000_000_000_000), [AssignmentProblem(0, 1, 0)]
    )
    assert student.post("/problems/double/submissions", json=given(RIGHT)).status_code == 201
    assert student.post("/problems/double/runs", json=given(RIGHT, input="1\n")).status_code == 201
    reading = api(site, READ, SUBMIT, user=teacher.user)
    site.site.feed.is_closing = True  # so that streams end
    assert [teacher.get(path).status_code for path in ("/submissions/1", "/runs/1")] == [200, 200]
    found = [reading.get(path).status_code for path in ("/submissions/1", "/submissions/1/events", "/runs/1")]
    assert found == [404, 404, 404]
    assert reading.post("/problems/double/submissions", json=given(WRONG)).status_code == 201
    assert reading.get("/submissions/2").status_code == 200  # its own


def test_a_cookie_is_nothing_to_the_api_and_a_token_is_nothing_to_a_page(site: SiteUnderTest) -> None:
    browser = site.browser(Role.ADMIN)
    assert browser.get("/api/me").status_code == 401
    assert (
        api(site, READ).client.get("http://127.0.0.1:8000/account", follow_redirects=False).status_code == 303
    )


@pytest.mark.parametrize("level", Feedback)
def test_no_more_is_told_than_on_the_page(site: SiteUnderTest, level: Feedback) -> None:
    told = SiteUnderTest(Site(OnlineJudge(site.host, site.site.store, feedback=level), tell=print), site.host)
    client = api(told, READ, SUBMIT)
    client.post("/problems/double/submissions", json=given(WRONG))
    client.post("/problems/double/submissions", json=given(BROKEN, "mine.cpp"))
    told.judge()
    found = msgspec.json.decode(client.get("/submissions/1").content, type=shapes.WholeSubmission)
    secret = [run for run in found.runs if not run.test.startswith("sample/")]
    assert (found.judgement is None) is (level is Feedback.NONE)
    assert (found.submission.verdict is None) is (level is Feedback.NONE)
    assert bool(secret) is (level >= Feedback.TEST)
    assert any("difference" in run.detail for run in secret) is (level >= Feedback.DIFFERENCE)
    assert any("stdout" in run.detail for run in secret) is (level is Feedback.INPUT)
    streamed = client.get("/submissions/1/events").text
    assert ("secret/" in streamed) is (level >= Feedback.TEST)
    broken = client.get("/submissions/2").json()["judgement"]
    assert bool(broken and broken["detail"].get("compile_error")) is (level >= Feedback.VERDICT)


def test_samples_and_languages_are_everybodys(site: SiteUnderTest) -> None:
    [sample, *_] = api(site).get("/problems/double/samples").json()
    assert [file["name"].rpartition(".")[2] for file in sample["files"]] == ["in", "ans"]
    assert all(file["text"] and file["is_whole"] for file in sample["files"])
    assert {"cpp", "python3"} <= {one["id"] for one in api(site).get("/languages").json()}
    problem = api(site).get("/problems/double").json()
    assert (problem["test_count"], problem["is_interactive"]) == (3, False)


def test_requests_are_counted_by_token_and_wrong_tokens_by_address(site: SiteUnderTest) -> None:
    site.site.rates = Rates(lambda: 0.0)
    client = api(site, READ)
    found = [client.get("/me").status_code for _ in range(Rates.API.burst + 1)]
    assert found == [200] * Rates.API.burst + [429]
    assert int(client.get("/me").headers["retry-after"]) >= 1
    assert api(site, READ).get("/me").status_code == 200
    wrong = api(site, token="wrong")
    assert [wrong.get("/me").status_code for _ in range(Rates.WRONG_TOKEN_FROM.burst + 1)][-2:] == [401, 429]
    assert api(site, READ).get("/me").status_code == 200, "at the same address"


def test_who_has_no_right_any_more_has_none_by_the_token(site: SiteUnderTest) -> None:
    client = api(site, READ, ADMIN, role=Role.JURY)
    assert client.get("/me").json()["role"] == "jury"
    [user] = [one for one in site.site.store.catalogue.all(type(client.user)) if one.id == client.user.id]
    site.site.store.catalogue.put(replace(user, role=Role.TEAM))
    assert client.get("/submissions?everybody=true").json()["submissions"] == []
    site.site.store.catalogue.put(replace(user, is_active=False))
    assert client.get("/me").status_code == 401
