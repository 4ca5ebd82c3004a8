"""Persons, logos, banners, photos and attachments of a contest in the Contest API: each for anyone who may see it."""

import hashlib
import json
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.contest.extras import load_extras
from judge.contest.layouts import load_contest
from judge.service.contest_import import import_contest
from judge.store.catalogue_records import Role
from judge.store.tokens import TokenScope
from judge.tests.contest.test_picture_size import jpeg, png, svg
from judge.tests.packages import VERSION_2025_09, Files, written
from judge.tests.web.api_clients import ApiClient, api
from judge.tests.web.contest_sites import signed_in_team
from judge.tests.web.sites import SiteUnderTest

TEAMS = [
    {"id": "ada", "name": "Ada", "organization_id": "kth.se"},
    {"id": "eve", "name": "Eve", "hidden": True, "organization_id": "kth.se"},
]
PERSONS = [
    {"id": "ute", "name": "Ute", "role": "coach", "team_ids": ["ada", "gone"], "email": "ute@example.org"},
    {"id": "max", "name": "Max", "role": "contestant", "team_ids": ["gone"]},
    {"id": "olga", "name": "Olga", "role": "staff", "title": "Director", "team_ids": []},
]
ORGANIZATIONS = [
    {
        "id": "kth.se",
        "name": "KTH",
        "formal_name": "Kungliga",
        "country": "SWE",
        "location": {"latitude": 59.3471, "longitude": 18.0721, "altitude": 30},
        "twitter_account": "x",
    }
]
FILES: Files = {
    "contest.json": json.dumps(
        {"id": "cup", "name": "Cup", "start_time": "2001-11-18T09:06:40Z", "duration": "5:00:00"}
    ),
    "problems.json": json.dumps([{"id": "twice", "label": "A", "name": "Twice", "ordinal": 1}]),
    "teams.json": json.dumps(TEAMS),
    "persons.json": json.dumps(PERSONS),
    "organizations.json": json.dumps(ORGANIZATIONS),
    "contest/banner.png": png(1920, 240),
    "contest/logo.dark.svg": svg('viewBox="0 0 10 10"'),
    "contest/notes.txt": "secret",
    "organizations/kth.se/logo.56x56.png": png(56, 56),
    "organizations/kth.se/logo.160x160.light.dark.png": png(160, 160),
    "organizations/kth.se/logo.broken.png": b"no picture",
    "organizations/kth.se/country_flag.jpg": jpeg(30, 20),
    "teams/ada/photo.jpeg": jpeg(800, 600),
    "teams/eve/photo.jpg": jpeg(800, 600),
    "persons/ute/photo.jpg": jpeg(80, 60),
}
PACKAGE: Files = {
    **VERSION_2025_09,
    "attachments/tool.py": "print()\n",
    "attachments/picture.png": png(3, 4),
    "attachments/fake.png": "no picture",
    "attachments/templates/a.py": "print()\n",
    "attachments/.hidden": "",
}


@dataclass
class Pictured:
    site: SiteUnderTest
    admin: ApiClient
    public: ApiClient

    def one(self, who: ApiClient, path: str) -> Any:
        answer = who.get(f"/contests/cup{path}")
        assert answer.status_code == 200, answer.text
        return answer.json()


def imported(site: SiteUnderTest, folder: Path, **changes: str | bytes | None) -> None:
    given = written(folder / "cup", FILES, **changes)
    written(given / "problems/twice", PACKAGE)
    assert site.site.contests
    import_contest(site.host, site.site.store, site.site.contests, given)
    site.check()


@pytest.fixture
def cup(site: SiteUnderTest, tmp_path: Path) -> Pictured:
    imported(site, tmp_path / "given")
    return Pictured(site, api(site, *TokenScope, role=Role.ADMIN), api(site))


