"""The staff's pages of problems: a package by a form, its check row by row, and what the others see of it."""

import re
from pathlib import Path

import pytest

from judge.service.package_files import MOST_UPLOADED
from judge.store.catalogue_records import Role
from judge.tests.hostile import ACTING, HOSTILE, PACKAGE, SHOWN
from judge.tests.packages import SQUARED, VERSION_2025_09, Files, zipped
from judge.tests.web.sites import Browser, SiteUnderTest
from judge.web.pages.packages import FORM_BYTES

pytestmark = pytest.mark.built

ACTS = {one for one in ACTING if not one.isascii() or not one.isprintable()}
SMALL: Files = {name: text for name, text in VERSION_2025_09.items() if "crashing" not in name}


def upload(browser: Browser, content: bytes, name: str = "twice.zip", **fields: str) -> int:
    answer = browser.post("/packages", fields, files=[("package", (name, content))])
    return (
        int(answer.headers["location"].rpartition("/")[2])
        if answer.status_code == 303
        else answer.status_code
    )


def test_a_setter_uploads_reads_the_check_and_opens(site: SiteUnderTest, tmp_path: Path) -> None:
    setter, student = site.browser(Role.JURY), site.browser(Role.TEAM)
    files = {**SMALL, "submissions/accepted/squared.py": SQUARED, "submissions/accepted/a.lisp": "()"}
    number = upload(setter, zipped(tmp_path / "a.zip", files).read_bytes())
    assert "data-again" in setter.get(f"/packages/{number}").text
    site.check()
    page = setter.get(f"/packages/{number}").text
    assert "data-again" not in page
    assert page.count('<tr class="differs">') == 1
    own = len([name for name in files if name.startswith("submissions/")])
    gauges = re.findall(r"<dt>([^<]+)</dt><dd>([^<]+)</dd>", page)
    assert (
        "submissions as expected",
        f"{own - 2}/{own - 1}",
    ) in gauges  # one differs, one nobody can run here
    assert ("cannot be tried here", "1") in gauges
    assert student.get("/problems/twice").status_code == 404
    assert setter.post(f"/packages/{number}/open").status_code == 303
    assert student.get("/problems/twice").status_code == 200
    assert 'href="/problems/twice"' in student.get("/").text
    assert (
        setter.post("/problems/twice/manage", {"state": "hidden", "feedback": "verdict"}).status_code == 303
    )
    assert student.get("/problems/twice").status_code == 404
    assert 'href="/problems/twice"' not in student.get("/").text
    assert setter.post("/problems/twice/manage", {"state": "deleted"}).status_code == 409
    assert setter.post("/problems/double/delete").status_code == 409  # it came with the judge
    assert setter.post("/problems/twice/delete").status_code == 303
    assert setter.get("/problems/twice").status_code == 404


def test_one_that_is_clean_is_there_without_another_word_unless_it_is_to_be_hidden(
    site: SiteUnderTest, tmp_path: Path
) -> None:
    setter, student = site.browser(Role.JURY), site.browser(Role.TEAM)
    content = zipped(tmp_path / "a.zip", SMALL).read_bytes()
    for name, opens_as in (("seen", "open"), ("unseen", "hidden")):
        upload(setter, content, f"{name}.zip", opens_as=opens_as)
    site.check()
    answers = {name: student.get(f"/problems/{name}").status_code for name in ("seen", "unseen")}
    assert answers == {"seen": 200, "unseen": 404}
    assert setter.get("/problems/unseen").status_code == 200


def test_a_closed_problem_is_read_and_takes_nothing(site: SiteUnderTest) -> None:
    setter, student = site.browser(Role.JURY), site.browser(Role.TEAM)
    assert setter.post("/problems/double/manage", {"state": "closed"}).status_code == 303
    page = student.get("/problems/double").text
    assert 'name="source"' not in page
    assert student.submit("print(1)", "python3").status_code == 422


def test_an_upload_is_bounded(site: SiteUnderTest) -> None:
    setter = site.browser(Role.JURY)
    too_much = MOST_UPLOADED + FORM_BYTES + 1
    headers = {"content-type": "multipart/form-data; boundary=x", "content-length": str(too_much)}
    assert setter.client.post("/packages", content=b"", headers=headers).status_code == 413


def test_hostile_packages_are_refused_or_shown_as_text(site: SiteUnderTest, tmp_path: Path) -> None:
    setter = site.browser(Role.JURY)
    number = upload(setter, zipped(tmp_path / "a.zip", PACKAGE).read_bytes(), "marked.zip")
    names = (HOSTILE, "../..", "<b>x</b>", "a\0b", "x" * 300, "\u202ecod")
    assert {upload(setter, b"PK", f"{name}.zip") for name in names} == {422}
    site.check()
    page = setter.get(f"/packages/{number}").text
    assert SHOWN in page
    assert 'class="outcome' in page
    for path in (f"/packages/{number}", "/packages", "/problems/marked/manage", "/problems/marked", "/"):
        page = setter.get(path).text
        assert not ACTS & {*page}, path
