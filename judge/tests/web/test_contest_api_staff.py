"""What the staff writes to a contest by the ICPC Contest API: its times, awards and commentary, until it is final."""

from pathlib import Path

import pytest

from judge.service.visibility import Viewer
from judge.store.catalogue_records import Role
from judge.tests.web.contest_sites import Cup
from judge.tests.web.contest_writers import CUP, at, client, sent, submission, told
from judge.tests.web.sites import SiteUnderTest


@pytest.fixture
def cup(site: SiteUnderTest, tmp_path: Path) -> Cup:
    cup = Cup(site, tmp_path / "cup")
    cup.at(10)
    return cup


def test_the_start_is_moved_and_the_countdown_stopped(cup: Cup) -> None:
    jury = client(cup, Role.JURY)
    cup.at(-5)
    body: dict[str, str | None] = {"id": "cup", "start_time": None, "countdown_pause_time": "0:05:00"}
    paused = sent(jury, "PATCH", "", body)
    assert paused.status_code == 200, paused.text
    assert "start_time" not in paused.json()
    assert paused.json()["countdown_pause_time"] == "0:05:00.000"
    assert told(cup, jury)["contest", None] == paused.json()
    wrong: tuple[tuple[dict[str, str | None], int], ...] = (
        ({"id": "other", "start_time": at(3)}, 409),
        ({"id": "cup"}, 422),
        ({"start_time": at(3)}, 422),
        ({"id": "cup", "start_time": "soon"}, 422),
        ({"id": "cup", "start_time": at(3), "countdown_pause_time": "0:01:00"}, 422),
        ({"id": "cup", "start_time": None, "countdown_pause_time": "-0:01:00"}, 422),
        ({"id": "cup", "start_time": at(-4.6)}, 403),
        ({"id": "cup", "start_time": at(-9)}, 403),
    )
    for body, status in wrong:
        assert sent(jury, "PATCH", "", body).status_code == status, body
    started = sent(jury, "PATCH", "", {"id": "cup", "start_time": at(3)})
    assert (started.json()["start_time"], started.json().get("countdown_pause_time")) == (at(3), None)
    cup.at(2.6)
    assert sent(jury, "PATCH", "", {"id": "cup", "start_time": at(9)}).status_code == 403
    for who, status in ((client(cup, None, "ada"), 403), (client(cup), 401)):
        assert sent(who, "PATCH", "", {"id": "cup", "start_time": at(9)}).status_code == status
    [newest, *_] = cup.site.site.online.contest_staff.log(Viewer(None, Role.JURY), cup.seen())
    assert newest[0].data
    assert (newest[0].data["did"], newest[0].actor_id) == ("scheduled", jury.user.id)


def test_a_thaw_is_planned_and_comes_by_itself(cup: Cup) -> None:
    jury, public = client(cup, Role.JURY), client(cup)
    cup.at(299)
    for minute, status in ((250, 403), (299.5, 403)):
        body = {"id": "cup", "scoreboard_thaw_time": at(minute)}
        assert sent(jury, "PATCH", "", body).status_code == status
    planned = sent(jury, "PATCH", "", {"id": "cup", "scoreboard_thaw_time": at(330)})
    assert (planned.status_code, planned.content) == (204, b"")
    assert public.get(CUP).json()["scoreboard_thaw_time"] == at(330)
    found = []
    for minute in (320, 331):
        cup.at(minute)
        found.append((public.get(f"{CUP}/state").json()["thawed"], cup.seen().is_frozen))
    assert found == [(None, True), (at(330), False)]
    again = sent(jury, "PATCH", "", {"id": "cup", "scoreboard_thaw_time": at(340)})
    assert again.status_code == 403


def test_a_thaw_in_the_past_is_now(cup: Cup) -> None:
    cup.at(310)
    opened = sent(client(cup, Role.JURY), "PATCH", "", {"id": "cup", "scoreboard_thaw_time": at(305)})
    assert (opened.status_code, opened.json()["scoreboard_thaw_time"]) == (200, at(310))
    assert not cup.seen().is_frozen


def test_a_later_end_takes_a_planned_thaw_away(cup: Cup) -> None:
    """The scoreboard would otherwise be opened before the end."""
    jury = client(cup, Role.JURY)
    assert sent(jury, "PATCH", "", {"id": "cup", "scoreboard_thaw_time": at(301)}).status_code == 204
    assert cup.act(cup.staff(), "extend", time="0:10:00").status_code == 303
    assert cup.seen().held.thawed_utc_ms is None


