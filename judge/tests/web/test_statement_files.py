"""Pictures, PDFs and samples of statements: what the statement shows is there, and no other file of the package."""

import html
import io
import zipfile
from pathlib import Path

import pytest

from judge.problems.export import converters, documents
from judge.store.catalogue_records import Role
from judge.tests.opened import open_problem
from judge.tests.packages import LEGACY, VERSION_2025_09, Files, zipped
from judge.tests.web.sites import RIGHT, SiteUnderTest
from judge.web.statements import pictures_in, statement_html

pytestmark = pytest.mark.built

HEAD = "# A title\n\n- a limit\n\n"
SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
STATEMENT = """\
![a plan](plan.svg) and <img src="sub/photo 1.png" style="width:30%"> and ![no](../secret.png) ![no](unnamed.txt)
"""
FILES: Files = {
    **{name: text for name, text in VERSION_2025_09.items() if not name.startswith("submissions/w")},
    "statement/problem.en.md": STATEMENT,
    "statement/problem.de.pdf": b"%PDF-1.4 a statement",
    "problem.yaml": str(VERSION_2025_09["problem.yaml"]).replace(
        "name: Double", "name: {en: Double, de: Doppelt, zh: 两倍}"
    ),
    "statement/plan.svg": SVG,
    "statement/sub/photo 1.png": b"\x89PNG a photo",
    "statement/not-shown.png": b"\x89PNG",
    "statement/unnamed.txt": "text",
    "data/secret/seen.png": b"\x89PNG",
    "secret.png": b"\x89PNG",
}


@pytest.fixture
def shown(site: SiteUnderTest, tmp_path: Path) -> SiteUnderTest:
    package = zipped(tmp_path / "pictures.zip", FILES)
    open_problem(site.site.online, str(package))
    return site


def test_pictures_that_a_statement_shows_are_sent_in_a_sandbox(shown: SiteUnderTest) -> None:
    browser = shown.browser()
    page = browser.get("/problems/pictures").text
    assert '<img alt="a plan" src="/problems/pictures/pictures/plan.svg">' in page or (
        'src="/problems/pictures/pictures/plan.svg"' in page
    )
    plan = browser.get("/problems/pictures/pictures/plan.svg")
    assert (plan.status_code, plan.text, plan.headers["content-type"]) == (200, SVG, "image/svg+xml")
    assert plan.headers.get_list("content-security-policy")[0].endswith("sandbox")
    assert len(plan.headers.get_list("content-security-policy")) == 1
    assert plan.headers["x-content-type-options"] == "nosniff"
    assert (
        browser.get("/problems/pictures/pictures/sub/photo%201.png").content
        == FILES["statement/sub/photo 1.png"]
    )
    others = ("not-shown.png", "unnamed.txt", "../secret.png", "%2e%2e/secret.png", "../data/secret/seen.png")
    for other in (*others, "problem.en.md"):
        assert browser.get(f"/problems/pictures/pictures/{other}").status_code == 404, other


def test_the_list_and_the_page_have_the_title_in_the_visitors_language(shown: SiteUnderTest) -> None:
    browser, chinese = shown.browser(), {"accept-language": "zh"}
    assert "两倍" in browser.get("/", headers=chinese).text
    assert "两倍" not in browser.get("/").text


def test_a_statement_that_is_a_pdf_is_downloaded(shown: SiteUnderTest) -> None:
    browser = shown.browser()
    assert "/problems/pictures/statement.pdf?language=de" in browser.get("/problems/pictures").text
    found = browser.get("/problems/pictures/statement.pdf?language=de")
    assert (found.content, found.headers["content-type"]) == (b"%PDF-1.4 a statement", "application/pdf")
    assert found.headers["content-disposition"].startswith("attachment")
    assert browser.get("/problems/pictures/statement.pdf?language=en").status_code == 404


def test_a_problem_whose_statement_cannot_be_converted_is_open_all_the_same(
    site: SiteUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its statement is shown as the author wrote it, and the staff what to do; once that is done, as it should be."""
    files = {name: text for name, text in LEGACY.items() if "statement" not in name}
    tex = "\\problemname{Double} Print ``$2n$''.\n```\n<b>not bold</b>\n"
    package = zipped(tmp_path / "written.zip", {**files, "problem_statement/problem.en.tex": tex})
    with monkeypatch.context() as lacking:
        lacking.setattr(converters, "find_spec", lambda _: None)
        lacking.setattr(converters, "pandoc_of_the_system", lambda: None)
        open_problem(site.site.online, str(package))
        student, staff = site.browser(Role.TEAM), site.browser(Role.JURY)
        page = student.get("/problems/written")
        assert page.status_code == 200
        assert "Print ``$2n$" in html.unescape(page.text)
        assert "&lt;b&gt;not bold&lt;/b&gt;" in page.text
        assert "pip install" not in page.text
        assert "pip install pypandoc-binary" in staff.get("/problems/written").text
        assert student.submit(RIGHT, "python3", "written").status_code == 303
        assert student.get("/problems/written/samples.zip").status_code == 200
    monkeypatch.setattr(
        documents, "convert", lambda host, statement, place, text, forms: "Print twice the number.\n"
    )
    assert "Print twice the number." in student.get("/problems/written").text


def test_samples_are_a_zip_file_without_a_secret_test(shown: SiteUnderTest) -> None:
    found = shown.browser().get("/problems/pictures/samples.zip")
    with zipfile.ZipFile(io.BytesIO(found.content)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {"1.in": b"3\n", "1.ans": b"6\n"}


@pytest.mark.parametrize(
    "source",
    [
        "http://elsewhere.example/x.png",
        "//elsewhere.example/x.png",
        "/etc/x.png",
        "../x.png",
        "a/../../x.png",
        "data:image/png;base64,x",
        "..%2fx.png",
        ".hidden.png",
        "a\\..\\x.png",
    ],
)
def test_no_picture_is_loaded_from_elsewhere(source: str) -> None:
    for text in (f"![words]({source})", f'<img src="{source}" alt="words" onerror="alert(1)">'):
        shown = statement_html(f"{HEAD}{text}\n\n![good](a/b.png)\n", "/at")
        assert pictures_in(shown, "/at") == {"a/b.png"}
        assert "onerror" not in shown
        assert shown.count("<img") == 1
