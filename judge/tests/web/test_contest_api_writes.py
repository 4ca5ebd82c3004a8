"""What programs write to a contest by the ICPC Contest API: who may, what is refused, and that the feed tells it."""

import base64
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

from judge.store.catalogue_records import Role
from judge.store.errors import StoreError, StoreFull, Unavailable
from judge.store.events import AuditFilter, EventKind
from judge.store.tokens import TokenScope
from judge.tests.web.contest_sites import Cup
from judge.tests.web.contest_writers import CUP, at, client, sent, submission, told, zipped
from judge.tests.web.sites import RIGHT, SiteUnderTest


@pytest.fixture
def cup(site: SiteUnderTest, tmp_path: Path) -> Cup:
    cup = Cup(site, tmp_path / "cup")
    cup.at(10)
    return cup


def test_access_says_what_each_may_do(cup: Cup) -> None:
    """Permissions follow from its role, its team and its token."""
    found = {
        name: set(who.get(f"{CUP}/access").json()["capabilities"])
        for name, who in {
            "public": client(cup),
            "nobody's": client(cup, Role.TEAM),
            "team": client(cup, None, "ada"),
            "reading": client(cup, None, "ada", TokenScope.READ),
            "jury": client(cup, Role.JURY),
            "jury without its rights": client(cup, Role.JURY, "", TokenScope.READ, TokenScope.SUBMIT),
            "admin": client(cup, Role.ADMIN),
        }.items()
    }
    jury = {"contest_start", "contest_thaw", "post_clar", "post_comment"}
    assert found == {
        "public": set(),
        "nobody's": set(),
        "team": {"team_submit", "post_clar"},
        "reading": set(),
        "jury": jury,
        "jury without its rights": set(),
        "admin": jury | {"proxy_submit", "admin_submit", "proxy_clar", "admin_clar"},
    }


def test_a_team_submits_as_itself_and_now(cup: Cup) -> None:
    ada = client(cup, None, "ada")
    answer = sent(ada, "POST", "/submissions", submission(team_id="ada"))
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert (made["team_id"], made["problem_id"], made["language_id"]) == ("ada", "double", "python3")
    assert (made["time"], made["contest_time"]) == (at(10), "0:10:00.000")
    assert ada.client.get(answer.headers["location"]).json() == made
    content = ada.get(f"/{made['files'][0]['href']}").content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert {name: archive.read(name).decode() for name in archive.namelist()} == {"mine.py": RIGHT}
    assert told(cup, ada)["submissions", made["id"]] == made
    assert cup.judge() == int(made["id"])


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"team_id": "bob"}, 422),
        ({"time": at(5)}, 422),
        ({"contest_time": "0:05:00"}, 422),
        ({"id": "mine"}, 422),
        ({"problem_id": "none"}, 422),
        ({"language_id": "none"}, 422),
        ({"files": []}, 422),
        ({"files": [{"data": zipped({"a.py": RIGHT})}] * 2}, 422),
        ({"files": [{"data": base64.b64encode(b"no zip").decode()}]}, 422),
        ({"files": [{"data": zipped({"a.py": RIGHT}), "mime": "text/plain"}]}, 422),
        ({"files": [{"data": "?"}]}, 422),
        ({"files": [{"data": zipped({"../a.py": RIGHT})}]}, 422),
    ],
)
def test_a_submission_that_cannot_be_is_refused(cup: Cup, more: dict[str, Any], status: int) -> None:
    """Nothing of it has been kept when it is refused."""
    answer = sent(client(cup, None, "ada"), "POST", "/submissions", submission(**more))
    assert (answer.status_code, answer.json()["code"]) == (status, status), answer.text
    assert answer.json()["message"]
    assert cup.site.site.store.contests.judged(cup.seen().contest.id) == []


def test_who_may_not_submit(cup: Cup) -> None:
    found = {
        name: sent(who, "POST", "/submissions", submission()).status_code
        for name, who in {
            "public": client(cup),
            "no team": client(cup, Role.TEAM),
            "reading": client(cup, None, "ada", TokenScope.READ),
            "jury": client(cup, Role.JURY),
        }.items()
    }
    assert found == {"public": 401, "no team": 403, "reading": 403, "jury": 403}
    for minute in (301, -1):
        cup.at(minute)
        assert sent(client(cup, None, "ada"), "POST", "/submissions", submission()).status_code == 403
    assert cup.site.site.store.contests.judged(cup.seen().contest.id) == []


