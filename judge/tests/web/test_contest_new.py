"""Contests that are made by a form: of problems that are here, with a new account for each team."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from judge.contest.ids import id_of
from judge.contest.layouts import load_contest
from judge.service.class_times import shown_at, zone_of_this_machine
from judge.service.contest_export import export_contest
from judge.store.catalogue_records import ContestRecord, ProblemRecord, ProblemState, Role, User
from judge.tests.web.contest_sites import signed_in_team
from judge.tests.web.sites import RIGHT, Browser, SiteUnderTest

HOUR_MS = 3_600_000
TEAMS = "Ada's Angels; Analytical Engines\n\n  Zoë \t HKU\n队伍\nZoë\n"


def sent(browser: Browser, problem: int = 1, **fields: Any) -> Any:
    form = {
        "title": "Autumn Cup", "zone": "UTC", "start": "2100-01-02T10:00", "duration": "5:00:00", "freeze": "1:00:00",
        "scoring": "icpc", f"problem-{problem}": "1", "teams": TEAMS,
    }  # fmt: skip
    return browser.post("/new-contest", form | fields)


def made(site: SiteUnderTest, answer: Any) -> ContestRecord:
    assert answer.status_code == 303, answer.text
    name = urlsplit(answer.headers["location"]).path.split("/")[2]
    found = site.site.store.contests.named(name)
    assert found
    return found[0]


def test_a_contest_has_what_the_form_says(site: SiteUnderTest, tmp_path: Path) -> None:
    admin, store = site.browser(Role.ADMIN), site.site.store
    contest = made(site, sent(admin, zone="Asia/Shanghai"))
    assert (contest.name, contest.title, contest.scoring) == ("autumn-cup", "Autumn Cup", "icpc")
    assert contest.start_utc_ms == 4_102_538_400_000  # 02:00 UTC
    assert (contest.duration_ms, contest.freeze_ms) == (5 * HOUR_MS, HOUR_MS)
    assert [(one.label, problem.name) for one, problem in store.contests.problems(contest.id)] == [
        ("A", "double")
    ]
    teams = store.contests.teams(contest.id)
    assert {(team.team_id, user.full_name, one.organization) for team, one, user in teams} == {
        ("ada-s-angels", "Ada's Angels", "Analytical Engines"), ("zoe", "Zoë", "HKU"), ("team-3", "队伍", None),
        ("zoe-4", "Zoë", None),
    }  # fmt: skip
    assert all(user.role is Role.TEAM for _, _, user in teams)
    page = admin.get("/contests/autumn-cup/staff")
    assert (page.status_code, "imported" in page.text) == (200, False)
    export_contest(store, contest, tmp_path / "cup.zip", site.site.online.data)
    again = load_contest(tmp_path / "cup.zip")
    assert {one.name for one in again.teams} == {"Ada's Angels", "Zoë", "队伍"}
    assert again.duration_ms == contest.duration_ms


def test_nobody_sees_its_problem_before_it_begins_and_its_teams_submit_then(site: SiteUnderTest) -> None:
    admin, visitor, store = site.browser(Role.ADMIN), site.browser(), site.site.store
    problem = store.catalogue.get(ProblemRecord, 1)
    store.packages.set_problem(problem.id, state=ProblemState.HIDDEN, feedback=problem.feedback)
    contest = made(site, sent(admin, start=""))
    assert contest.start_utc_ms is None
    assert store.catalogue.get(ProblemRecord, 1).state is ProblemState.OPEN
    assert visitor.get("/problems/double").status_code == 404
    admin.post("/contests/autumn-cup/staff", {"do": "start"})
    assert visitor.get("/problems/double").status_code == 200
    [zoe] = [user for team, _, user in store.contests.teams(contest.id) if team.team_id == "zoe"]
    number = signed_in_team(site, zoe.name).submitted(RIGHT, "python3")
    assert store.submissions.get(number).contest_id == contest.id


def test_another_of_the_same_title_has_an_id_of_its_own(site: SiteUnderTest) -> None:
    admin = site.browser(Role.ADMIN)
    names = [made(site, sent(admin)).name for _ in range(3)]
    assert names == ["autumn-cup", "autumn-cup-2", "autumn-cup-3"]
    assert [id_of(title) for title in ("Über 100%!", "秋季赛", "-a-", "x" * 99)] == [
        "uber-100",
        "",
        "a",
        "x" * 30,
    ]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"title": "  "}, "title"),
        ({"problem-1": None}, "problems"),
        (
            {"duration": "0:00:00"},
            "Duration: expected more than 0:00:00 and at most 366 days, found 0:00:00. Enter",
        ),
        ({"duration": "9000:00:00"}, "at most 366 days, found 9000:00:00"),
        (
            {"duration": "five hours"},
            "Duration: expected hours, minutes and seconds, such as 5:00:00, found five hours",
        ),
        (
            {"duration": "0:30:00", "freeze": "1:00:00"},
            "Freeze: expected 0:00:00 to 0:30:00, the duration, found 1:00:00. Enter a shorter time, or none",
        ),
        ({"freeze": "-1:00:00"}, "Freeze: expected 0:00:00 to 5:00:00, the duration, found -1:00:00"),
        ({"freeze": "an hour"}, "Freeze: expected"),
        ({"start": "tomorrow"}, "tomorrow"),
        ({"start": "2001-01-02T10:00", "zone": "Asia/Shanghai"}, "2001-01-02 15:00 (UTC+08:00)"),
        ({"zone": "Europe/Nowhere"}, "Europe/Nowhere"),
        ({"teams": "Ada\n; Nameless Institute"}, "Nameless Institute"),
        ({"title": "x" * 201}, "200"),
    ],
)
def test_what_cannot_be_held_is_said_and_what_was_typed_is_still_there(
    site: SiteUnderTest, fields: dict[str, str | None], why: str
) -> None:
    admin, store = site.browser(Role.ADMIN), site.site.store
    people = len(store.catalogue.all(User))
    answer = admin.post(
        "/new-contest",
        {
            name: value
            for name, value in (
                {
                    "title": "Cup",
                    "zone": "UTC",
                    "duration": "5:00:00",
                    "freeze": "",
                    "scoring": "ioi",
                    "problem-1": "1",
                }
                | {"start": "2100-01-02T10:00", "teams": "Ada & <b>"}
                | fields
            ).items()
            if value is not None
        },
    )
    assert answer.status_code == 422
    assert why in answer.text.partition('role="alert"')[2].partition("</p>")[0]
    assert fields.get("teams", "Ada &amp; &lt;b&gt;") in answer.text
    assert 'value="ioi" selected' in answer.text
    assert store.contests.all() == []
    assert len(store.catalogue.all(User)) == people


def test_a_problem_that_is_gone_is_in_no_contest(site: SiteUnderTest) -> None:
    store = site.site.store
    problem = store.catalogue.get(ProblemRecord, 1)
    store.packages.set_problem(problem.id, state=ProblemState.DELETED, feedback=None)
    assert sent(site.browser(Role.ADMIN)).status_code == 422
    assert store.contests.all() == []


def test_a_contest_is_scheduled_by_a_clock_of_a_place(site: SiteUnderTest) -> None:
    admin, store = site.browser(Role.ADMIN), site.site.store
    contest = made(site, sent(admin, start=""))
    times = {"do": "schedule", "duration": "4:00:00", "freeze": "30", "zone": "Europe/Berlin"}

    def schedule(**fields: str) -> Any:
        return admin.post("/contests/autumn-cup/staff", times | fields)

    assert schedule(start="2100-07-02T10:00").status_code == 303
    found = store.contests.named(contest.name)
    assert found
    assert found[0].start_utc_ms == 4_118_198_400_000  # 08:00 UTC
    assert (found[0].duration_ms, found[0].freeze_ms) == (4 * HOUR_MS, HOUR_MS // 2)
    page = admin.get("/contests/autumn-cup/staff").text
    assert f'value="{shown_at(4_118_198_400_000, zone_of_this_machine())}"' in page
    for fields, why in (
        ({"start": "2100-07-02T10:00", "duration": "long"}, "found long"),
        ({"start": "2100-07-02T10:00", "zone": "Europe/Nowhere"}, "Europe/Nowhere"),
        ({"start": "2100-07-02T10:00", "duration": "0:20:00"}, "Freeze: expected 0:00:00 to 0:20:00"),
        ({"start": "2100-07-02T10:00", "duration": "-0:20:00"}, "Duration: expected more than 0:00:00"),
        ({"start": "2026-03-29T02:30"}, "summer time starts then"),
        ({"start": "soon"}, "soon"),
    ):
        answer = schedule(**fields)
        assert answer.status_code == 422
        assert why in answer.text.partition('role="alert"')[2].partition("</p>")[0]
    assert store.contests.named(contest.name) == found