def test_pictures_have_sizes_hashes_and_tags_and_can_be_fetched(cup: Pictured) -> None:
    contest = cup.one(cup.public, "")
    [organization] = cup.one(cup.public, "/organizations")
    assert (organization["id"], organization["formal_name"], organization["country"]) == (
        "kth.se",
        "Kungliga",
        "SWE",
    )
    assert "twitter_account" not in organization
    assert organization["location"] == {"latitude": 59.3471, "longitude": 18.0721}
    found = [*contest["banner"], *contest["logo"], *organization["logo"], *organization["country_flag"]]
    told = {one["filename"]: (one["mime"], one["width"], one["height"], one.get("tag", [])) for one in found}
    assert told == {
        "banner.png": ("image/png", 1920, 240, []),
        "logo.dark.svg": ("image/svg+xml", 10, 10, ["dark"]),
        "logo.56x56.png": ("image/png", 56, 56, []),
        "logo.160x160.light.dark.png": ("image/png", 160, 160, ["light", "dark"]),
        "country_flag.jpg": ("image/jpeg", 30, 20, []),
    }
    for one in found:
        answer = cup.public.get(f"/{one['href']}")
        assert answer.status_code == 200, one
        assert answer.headers["content-type"] == one["mime"]
        assert hashlib.md5(answer.content, usedforsecurity=False).hexdigest() == one["hash"]
        assert "sandbox" in answer.headers["content-security-policy"]
        again = cup.public.get(f"/{one['href']}", headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304


def test_nothing_else_of_the_folder_can_be_fetched(cup: Pictured) -> None:
    for path in (
        "contest/cup/notes.txt",
        "contest/cup/..%2Fteams.json",
        "contest/other/banner.png",
        "organizations/kth.se/logo.broken.png",
        "organizations/kth.se/logo.png",
        "teams/eve/photo.jpg",
        "persons/ute/photo.jpg",
        "problems/twice/a.py",
        "problems/twice/problem.yaml",
        "problems/twice/..%2Fproblem.yaml",
        "submissions/1/a.py",
        "nothing/1/a.py",
    ):
        assert cup.public.get(f"/contests/cup/{path}").status_code == 404, path
    assert cup.admin.get("/contests/cup/teams/eve/photo.jpg").status_code == 200  # the control


def test_photos_are_of_teams_that_whoever_asks_sees(cup: Pictured) -> None:
    shown = {one["id"]: one.get("photo") for one in cup.one(cup.public, "/teams")}
    assert {name: bool(photo) for name, photo in shown.items()} == {"ada": True}
    assert {one["id"] for one in cup.one(cup.admin, "/teams") if one.get("photo")} == {"ada", "eve"}


def test_persons_are_for_the_staff_alone(cup: Pictured) -> None:
    found = cup.one(cup.admin, "/persons")
    assert [one["id"] for one in found] == ["ute", "olga"]  # nobody who is there for no team of this contest
    ute, olga = found
    assert (ute["team_ids"], ute["email"], ute["photo"][0]["width"]) == (["ada"], "ute@example.org", 80)
    assert (olga["title"], "team_ids" in olga) == ("Director", False)
    assert cup.admin.get("/contests/cup/persons/ute").json() == ute
    assert cup.admin.get(f"/{ute['photo'][0]['href']}").status_code == 200
    team = signed_in_team(cup.site, "ada").user
    for who in (cup.public, api(cup.site, *TokenScope, user=team)):
        assert who.get("/contests/cup/persons").status_code == 404
        assert who.get("/contests/cup/persons/ute").status_code == 404
        assert "persons" not in {one["type"] for one in cup.one(who, "/access")["endpoints"]}
    assert "persons" in {one["type"] for one in cup.one(cup.admin, "/access")["endpoints"]}


def test_attachments_are_files_of_their_problem(cup: Pictured) -> None:
    [problem] = cup.one(cup.public, "/problems")
    told = {one["filename"]: (one["mime"], one.get("width")) for one in problem["attachments"]}
    assert told == {
        "tool.py": ("text/x-python", None),
        "picture.png": ("image/png", 3),
        "fake.png": ("application/octet-stream", None),
    }
    tool = next(one for one in problem["attachments"] if one["filename"] == "tool.py")
    answer = cup.public.get(f"/{tool['href']}")
    assert answer.content == b"print()\n"
    assert answer.headers["content-disposition"].startswith("attachment")
    assert hashlib.md5(answer.content, usedforsecurity=False).hexdigest() == tool["hash"]


def test_before_it_starts_nobody_but_the_staff_has_attachments(site: SiteUnderTest, tmp_path: Path) -> None:
    text = str(FILES["contest.json"]).replace("2001", "2101")
    imported(site, tmp_path / "given", **{"contest.json": text})
    path = "/contests/cup/problems/twice/tool.py"
    assert api(site).get(path).status_code == 404
    assert api(site, *TokenScope, role=Role.ADMIN).get(path).status_code == 200


def test_an_export_has_all_of_it_again(cup: Pictured, tmp_path: Path) -> None:
    content = cup.site.browser(Role.ADMIN).get("/contests/cup/export").content
    (tmp_path / "cup.zip").write_bytes(content)
    with zipfile.ZipFile(tmp_path / "cup.zip") as archive:
        archive.extractall(tmp_path / "out")
    assert load_contest(tmp_path / "out").id == "cup"
    extras = load_extras(tmp_path / "out")
    assert [one.id for one in extras.persons] == [one["id"] for one in PERSONS]
    assert {one.id for one in extras.organizations.values()} == {"kth.se"}
    for of in (("contest", "cup", "banner"), ("organizations", "kth.se", "logo"), ("teams", "ada", "photo")):
        assert extras.pictures(*of), of
    assert not (tmp_path / "out/contest/notes.txt").exists()


REFERRED: dict[str, str | bytes | None] = {
    "contest.json": json.dumps(
        {
            **json.loads(str(FILES["contest.json"])),
            "logo": [{"filename": "56px.png", "mime": "image/png", "tag": ["light"]}],
        }
    ),
    "teams.json": json.dumps(
        [
            {
                "id": "ada",
                "name": "Ada",
                "organization_id": "kth.se",
                "photo": [{"filename": "group.JPG", "mime": "image/jpeg"}],
            }
        ]
    ),
    "organizations.json": None,
    "config/organizations.json": json.dumps(
        [
            ORGANIZATIONS[0]
            | {
                "logo": [
                    {"href": "https://far.example/api/flags/round", "filename": "round", "mime": "image/png"},
                    {
                        "href": "https://far.example/api/logo/56px",
                        "filename": "gone.png",
                        "mime": "image/png",
                    },
                    {"filename": "../../../organizations.json", "mime": "image/png"},
                ],
                "country_flag": [{"href": "http://far.example/flags/SWE.png?size=56", "mime": "image/png"}],
            }
        ]
    ),
    "contest/56px.png": png(56, 56),
    "teams/ada/group.JPG": jpeg(80, 60),
    "organizations/kth.se/round": png(7, 7),
    "organizations/kth.se/SWE.png": png(9, 6),
}


def pictures_of(admin: ApiClient, contest: str) -> dict[str, list[tuple[str, int, list[str]]]]:
    """Pictures by property: file, width and tags, without the name that is a contest's own."""
    at = f"/contests/{contest}"
    found = [admin.get(at).json(), *admin.get(f"{at}/organizations").json(), *admin.get(f"{at}/teams").json()]
    told: dict[str, list[tuple[str, int, list[str]]]] = {}
    for one in found:
        for wanted in {"logo", "country_flag", "photo"} & {*one}:
            for file in one[wanted]:
                assert admin.get(f"/{file['href']}").status_code == 200
                name = "" if one is found[0] else file["filename"]
                told.setdefault(f"{one['id']} {wanted}", []).append(
                    (name, file["width"], file.get("tag", []))
                )
    return told


def test_pictures_are_those_that_objects_refer_to_and_an_export_refers_to_them_again(
    site: SiteUnderTest, tmp_path: Path
) -> None:
    given = written(tmp_path / "cup", FILES, **REFERRED)
    written(given / "problems/twice", PACKAGE)
    assert site.site.contests
    done = import_contest(site.host, site.site.store, site.site.contests, given)
    assert [one.partition(":")[0] for one in done.left_out] == ["organizations/kth.se"] * 2
    assert "gone.png" in done.left_out[0]
    site.check()
    admin = api(site, *TokenScope, role=Role.ADMIN)
    pictures = pictures_of(admin, "cup")
    assert pictures == {
        "cup logo": [("", 56, ["light"]), ("", 10, ["dark"])],
        "kth.se logo": [
            ("round", 7, []),
            ("logo.160x160.light.dark.png", 160, ["light", "dark"]),
            ("logo.56x56.png", 56, []),
        ],
        "kth.se country_flag": [("SWE.png", 9, []), ("country_flag.jpg", 30, [])],
        "ada photo": [("group.JPG", 80, []), ("photo.jpeg", 800, [])],
    }
    content = site.browser(Role.ADMIN).get("/contests/cup/export").content
    (tmp_path / "cup.zip").write_bytes(content)
    with zipfile.ZipFile(tmp_path / "cup.zip") as archive:
        archive.extractall(tmp_path / "again")
    again = load_extras(tmp_path / "again")
    assert load_contest(tmp_path / "again").id == "cup"
    assert {
        (*of, *one.tags, one.md5)
        for of in (("contest", "", "logo"), ("organizations", "kth.se", "logo"), ("teams", "ada", "photo"))
        for one in again.pictures(*of)
    } == {
        (*of, *one.tags, one.md5)
        for of in (("contest", "", "logo"), ("organizations", "kth.se", "logo"), ("teams", "ada", "photo"))
        for one in load_extras(site.site.contests / "cup").pictures(*of)
    }


def test_what_is_wrong_with_the_lists_is_said_when_it_is_imported(
    site: SiteUnderTest, tmp_path: Path
) -> None:
    with pytest.raises(JudgeError, match="role"):
        imported(site, tmp_path, **{"persons.json": json.dumps([{"id": "a", "name": "A", "role": "king"}])})
    assert site.site.store.contests.all() == []
