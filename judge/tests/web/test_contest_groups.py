"""External ids, groups, organizations and both names of an imported contest's teams: served, exported, and imported
again.
"""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.contest.layouts import load_contest
from judge.service.contest_board import model_of
from judge.service.contest_import import import_contest
from judge.service.online import OnlineJudge
from judge.store.catalogue_records import Role
from judge.store.locations import GeographicLocation, TeamLocation
from judge.store.store import Store
from judge.store.tokens import TokenScope
from judge.tests.contest.test_picture_size import png
from judge.tests.packages import VERSION_2025_09, Files, written
from judge.tests.web.api_clients import ApiClient, api
from judge.tests.web.sites import QUICK_PASSWORDS, SiteUnderTest
from judge.web.site import Site

SEAT = {"x": 3.5, "y": -0.25, "rotation": 90.0}
HALL = {"description": "Hall 3, by the door", "floor": 2}
"""A location as DOMjudge has it, with a property that no specification has."""
KTH = {"latitude": 59.3471, "longitude": 18.0721}
OSAKA = {"latitude": 34.6937, "longitude": 135.5023}
TEAMS = [
    {
        "id": "1",
        "name": "Ada",
        "icpc_id": "201433",
        "group_ids": ["north", "juniors"],
        "label": "7",
        "location": SEAT,
    },
    {"id": "2", "name": "University of Bob", "display_name": "Bob", "group_ids": ["north"], "location": HALL},
    {"id": "3", "name": "Eve", "group_ids": ["guests"], "icpc_id": 12},
]
GROUPS = [
    {"id": "north", "name": "North", "type": "site", "icpc_id": "7593", "location": KTH},
    {"id": "juniors", "name": "Juniors"},
    {"id": "guests", "name": "Guests", "hidden": True},
]
PARTICIPANTS = {"id": "participants", "name": "Participants"}
FILES: Files = {
    "contest.json": json.dumps(
        {
            "id": "cup",
            "name": "Cup",
            "start_time": "2001-11-18T09:06:40Z",
            "duration": "5:00:00",
            "location": {**OSAKA, "name": "Osaka"},
        }
    ),
    "problems.json": json.dumps([{"id": "twice", "label": "A", "name": "Twice", "ordinal": 1}]),
    "teams.json": json.dumps(TEAMS),
    "groups.json": json.dumps(GROUPS),
}
TSV: dict[str, str | bytes | None] = {
    "teams.json": None,
    "groups.json": None,
    "teams.tsv": "teams\t1\n1\t201433\t902\tAda\tKTH\tKTH\tSWE\n2\t\t\tBob\n",
    "groups.tsv": "groups\t1\n902\tNorth America\n903\tAsia\n",
}


def imported(site: SiteUnderTest, given: Path) -> None:
    assert site.site.contests
    import_contest(site.host, site.site.store, site.site.contests, given)
    site.check()


def a_cup(folder: Path, **changes: str | bytes | None) -> Path:
    given = written(folder / "cup", FILES, **changes)
    written(given / "problems/twice", VERSION_2025_09)
    return given


def objects(client: ApiClient, endpoint: str) -> list[dict[str, Any]]:
    answer = client.get(f"/contests/cup/{endpoint}")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


def test_teams_have_their_external_ids_groups_and_both_names(site: SiteUnderTest, tmp_path: Path) -> None:
    imported(site, a_cup(tmp_path / "given"))
    jury = api(site, *TokenScope, role=Role.ADMIN)
    assert objects(jury, "groups") == [
        PARTICIPANTS,
        {"id": "north", "icpc_id": "7593", "name": "North", "type": "site", "location": KTH},
        {"id": "juniors", "name": "Juniors"},
        {"id": "guests", "name": "Guests"},
    ]
    assert objects(jury, "teams") == [
        {
            "id": "1",
            "icpc_id": "201433",
            "name": "Ada",
            "label": "7",
            "group_ids": ["participants", "north", "juniors"],
            "location": SEAT,
        },
        {
            "id": "2",
            "name": "University of Bob",
            "display_name": "Bob",
            "label": "2",
            "group_ids": ["participants", "north"],
        },
        {"id": "3", "icpc_id": "12", "name": "Eve", "label": "3", "group_ids": ["guests"], "hidden": True},
    ]
    assert [one["id"] for one in objects(api(site), "teams")] == ["1", "2"]