def test_a_proxy_submits_for_a_team_and_the_audit_says_so(cup: Cup) -> None:
    admin = client(cup, Role.ADMIN)
    assert sent(admin, "POST", "/submissions", submission()).status_code == 422
    made = sent(admin, "POST", "/submissions", submission(team_id="bob"))
    assert (made.status_code, made.json()["time"]) == (201, at(10)), made.text
    [event] = cup.site.site.store.audit.newest(AuditFilter(kind=EventKind.SUBMITTED), 9)
    assert (event.actor_id, event.by_staff) == (admin.user.id, True)
    bob = cup.site.site.store.accounts.user_named("bob")
    assert bob
    assert event.user_id == bob.id
    cup.at(301)
    assert sent(admin, "POST", "/submissions", submission(team_id="bob")).status_code == 403


def test_an_administrator_submits_with_a_time_and_an_id_of_its_own(cup: Cup) -> None:
    """An id is taken once, as are numbers of ours. Anyone who comes after gets another one."""
    admin, ada = client(cup, Role.ADMIN), client(cup, None, "ada")
    first = submission(team_id="ada", time=at(5), id="site-7")
    answer = sent(admin, "PUT", "/submissions/site-7", first)
    assert (answer.status_code, answer.json()["id"]) == (201, "site-7"), answer.text
    assert (answer.json()["time"], answer.json()["contest_time"]) == (at(5), "0:05:00.000")
    assert sent(admin, "PUT", "/submissions/site-7", first).status_code == 409
    assert sent(admin, "PUT", "/submissions/other", first).status_code == 409
    assert sent(ada, "PUT", "/submissions/x", submission(id="x", time=at(5))).status_code == 403
    for wrong in ({"time": at(11)}, {"time": at(-1)}, {"time": "now"}, {"time": None}):
        put = sent(admin, "PUT", "/submissions/late", {**first, "id": "late", **wrong})
        assert put.status_code == 422, put.text
    # The next number is 2, and 3 is given by somebody else before it comes.
    assert sent(admin, "PUT", "/submissions/3", {**first, "id": "3"}).status_code == 201
    ids = [sent(ada, "POST", "/submissions", submission()).json()["id"] for _ in range(2)]
    assert ids == ["3-2", "4"]
    assert sent(admin, "PUT", "/submissions/4", {**first, "id": "4"}).status_code == 409
    listed = [one["id"] for one in admin.get(f"{CUP}/submissions").json()]
    assert sorted(listed) == sorted({"site-7", "3", *ids})


def test_a_team_asks_and_the_jury_answers(cup: Cup) -> None:
    ada, bob, jury = client(cup, None, "ada"), client(cup, None, "bob"), client(cup, Role.JURY)
    asked = sent(ada, "POST", "/clarifications", {"text": "Is 0 even?", "problem_id": "double"})
    assert asked.status_code == 201, asked.text
    question = asked.json()
    assert (question["from_team_id"], question["problem_id"], question["text"]) == (
        "ada",
        "double",
        "Is 0 even?",
    )
    reply = {"text": "Yes.", "reply_to_id": question["id"], "to_team_ids": ["ada"]}
    assert (
        sent(bob, "POST", "/clarifications", {"text": "?", "reply_to_id": question["id"]}).status_code == 422
    )
    answer = sent(jury, "POST", "/clarifications", reply)
    assert (answer.status_code, answer.json()["to_team_ids"]) == (201, ["ada"]), answer.text
    whole = sent(jury, "POST", "/clarifications", {"text": "Lunch.", "to_group_ids": ["participants"]})
    assert "to_team_ids" not in whole.json()
    assert [one["text"] for one in ada.get(f"{CUP}/clarifications").json()] == [
        "Is 0 even?",
        "Yes.",
        "Lunch.",
    ]
    assert [one["text"] for one in bob.get(f"{CUP}/clarifications").json()] == ["Lunch."]
    assert cup.site.site.store.clarifications.open_count(cup.seen().contest.id) == 0
    assert ("clarifications", question["id"]) not in told(cup, bob)
    assert told(cup, ada)["clarifications", answer.json()["id"]] == answer.json()


