"""The ICPC Contest API on the server: its objects, who sees which, and a feed that leads to what endpoints answer."""

import asyncio
import base64
import hashlib
import io
import zipfile
from pathlib import Path

import msgspec
import pytest

from judge.base.records import converted, replace
from judge.contest import api_objects
from judge.service.contest_api import COLLECTIONS, SINGLES
from judge.service.visibility import Viewer
from judge.store.catalogue_records import Role
from judge.store.contest_records import Comment
from judge.store.records import Run
from judge.tests.web.api_clients import api
from judge.tests.web.contest_readers import Reader, reader, replayed, told_in_the_feed
from judge.tests.web.contest_sites import Cup
from judge.tests.web.sites import QUICK_PASSWORDS, RIGHT, SiteUnderTest

SHAPES: dict[str, type[msgspec.Struct]] = {
    **{name: shape for name, (shape, _) in COLLECTIONS.items()},
    **{name: shape for name, (shape, _) in SINGLES.items()},
    "contest": api_objects.ContestObject,
}
FEED_HAS = set(COLLECTIONS) - {"persons"} | {"contest", "state"}
"""Types of which there is an object in a contest without a list of persons."""


@pytest.fixture
def cup(site: SiteUnderTest, tmp_path: Path) -> Cup:
    return Cup(site, tmp_path / "cup")


def judged(cup: Cup, verdict: str) -> None:
    """The next submission of the queue, with a sample and a secret test."""
    store = cup.site.site.store
    lease = store.queue.claim("worker", 60_000)
    assert lease
    assert lease.judgement
    now_ms = store.now_ms()
    runs = [
        Run(1, "sample/1", "AC", "", now_ms, 20_000_000, 10_000_000, 4096),
        Run(2, "secret/1", verdict, "", now_ms, 20_000_000, 10_000_000, 4096),
    ]
    store.judgements.add_runs(lease, runs[:1])
    done = replace(lease.judgement, verdict=verdict, tests_total=2, cpu_ns=10_000_000)
    store.judgements.finish(lease, done, runs[1:])


def held(cup: Cup) -> Cup:
    """Judged before the freeze and after it, pending, asked and answered."""
    cup.at(10)
    ada, bob, eve = cup.team("ada"), cup.team("bob"), cup.team("eve")
    ada.submitted(RIGHT, "python3")
    judged(cup, "WA")
    cup.at(20)
    ada.submitted(f"{RIGHT}\n", "python3")
    judged(cup, "AC")
    eve.submitted(RIGHT, "python3")
    judged(cup, "AC")
    jury = cup.staff()
    ada.post("/contests/cup/clarifications", {"text": "Is 0 even?", "about": "A"})
    jury.post("/contests/cup/clarifications", {"text": "Yes.", "reply_to": "1", "to": ""})
    jury.post("/contests/cup/clarifications", {"text": "Lunch.", "about": "general", "to": "all"})
    assert jury.user
    said = Comment(jury.user.id, "{teams:ada} leads", ("accepted-winner",), ("ada",))
    cup.site.site.store.contest_notes.comment(cup.seen().contest, said)
    cup.at(250)
    bob.submitted(f"# bob\n{RIGHT}", "python3")
    judged(cup, "AC")
    bob.submitted(f"# again\n{RIGHT}", "python3")
    return cup


@pytest.mark.slow
@pytest.mark.parametrize(("role", "team"), [(Role.ADMIN, ""), (None, "bob"), (None, "")])
def test_the_feed_leads_to_what_the_endpoints_answer(cup: Cup, role: Role | None, team: str) -> None:
    client = reader(held(cup), role, team)
    rest = client.rest()
    assert {name for name, _ in rest} == FEED_HAS - ({"accounts"} if not role and not team else set())
    for (name, _), one in rest.items():
        converted(one, SHAPES[name])
    assert replayed(client.feed()) == told_in_the_feed(rest)
    converted(client.get("scoreboard"), api_objects.ScoreboardObject)
    converted(client.get("access"), api_objects.AccessObject)


