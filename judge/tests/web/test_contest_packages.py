"""Contests with problem packages of their own, as teachers upload them: each opens under the contest's name for it."""

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from judge.service.contest_export import export_contest
from judge.service.contest_import import import_contest
from judge.service.preparing import preparations
from judge.service.shelf import Shelf
from judge.store.catalogue_records import UNPREPARED, ProblemRecord, Role
from judge.store.queue_records import JobState
from judge.store.store import Store
from judge.tests.packages import DOMJUDGE, HIDDEN_LIMIT, LEGACY, RIGHT, Files, written, zipped
from judge.tests.web.contest_sites import signed_in_team
from judge.tests.web.sites import SiteUnderTest

pytestmark = pytest.mark.built

UNLIMITED: Files = {**DOMJUDGE, "domjudge-problem.ini": "short-name = A\nname = 'Double'\n"}
"""A package as DOMjudge exports it, without a time limit; the short name is the problem's letter in the contest."""
MANIFEST = """id: {contest}
name: Autumn
start: 2026-11-18T09:06:40Z
duration: 87600:00:00
problems:
  - id: packages/{problem}
teams:
  - {contest}-ada
"""
JSON = {"id": "finals", "name": "Finals", "start_time": "2001-11-18T09:06:40Z", "duration": "1:00:00"}


def upload(site: SiteUnderTest, file: Path, files: Mapping[str, str | bytes]) -> None:
    """Uploads it by the page, as an administrator."""
    zipped(file, files)
    admin = site.browser(Role.ADMIN)
    answer = admin.post("/contests", {}, files=[("files", (file.name, file.read_bytes()))])
    assert answer.status_code == 303, answer.text


def own_layout(contest: str, problem: str, package: Files) -> dict[str, str | bytes]:
    below = {f"packages/{problem}/{name}": content for name, content in package.items()}
    return {"contest.yaml": MANIFEST.format(contest=contest, problem=problem), **below}


@pytest.mark.parametrize("package", [UNLIMITED, DOMJUDGE, LEGACY])
def test_an_uploaded_contest_opens_with_its_packages(
    site: SiteUnderTest, tmp_path: Path, package: Files
) -> None:
    upload(site, tmp_path / "cup.zip", own_layout("cup", "twice", package))
    site.check()
    assert [(one.state, one.failure) for one in preparations(site.site.store)] == [(JobState.DONE, "")]
    ada = signed_in_team(site, "cup-ada")
    page = ada.get("/problems/twice")
    assert page.status_code == 200
    assert 'name="source"' in page.text
    answer = ada.submit(RIGHT, "python3", problem="twice")
    assert answer.status_code == 303, answer.text
    site.judge()
    assert "AC" in ada.get(answer.headers["location"]).text


def test_two_contests_have_packages_that_call_themselves_alike(site: SiteUnderTest, tmp_path: Path) -> None:
    for contest, problem in (("spring", "twice"), ("autumn", "again")):
        upload(site, tmp_path / f"{contest}.zip", own_layout(contest, problem, UNLIMITED))
    site.check()
    for name in ("twice", "again"):
        found = site.site.store.catalogue.named(ProblemRecord, name)
        assert found
        assert found.data_sha256 != UNPREPARED


def test_a_contest_package_has_folders_with_domjudges_file_alone_and_zip_files_of_any_name(
    site: SiteUnderTest, tmp_path: Path
) -> None:
    problems = [
        {"id": name, "label": label, "name": "Double", "ordinal": 1}
        for name, label in (("twice", "A"), ("zip", "B"))
    ]
    below = {f"problems/twice/{name}": content for name, content in UNLIMITED.items()}
    inner = zipped(tmp_path / "inner.zip", UNLIMITED).read_bytes()
    files = {
        "contest.json": json.dumps(JSON),
        "problems.json": json.dumps(problems),
        "teams.json": json.dumps([{"id": "ada", "name": "Ada"}]),
        "problems/zip/package.zip": inner,
        **below,
    }
    upload(site, tmp_path / "finals.zip", files)
    site.check()
    assert {one.failure for one in preparations(site.site.store)} == {""}
    exported = site.browser(Role.ADMIN).get("/contests/finals/export")
    (tmp_path / "out.zip").write_bytes(exported.content)
    names = zipfile.ZipFile(tmp_path / "out.zip").namelist()
    assert "packages/twice/domjudge-problem.ini" in names
    assert "packages/zip.zip" in names


def test_a_contest_keeps_the_hidden_limits_of_its_packages(site: SiteUnderTest, tmp_path: Path) -> None:
    store, data = site.site.store, site.site.online.data
    assert data
    assert site.site.contests
    given = written(tmp_path / "given", own_layout("cup", "twice", HIDDEN_LIMIT))
    contest = import_contest(site.host, store, site.site.contests, given).contest
    export_contest(store, contest, tmp_path / "out.zip", data)
    with Store.open(tmp_path / "other.sqlite") as other:
        import_contest(site.host, other, tmp_path / "other", tmp_path / "out.zip")
    places = (given, site.site.contests / "cup", tmp_path / "other/cup")
    shelf = Shelf(site.host)
    assert len({shelf.made_ready(str(place / "packages/twice"), "twice").sha256 for place in places}) == 1


@pytest.mark.parametrize(("problem", "named"), [("nothing", "nothing"), ("double", "another problem")])
def test_what_cannot_be_opened_says_why(
    site: SiteUnderTest, tmp_path: Path, problem: str, named: str
) -> None:
    files = own_layout("cup", problem, UNLIMITED)
    if problem == "nothing":
        files = {"contest.yaml": str(files["contest.yaml"]).replace("packages/", "")}
    zipped(tmp_path / "cup.zip", files)
    answer = site.browser(Role.ADMIN).post(
        "/contests", {}, files=[("files", ("cup.zip", (tmp_path / "cup.zip").read_bytes()))]
    )
    assert answer.status_code == 422
    assert named in answer.text