def test_lists_of_older_systems_have_them_too(site: SiteUnderTest, tmp_path: Path) -> None:
    imported(site, a_cup(tmp_path / "given", **TSV))
    public = api(site)
    groups = [{"id": "902", "name": "North America"}, {"id": "903", "name": "Asia"}]
    assert objects(public, "groups") == [PARTICIPANTS, *groups]
    ada, bob = objects(public, "teams")
    assert (ada["icpc_id"], ada["group_ids"]) == ("201433", ["participants", "902"])
    assert ("icpc_id" in bob, bob["group_ids"]) == (False, ["participants"])


@pytest.mark.parametrize("changes", [{}, TSV], ids=["json", "tsv"])
def test_an_export_can_be_imported_again_without_a_loss(
    site: SiteUnderTest, tmp_path: Path, changes: dict[str, str | bytes | None]
) -> None:
    imported(site, a_cup(tmp_path / "given", **changes))
    (tmp_path / "cup.zip").write_bytes(site.browser(Role.ADMIN).get("/contests/cup/export").content)
    with Store.open(tmp_path / "other.sqlite") as other:
        again = import_contest(site.host, other, tmp_path / "other", tmp_path / "cup.zip").contest
        first = site.site.store.contests.named("cup")
        assert first
        found = [model_of(*of).contest for of in ((site.site.store, first[0]), (other, again))]
    assert found[0].groups == found[1].groups
    assert found[0].teams == found[1].teams
    assert any(team.group_ids and team.icpc_id for team in found[1].teams)


def test_the_scoreboard_of_a_group_has_its_teams_alone(site: SiteUnderTest, tmp_path: Path) -> None:
    imported(site, a_cup(tmp_path / "given"))

    def rows(group: str) -> list[str]:
        found = api(site).get(f"/contests/cup/scoreboard?group_id={group}").json()
        return [row["team_id"] for row in found["rows"]]

    assert {group: rows(group) for group in ("participants", "north", "juniors", "guests")} == {
        "participants": ["1", "2"],
        "north": ["1", "2"],
        "juniors": ["1"],
        "guests": [],
    }


@pytest.mark.parametrize(("main", "hidden"), [("north", ["3"]), ("juniors", ["2", "3"]), ("nobodys", ["3"])])
def test_teams_outside_of_the_main_group_are_on_no_scoreboard(
    tmp_path: Path, main: str, hidden: list[str]
) -> None:
    """A main group without any team says nothing."""
    text = json.dumps({**json.loads(str(FILES["contest.json"])), "main_scoreboard_group_id": main})
    contest = load_contest(a_cup(tmp_path, **{"contest.json": text}))
    assert [team.id for team in contest.teams if team.is_hidden] == hidden


ORGANIZATIONS = [
    {"id": "york-ca", "name": "York", "logo": [{"filename": "lion.png", "mime": "image/png"}]},
    {"id": "york-uk", "name": "York"},
]
OF_YORKS = {"ada": "york-ca", "bob": "york-uk", "eve": "york-ca", "kim": None}
"""Teams, all of one name, with their organizations."""
OF_ONE_NAME: dict[str, str | bytes | None] = {
    "persons.json": json.dumps(
        [
            {"id": "1", "name": "Lee", "role": "contestant", "team_ids": ["ada"]},
            {"id": "2", "name": "Lee", "role": "contestant", "team_ids": ["bob"]},
        ]
    ),
}
YORKS: dict[str, dict[str, str | bytes | None]] = {
    "a contest package": {
        "problems.json": json.dumps(
            [{"id": one, "label": one[0], "name": "Twice"} for one in ("twice", "again")]
        ),
        "organizations.json": json.dumps(ORGANIZATIONS),
        "organizations/york-ca/lion.png": png(7, 7),
        "groups.json": json.dumps([{"id": one, "name": "East"} for one in ("e1", "e2")]),
        "teams.json": json.dumps(
            [
                {"id": team, "name": "Us", "organization_id": given, "group_ids": ["e2"]}
                for team, given in OF_YORKS.items()
            ]
        ),
    },
    "contest.yaml": {
        **dict.fromkeys(FILES),
        "contest.yaml": "name: Cup\nid: cup\nstart: 2001-11-18T09:06:40Z\nduration: 5:00:00\n"
        "problems: [{id: problems/twice, label: t, name: Twice}, {id: problems/again, label: a, name: Twice}]\n"
        "groups: [{id: e1, name: East}, {id: e2, name: East}]\nteams:\n"
        + "".join(
            f"- {{id: {team}, name: Us, groups: [e2]"
            + (f", organization: York, organization_id: {given}}}\n" if given else "}\n")
            for team, given in OF_YORKS.items()
        ),
    },
}


