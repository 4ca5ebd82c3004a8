"""External ids, groups and both names of an imported contest's teams: served, exported, and imported again."""

import json
from pathlib import Path
from typing import Any

import pytest

from judge.contest.layouts import load_contest
from judge.service.contest_board import model_of
from judge.service.contest_import import import_contest
from judge.store.catalogue_records import Role
from judge.store.store import Store
from judge.store.tokens import TokenScope
from judge.tests.packages import VERSION_2025_09, Files, written
from judge.tests.web.api_clients import ApiClient, api
from judge.tests.web.sites import SiteUnderTest

TEAMS = [
    {"id": "1", "name": "Ada", "icpc_id": "201433", "group_ids": ["north", "juniors"], "label": "7"},
    {"id": "2", "name": "University of Bob", "display_name": "Bob", "group_ids": ["north"]},
    {"id": "3", "name": "Eve", "group_ids": ["guests"], "icpc_id": 12},
]
GROUPS = [
    {"id": "north", "name": "North", "type": "site", "icpc_id": "7593"},
    {"id": "juniors", "name": "Juniors"},
    {"id": "guests", "name": "Guests", "hidden": True},
]
PARTICIPANTS = {"id": "participants", "name": "Participants"}
FILES: Files = {
    "contest.json": json.dumps(
        {"id": "cup", "name": "Cup", "start_time": "2001-11-18T09:06:40Z", "duration": "5:00:00"}
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
        {"id": "north", "icpc_id": "7593", "name": "North", "type": "site"},
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