def test_awards_are_given_changed_and_taken_back(cup: Cup) -> None:
    admin, public = client(cup, Role.ADMIN), client(cup)
    made = sent(admin, "POST", "/awards", {"citation": "Best Costume", "team_ids": ["ada"]})
    expected = {"id": "best-costume", "citation": "Best Costume", "team_ids": ["ada"]}
    assert (made.status_code, made.json()) == (201, expected), made.text
    assert public.get(f"{CUP}/awards/best-costume").json() == expected
    assert "Best Costume</th><td>Ada&#39;s Angels" in cup.staff().get(f"{CUP}/awards").text
    assert told(cup, public)["awards", "best-costume"] == expected
    changed = sent(admin, "PATCH", "/awards/best-costume", {"team_ids": ["bob"]})
    assert changed.json() == {**expected, "team_ids": ["bob"]}
    put = {"id": "best-hat", "citation": "Hats", "team_ids": []}
    assert sent(admin, "PUT", "/awards/best-hat", put).status_code == 201
    assert sent(admin, "PUT", "/awards/best-hat", {**put, "team_ids": ["ada"]}).json()["team_ids"] == ["ada"]
    for method, path, body, status in (
        ("POST", "", {"citation": "x"}, 422),
        ("POST", "", {"citation": "x", "team_ids": ["nobody"]}, 422),
        ("POST", "", {"id": "x", "citation": "x", "team_ids": []}, 422),
        ("PUT", "/winner", {"id": "winner", "citation": "x", "team_ids": []}, 403),
        ("PUT", "/x", {"id": "y", "citation": "x", "team_ids": []}, 409),
        ("PATCH", "/best-hat", {"citation": None}, 422),
        ("PATCH", "/nothing", {"citation": "x"}, 404),
        ("DELETE", "/gold-medal", None, 403),
        ("DELETE", "/nothing", None, 404),
    ):
        assert sent(admin, method, f"/awards{path}", body).status_code == status, (method, path, body)
    for who, status in ((client(cup, Role.JURY), 403), (client(cup, None, "ada"), 403), (public, 401)):
        assert sent(who, "DELETE", "/awards/best-hat", None).status_code == status
    assert [sent(admin, "DELETE", "/awards/best-hat", None).status_code for _ in range(2)] == [204, 404]


def test_commentary_is_for_those_who_see_what_it_names(cup: Cup) -> None:
    jury, public, ada = client(cup, Role.JURY), client(cup), client(cup, None, "ada")
    number = sent(ada, "POST", "/submissions", submission()).json()["id"]
    body = {
        "message": "{teams:ada} tries {problems:double}",
        "tags": ["submission"],
        "team_ids": ["ada"],
        "problem_ids": ["double"],
        "submission_ids": [number],
    }
    made = sent(jury, "POST", "/commentary", body)
    assert made.status_code == 201, made.text
    assert made.json() == {**body, "id": "1", "time": at(10), "contest_time": "0:10:00.000"}
    hidden = {"message": "{teams:eve} tries", "tags": [], "team_ids": ["eve"]}
    assert sent(jury, "POST", "/commentary", hidden).status_code == 201
    assert [one["id"] for one in public.get(f"{CUP}/commentary").json()] == ["1"]
    assert [one["id"] for one in jury.get(f"{CUP}/commentary").json()] == ["1", "2"]
    lines = [*told(cup, public)]
    assert lines.index(("commentary", "1")) > lines.index(("submissions", number))
    for wrong, status in (
        ({"tags": []}, 422),
        ({"message": "x"}, 422),
        ({"message": "x", "tags": [], "team_ids": ["nobody"]}, 422),
        ({"message": "x", "tags": [], "submission_ids": ["99"]}, 422),
        ({"message": "x", "tags": [], "id": "5"}, 422),
        ({"message": "x", "tags": [], "time": at(1)}, 422),
    ):
        assert sent(jury, "POST", "/commentary", wrong).status_code == status, wrong
    for who, status in ((ada, 403), (public, 401)):
        assert sent(who, "POST", "/commentary", body).status_code == status


def test_results_that_are_final_stay_as_they_are(cup: Cup) -> None:
    """Results are not final while anything is open."""
    admin, ada = client(cup, Role.ADMIN), client(cup, None, "ada")
    asked = sent(ada, "POST", "/clarifications", {"text": "Why?"}).json()["id"]
    sent(ada, "POST", "/submissions", submission())
    cup.at(310)
    staff = cup.staff()
    assert cup.act(staff, "finalize", text="Chief").status_code == 409
    cup.judge()
    assert cup.act(staff, "finalize", text="Chief").status_code == 409
    assert sent(admin, "POST", "/clarifications", {"text": "So.", "reply_to_id": asked}).status_code == 201
    assert cup.act(staff, "finalize", text="Chief").status_code == 303
    for method, path, body in (
        ("POST", "/clarifications", {"text": "x"}),
        ("POST", "/commentary", {"message": "x", "tags": []}),
        ("POST", "/awards", {"citation": "x", "team_ids": []}),
        ("POST", "/submissions", submission(team_id="ada", time=at(5))),
        ("PATCH", "", {"id": "cup", "start_time": at(400)}),
    ):
        assert sent(admin, method, path, body).status_code in (403, 422), path


def test_nobody_writes_where_nothing_is_written(cup: Cup) -> None:
    admin = client(cup, Role.ADMIN)
    assert sent(admin, "POST", "/teams", {}).status_code == 405
    assert sent(admin, "POST", "/nothing", {}).status_code == 404
    assert sent(admin, "DELETE", "/submissions/1", None).status_code == 405
    assert admin.client.post("/api/contests/none/awards", json={}).status_code == 404