@pytest.mark.parametrize(
    ("role", "team", "body", "status"),
    [
        (None, "", {"text": "x"}, 401),
        (Role.TEAM, "", {"text": "x"}, 403),
        (None, "ada", {"text": ""}, 422),
        (None, "ada", {"text": " "}, 422),
        (None, "ada", {"text": "x" * 4001}, 422),
        (None, "ada", {}, 422),
        (None, "ada", {"text": "x", "from_team_id": "bob"}, 422),
        (None, "ada", {"text": "x", "to_team_ids": ["bob"]}, 422),
        (None, "ada", {"text": "x", "to_group_ids": ["participants"]}, 422),
        (None, "ada", {"text": "x", "time": at(1)}, 422),
        (None, "ada", {"text": "x", "id": "y"}, 422),
        (None, "ada", {"text": "x", "problem_id": "none"}, 422),
        (Role.JURY, "", {"text": "x", "from_team_id": "ada"}, 403),
        (Role.JURY, "", {"text": "x", "to_team_ids": ["nobody"]}, 422),
        (Role.JURY, "", {"text": "x", "to_group_ids": ["nobody"]}, 422),
        (Role.JURY, "", {"text": "x", "reply_to_id": "99"}, 422),
        (Role.JURY, "", {"text": "x", "time": at(1)}, 422),
        (Role.ADMIN, "", {"text": "x", "from_team_id": "ada", "to_team_ids": ["bob"]}, 422),
        (Role.ADMIN, "", {"text": "x", "time": at(11)}, 422),
    ],
)
def test_a_clarification_that_cannot_be_is_refused(
    cup: Cup, role: Role | None, team: str, body: dict[str, Any], status: int
) -> None:
    answer = sent(client(cup, role, team), "POST", "/clarifications", body)
    assert answer.status_code == status, answer.text
    assert cup.site.site.store.clarifications.all(cup.seen().contest.id) == []


def test_an_administrator_asks_for_a_team_with_an_id_and_a_time(cup: Cup) -> None:
    admin, ada = client(cup, Role.ADMIN), client(cup, None, "ada")
    body = {"id": "site-1", "text": "When?", "from_team_id": "ada", "time": at(2)}
    made = sent(admin, "PUT", "/clarifications/site-1", body)
    assert (made.status_code, made.json()["id"], made.json()["time"]) == (201, "site-1", at(2)), made.text
    assert sent(admin, "PUT", "/clarifications/site-1", body).status_code == 409
    assert sent(admin, "PUT", "/clarifications/2", {**body, "id": "2"}).status_code == 201
    assert sent(admin, "POST", "/clarifications", {"text": "x", "from_team_id": "ada"}).json()["id"] == "3"
    reply = sent(admin, "POST", "/clarifications", {"text": "Now.", "reply_to_id": "site-1"})
    assert reply.json()["reply_to_id"] == "site-1"
    ids = [one["id"] for one in ada.get(f"{CUP}/clarifications").json()]
    assert ids == ["site-1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("error", "status"), [(StoreFull("full"), 507), (Unavailable("busy"), 503), (StoreError("taken"), 409)]
)
def test_a_store_that_takes_nothing_is_no_clash(
    cup: Cup, monkeypatch: pytest.MonkeyPatch, error: StoreError, status: int
) -> None:
    admin, store = client(cup, Role.ADMIN), cup.site.site.store

    def refuses(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(store.submissions, "submit", refuses)
    monkeypatch.setattr(store.clarifications, "add", refuses)
    first = submission(team_id="ada", time=at(5), id="a")
    assert sent(admin, "PUT", "/submissions/a", first).status_code == status
    said = {"id": "a", "text": "When?", "from_team_id": "ada", "time": at(2)}
    assert sent(admin, "PUT", "/clarifications/a", said).status_code == status


def test_the_form_of_another_judges_client_is_a_submission(cup: Cup) -> None:
    """DOMjudge's command-line client sends one, for the contest by its short name."""
    ada = client(cup, None, "ada")
    assert [one["shortname"] for one in ada.get("/contests").json()] == ["cup"]
    files = [("code[]", ("mine.py", RIGHT.encode())), ("code[]", ("more.py", b"# more"))]

    def posted(fields: dict[str, str], files: list[tuple[str, tuple[str, bytes]]]) -> Any:
        return ada.post(f"{CUP}/submissions", data=fields, files=files)

    wanted = {"problem": "double", "language": "python3", "entry_point": "mine.py"}
    made = posted(wanted, files[:1])
    assert made.status_code == 201, made.text
    kept = cup.site.site.store.submissions.files(int(made.json()["id"]))
    assert [(one.name, one.content.decode()) for one in kept] == [("mine.py", RIGHT)]
    for fields, sent_files in (
        ({"language": "python3"}, files[:1]),
        (wanted, [("code", files[0][1])]),
        (wanted, [files[0], files[0]]),
        ({**wanted, "problem": "none"}, files[:1]),
    ):
        assert posted(fields, sent_files).status_code == 422


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"x"'])
def test_a_body_that_is_no_object_is_refused(cup: Cup, body: bytes) -> None:
    answer = client(cup, None, "ada").post(f"{CUP}/submissions", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, 400)