def test_who_sees_what_while_it_is_frozen(cup: Cup) -> None:
    """The public sees neither judgements nor runs since the freeze, a team its own, and both no source of others."""
    held(cup)
    public, ada, bob, jury = (
        reader(cup),
        reader(cup, None, "ada"),
        reader(cup, None, "bob"),
        reader(cup, Role.JURY),
    )

    def ids(client: Reader, endpoint: str, key: str = "id") -> list[str]:
        return [one[key] for one in client.get(endpoint)]

    assert ids(jury, "judgements", "submission_id") == ["1", "2", "3", "4"]
    assert ids(bob, "judgements", "submission_id") == ["1", "2", "4"]
    assert ids(public, "judgements", "submission_id") == ids(ada, "judgements", "submission_id") == ["1", "2"]
    assert ids(jury, "runs") == ["1-1", "1-2", "2-1", "2-2", "3-1", "3-2", "4-1", "4-2"]
    assert ids(public, "runs") == ["1-1", "2-1"]
    assert ids(bob, "runs") == ["1-1", "2-1", "4-1"]
    assert ids(public, "teams") == ["ada", "bob"]
    assert ids(jury, "teams") == ["ada", "bob", "eve"]
    assert [bool(one.get("files")) for one in bob.get("submissions")] == [False, False, True, True]
    assert all(one["files"] == [] and one["entry_point"] is None for one in public.get("submissions"))
    assert ids(public, "clarifications") == ["3"]
    assert ids(bob, "clarifications") == ["3"]
    assert ids(ada, "clarifications") == ["1", "2", "3"]
    assert public.get("accounts") == public.get("account") == 404
    assert ids(bob, "accounts") == [bob.get("account")["id"]]
    rows = {row["team_id"]: row["problems"][0] for row in public.get("scoreboard")["rows"]}
    assert (rows["bob"]["solved"], rows["bob"]["num_pending"]) == (False, 2)
    rows = {row["team_id"]: row["problems"][0] for row in jury.get("scoreboard")["rows"]}
    assert rows["bob"]["solved"]


@pytest.mark.parametrize(("feedback", "is_told"), [("verdict", False), ("test", True)])
def test_times_of_secret_tests_are_told_as_far_as_the_feedback_tells_of_tests(
    cup: Cup, feedback: str, is_told: bool
) -> None:
    cup.at(10)
    cup.team("ada").submitted(RIGHT, "python3")
    judged(cup, "AC")
    assert cup.act(cup.staff(), "feedback", feedback=feedback).status_code == 303
    for client, has_times in (
        (reader(cup), is_told),
        (reader(cup, None, "ada"), is_told),
        (reader(cup, Role.JURY), True),
    ):
        [made] = client.get("judgements")
        [sent] = [one["data"] for one in client.feed() if one["type"] == "judgements"]
        assert made["judgement_type_id"] == "AC"
        assert [one.get("max_run_time") for one in (made, sent)] == [0.01 if has_times else None] * 2


@pytest.mark.slow
def test_whoever_comes_back_is_told_what_has_changed(cup: Cup) -> None:
    """Changes arrive after each token of each feed: a thaw shows what was hidden, and a judgement under way that came
    to nothing is gone."""
    held(cup)
    clients = [reader(cup, role, team) for role, team in ((Role.ADMIN, ""), (None, "bob"), (None, ""))]
    known = [replayed(client.feed()) for client in clients]
    tokens = [client.feed()[-1]["token"] for client in clients]
    store = cup.site.site.store
    lease = store.queue.claim("worker", 60_000)
    assert lease
    first = Run(1, "sample/1", "AC", "", store.now_ms(), 20, 10, 4096)
    store.judgements.add_runs(lease, [first])
    for at, client in enumerate(clients):
        lines = client.feed(tokens[at])
        known[at], tokens[at] = replayed(lines, known[at]), lines[-1]["token"]
        assert known[at] == told_in_the_feed(client.rest())
    assert "5-1" in {number for kind, number in known[0] if kind == "runs"}
    store.queue.fail(lease, "killed")
    cup.at(305)
    assert cup.act(cup.staff(), "thaw").status_code == 303
    for at, client in enumerate(clients):
        known[at] = replayed(client.feed(tokens[at]), known[at])
        assert known[at] == told_in_the_feed(client.rest())
    assert len([one for one in known[2] if one[0] == "judgements"]) == 3
    for wrong in ("x", "999999.11.1", "1.11.11", "1.19.1", ""):
        assert clients[2].client.get(f"/contests/cup/event-feed?since_token={wrong}").status_code == 400
    assert clients[2].client.get("/contests/cup/event-feed?since_id=5").status_code == 400


def test_a_name_with_its_password_or_a_token_is_enough(cup: Cup) -> None:
    store = cup.site.site.store
    user = store.accounts.user_named("ada")
    assert user
    store.accounts.set_password(user.id, asyncio.run(QUICK_PASSWORDS.hashed("long enough")))
    client = Reader(cup, api(cup.site))
    token = reader(cup, None, "ada").client.token
    found = {}
    for given in (
        "ada:long enough",
        "ada:long enough",
        f"ada:{token}",
        "ada:wrong",
        f"bob:{token}",
        "ada",
        "ada:",
    ):
        header = {"authorization": f"Basic {base64.b64encode(given.encode()).decode()}"}
        found[given] = client.client.get("/contests/cup/account", headers=header).status_code
    assert list(found.values()) == [200, 200, 401, 401, 401, 401]
    store.accounts.set_password(user.id, asyncio.run(QUICK_PASSWORDS.hashed("another one")))
    header = {"authorization": f"Basic {base64.b64encode(b'ada:long enough').decode()}"}
    assert client.client.get("/contests/cup/account", headers=header).status_code == 401