@pytest.mark.parametrize("layout", YORKS)
def test_everything_of_one_name_stays_apart(site: SiteUnderTest, tmp_path: Path, layout: str) -> None:
    """Organizations, groups, teams, persons and problems, after an import and after that of its export."""
    given = a_cup(tmp_path / "given", **OF_ONE_NAME, **YORKS[layout])
    written(given / "problems/again", VERSION_2025_09)
    imported(site, given)
    check_yorks(site, layout)
    (tmp_path / "cup.zip").write_bytes(site.browser(Role.ADMIN).get("/contests/cup/export").content)
    (tmp_path / "other").mkdir()
    with Store.open(tmp_path / "other.sqlite") as store:
        online = OnlineJudge(site.host, store, data=tmp_path / "other")
        other = SiteUnderTest(Site(online, passwords=QUICK_PASSWORDS, tell=print), site.host)
        imported(other, tmp_path / "cup.zip")
        check_yorks(other, layout)
        other.end()


def check_yorks(site: SiteUnderTest, layout: str) -> None:
    jury = api(site, *TokenScope, role=Role.ADMIN)

    def named(endpoint: str) -> list[tuple[str, str]]:
        return [(one["id"], one["name"]) for one in objects(jury, endpoint)]

    assert named("organizations") == [("york-ca", "York"), ("york-uk", "York")]
    logos = [one.get("logo", []) for one in objects(jury, "organizations")]
    assert [*map(len, logos)] == [layout == "a contest package", 0]
    assert named("groups") == [("participants", "Participants"), ("e1", "East"), ("e2", "East")]
    assert named("persons") == [("1", "Lee"), ("2", "Lee")]
    assert named("problems") == [("twice", "Twice"), ("again", "Twice")]
    teams = objects(jury, "teams")
    assert [(one["name"], one["group_ids"]) for one in teams] == [("Us", ["participants", "e2"])] * 4
    assert {one["id"]: one.get("organization_id") for one in teams} == OF_YORKS
    assert {one.get("team_id") for one in objects(jury, "accounts")} >= {*OF_YORKS}


def test_locations_are_kept_by_an_import_and_an_export(site: SiteUnderTest, tmp_path: Path) -> None:
    """Seats known only by a description are kept, too: the API has no place for them."""
    imported(site, a_cup(tmp_path / "given"))
    (tmp_path / "cup.zip").write_bytes(site.browser(Role.ADMIN).get("/contests/cup/export").content)
    with zipfile.ZipFile(tmp_path / "cup.zip") as archive:
        archive.extractall(tmp_path / "again")
    again = load_contest(tmp_path / "again")
    assert [team.location for team in again.teams] == [
        TeamLocation(3.5, -0.25, 90),
        TeamLocation(description="Hall 3, by the door"),
        None,
    ]
    assert [group.location for group in again.groups] == [GeographicLocation(59.3471, 18.0721), None, None]
    assert again.location == GeographicLocation(34.6937, 135.5023)


def test_a_contest_says_where_it_is_held(site: SiteUnderTest, tmp_path: Path) -> None:
    imported(site, a_cup(tmp_path))
    jury = api(site, *TokenScope, role=Role.ADMIN)
    assert jury.get("/contests/cup").json()["location"] == OSAKA
    [shown] = [one for one in jury.get("/contests").json() if one["id"] == "cup"]
    assert shown["location"] == OSAKA


@pytest.mark.parametrize(
    ("endpoint", "location", "said", "line"),
    [
        ("groups", {"latitude": 91, "longitude": 0}, "`float` <= 90.0", 6),
        ("groups", {"latitude": 9}, "missing required field `longitude`", 5),
        ("teams", {"x": "left"}, "got `str`", 6),
        ("teams", "Hall 3", "Expected `object", 5),
        ("contest", {"latitude": 9, "longitude": 181}, "`float` <= 180.0", 8),
        ("contest", "Osaka", "Expected `object", 6),
    ],
)
def test_a_location_that_is_none_is_an_error_with_its_line(
    tmp_path: Path, endpoint: str, location: object, said: str, line: int
) -> None:
    rows: object = [{"id": "1", "name": "Ada", "location": location}]
    if endpoint == "contest":
        rows = {**json.loads(str(FILES["contest.json"])), "location": location}
    with pytest.raises(JudgeError) as caught:
        load_contest(a_cup(tmp_path, **{f"{endpoint}.json": json.dumps(rows, indent=0)}))
    assert said.replace("`", "") in str(caught.value).replace("`", "")
    assert f"{endpoint}.json, line {line}" in str(caught.value)