def test_what_is_refused_has_a_code_and_a_message(cup: Cup) -> None:
    client = api(cup.site)
    for path in (
        "doesnt-exist",
        "doesnt-exist/42",
        "submissions/999999",
        "submissions/XYZ-999",
        "teams/nobody",
    ):
        answer = client.get(f"/contests/cup/{path}")
        assert answer.status_code == answer.json()["code"] == 404
        assert answer.json()["message"]


def test_objects_are_filtered_by_the_ids_that_they_name(cup: Cup) -> None:
    client = reader(held(cup), Role.JURY)
    assert [one["id"] for one in client.get("submissions?team_id=bob&problem_id=double")] == ["4", "5"]
    assert [one["id"] for one in client.get("clarifications?from_team_id=")] == ["2", "3"]
    assert client.get("submissions?team_id=nobody") == []
    assert client.get("scoreboard?group_id=nothing") == 404


def test_files_are_for_their_team_and_the_jury(cup: Cup) -> None:
    held(cup)
    found = {}
    for name, client in (
        ("public", reader(cup)),
        ("ada", reader(cup, None, "ada")),
        ("jury", reader(cup, Role.JURY)),
    ):
        [one] = [one for one in reader(cup, Role.JURY).get("submissions") if one["id"] == "1"]
        answer = client.client.get(f"/{one['files'][0]['href']}")
        found[name] = answer.status_code
        if answer.status_code == 200:
            with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
                assert {name: archive.read(name).decode() for name in archive.namelist()} == {
                    "solution.py": RIGHT
                }
            again = client.client.get(
                f"/{one['files'][0]['href']}", headers={"if-none-match": answer.headers["etag"]}
            )
            assert again.status_code == 304
    bob = reader(cup, None, "bob").client.get("/contests/cup/submissions/1/files").status_code
    assert (found, bob) == ({"public": 404, "ada": 200, "jury": 200}, 404)


def test_a_page_of_another_site_changes_nothing_by_a_password_that_a_browser_keeps(cup: Cup) -> None:
    token = reader(cup, None, "ada").client.token
    basic = {"authorization": f"Basic {base64.b64encode(f'ada:{token}'.encode()).decode()}"}
    client = api(cup.site)
    found = [
        client.post(
            "/problems/nothing/submissions", json={"files": []}, headers={**basic, **headers}
        ).status_code
        for headers in ({}, {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"})
    ]
    assert found[0] != 403
    assert found[1:] == [403, 403]


def test_one_submission_is_found_without_the_others(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    """A contest of thousands answers for one submission without looking at the others."""
    held(cup)
    jury = reader(cup, Role.JURY)
    listed = jury.get("submissions")
    contests = cup.site.site.store.contests

    def judged(*_: object) -> None:
        raise AssertionError("all of them were looked at")

    monkeypatch.setattr(contests, "judged", judged)
    for one in listed:
        assert jury.get(f"submissions/{one['id']}") == one
        assert jury.client.get(f"/contests/cup/submissions/{one['id']}/files").status_code == 200
    for other in ("999", "01", "x", "-1", "9" * 30):
        assert jury.get(f"submissions/{other}") == 404
    hidden = next(one["id"] for one in listed if one["team_id"] == "eve")
    assert reader(cup).get(f"submissions/{hidden}") == 404


PDF = b"%PDF-1.4 a statement"


def test_a_problem_without_a_pdf_has_no_statement(cup: Cup) -> None:
    cup.at(10)
    assert "statement" not in reader(cup).get("problems/double")
    for path in ("problems/double/statement", "problems/none/statement", "teams/ada/statement"):
        assert reader(cup).client.get(f"/contests/cup/{path}").status_code == 404


def test_a_statement_that_is_a_pdf_is_a_file_of_its_problem(
    cup: Cup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Packages have such statements, and a problem of our own has none: the double is given one here."""
    cup.at(10)
    online = cup.site.site.online
    (tmp_path / "problem.de.pdf").write_bytes(PDF)
    prepared = online.prepared(Viewer(None, Role.ADMIN), "double")
    page = replace(online.page_of(cup.problem), pdf_languages=("de",))
    problem = replace(prepared.problem, statements={"de": tmp_path / "problem.de.pdf"})
    monkeypatch.setattr(online, "page_of", lambda _: page)
    monkeypatch.setattr(online, "prepared", lambda *_: replace(prepared, problem=problem))
    [file] = reader(cup).get("problems/double")["statement"]
    assert file["hash"] == hashlib.md5(PDF, usedforsecurity=False).hexdigest()
    assert (file["mime"], file["filename"]) == ("application/pdf", "A.pdf")
    got = reader(cup).client.get(f"/{file['href']}")
    assert (got.status_code, got.content, got.headers["content-type"]) == (200, PDF, "application/pdf")
    tag = got.headers["etag"]
    again = reader(cup).client.get(f"/{file['href']}", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    cup.at(-1)
    assert reader(cup).client.get(f"/{file['href']}").status_code == 404, "before the contest nobody reads it"
    assert reader(cup, Role.JURY).client.get(f"/{file['href']}").status_code == 200
