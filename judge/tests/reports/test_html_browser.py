"""The page in a browser: it loads in silence, sorts, filters, opens and explains; nothing of a solution runs."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from judge.project.host import JudgeHost
from judge.reports.html.page import FOLDER, html_of
from judge.reports.model import Report
from judge.tests.browsing import POOR_CONTRAST, chromium, opened, started
from judge.tests.report_samples import HARM, changed, everything

PHONE = {"width": 390, "height": 844}
NAMES = "tbody:not(.filtered) .name button"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with started(chromium()) as running:
        yield running


@pytest.fixture
def report(tree: JudgeHost, monkeypatch: pytest.MonkeyPatch) -> Report:
    return everything(tree, monkeypatch)


@pytest.fixture
def file(report: Report, tmp_path: Path) -> Path:
    (tmp_path / "page.html").write_text(html_of(report), encoding="utf-8")
    return tmp_path / "page.html"


def names(page: Any) -> list[str]:
    return [str(name) for name in page.locator(NAMES).all_inner_texts()]


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_loads_in_silence_and_its_text_has_contrast(browser: Any, file: Path, scheme: str) -> None:
    with opened(browser, file, color_scheme=scheme) as page:
        assert page.title() == "2 not as expected - Warp Judge"
        for button in page.locator(".name button").all():
            button.click()
        page.locator("summary").click()
        page.locator("td[data-f]").first.hover()
        assert page.evaluate(POOR_CONTRAST) == {}


@pytest.mark.slow
def test_poor_contrast_would_be_noticed(browser: Any, file: Path) -> None:
    with opened(browser, file) as page:
        page.evaluate("document.querySelector('h1').style.color = '#999'")
        assert list(page.evaluate(POOR_CONTRAST)) == ["H1.bad"]


@pytest.mark.slow
def test_a_heading_sorts_its_column_up_and_down(browser: Any, file: Path) -> None:
    with opened(browser, file) as page:
        heading = page.get_by_role("columnheader", name="worst wall")
        figures = page.locator("tbody > tr:first-child > :nth-child(4)")
        for direction, reverse in (("ascending", False), ("descending", True)):
            heading.get_by_role("button").click()
            assert heading.get_attribute("aria-sort") == direction
            values = [figure.get_attribute("data-value") for figure in figures.all()]
            known = [int(value) for value in values if value is not None]
            assert known == sorted(known, reverse=reverse)
            assert len(set(known)) > 3
            assert values[len(known) :] == [None] * (len(values) - len(known))  # nothing measured: at the end
        page.get_by_role("columnheader", name="solution").get_by_role("button").press("Enter")
        assert heading.get_attribute("aria-sort") == "none"
        found = names(page)
        assert found.index("cpu-blocked") < found.index("gpu-cublas") < found.index("gpu-tiled")


def test_filters_leave_what_fits_and_say_how_many(browser: Any, file: Path) -> None:
    with opened(browser, file) as page:
        everything_shown = names(page)
        page.get_by_label("Name").fill("TILE")
        assert names(page) == ["gpu-tiled", "accepted/tiles.cu"]
        page.get_by_label("Kind").select_option("submissions")
        assert names(page) == ["accepted/tiles.cu"]
        assert page.locator("#shown").inner_text() == f"1 of {len(everything_shown)} solutions"
        page.get_by_label("Kind").select_option("any")
        page.get_by_label("Name").fill("")
        page.get_by_role("combobox", name="Verdict").select_option("not as expected")
        assert names(page) == ["accepted/je.py"]
        page.get_by_role("combobox", name="Verdict").select_option("any")
        page.get_by_label("Device").select_option("GPU")
        assert set(names(page)) >= {"gpu-cublas", "accepted/tiles.cu"}
        assert "cpu-blocked" not in names(page)
        page.get_by_label("Device").select_option("emulated GPU")
        assert names(page) == ["accepted/emulated.cu"]


def test_a_name_opens_what_the_solution_said(browser: Any, file: Path) -> None:
    with opened(browser, file) as page:
        button = page.locator(".name button").filter(has_text="<img")
        detail = page.locator(f"[id='{button.get_attribute('aria-controls')}']")
        assert not detail.is_visible()
        button.press("Enter")
        assert button.get_attribute("aria-expanded") == "true"
        *_, stdout, stderr = detail.locator("pre").all_inner_texts()
        assert [stdout, stderr] == [HARM, f"{HARM}\\x1b[2J"]
        button.click()
        assert not detail.is_visible()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_first_difference_is_marked_without_colour_too(browser: Any, file: Path, scheme: str) -> None:
    with opened(browser, file, color_scheme=scheme) as page:
        page.locator(".name button").filter(has_text="<img").press("Enter")
        difference = page.locator(".difference").first
        assert difference.locator("mark").all_inner_texts() == [" it ends here ", HARM]
        for mark in difference.locator("mark").all():
            assert mark.evaluate("mark => getComputedStyle(mark).borderBottomStyle") in ("solid", "dashed")
        assert difference.locator("figcaption").all_inner_texts() == [
            "Expected output: it ends in line 8",
            f"Output: line 8, marked: {HARM}",
        ]
        assert page.evaluate(POOR_CONTRAST) == {}


def test_a_cell_explains_itself_to_the_mouse_and_to_the_keyboard(browser: Any, file: Path) -> None:
    with opened(browser, file) as page:
        readout = page.locator("#readout")
        assert not readout.is_visible()
        page.locator("[data-name='accepted/je.py'] td[data-f]").hover()
        words = readout.inner_text()
        for part in ("JE", "accepted/je.py", "secret/1000", "1 ms wall", "1 ms CPU", "4 MiB", "why it is JE"):
            assert part in words
        page.mouse.move(0, 0)
        assert not readout.is_visible()
        page.locator("[data-name='cpu-blocked'] td[data-f]").first.click()
        for key, name in (
            ("ArrowRight", "secret/1000000"),
            ("ArrowDown", "gpu-tiled"),
            ("ArrowLeft", "secret/1000"),
        ):
            page.keyboard.press(key)
            assert name in readout.inner_text()
        assert page.locator("td[tabindex='0']").count() == 1
        page.keyboard.press("Escape")
        assert not readout.is_visible()


def test_what_was_emulated_shows_its_findings_and_no_time(browser: Any, file: Path) -> None:
    with opened(browser, file) as page:
        row = page.locator("[data-name='accepted/emulated.cu']")
        assert "2 found" in row.inner_text()
        row.locator("td[data-f]").hover()
        words = page.locator("#readout").inner_text()
        assert "emulated, not timed" in words
        assert "wall" not in words
        row.locator(".name button").click()
        reported = row.locator(".findings li").all_inner_texts()
        assert reported[0].startswith("out-of-bounds emulated.cu:12")
        assert "kernel add<int>, block (1, 0, 0), thread (5, 2, 0): write of 4 bytes" in reported[0]


def test_nothing_of_a_solution_runs(browser: Any, file: Path) -> None:
    with opened(browser, file) as page:
        assert page.title() != "harmed"
        assert page.locator("img").count() == 0


@pytest.mark.slow
def test_a_template_that_does_not_escape_harms_but_for_the_policy(
    browser: Any, report: Report, tmp_path: Path
) -> None:
    """The control of the test above, and the second line of defence behind the escaping."""
    shutil.copytree(FOLDER, tmp_path / "html")
    matrix = tmp_path / "html/matrix.html.j2"
    matrix.write_text(matrix.read_text().replace("{{ row.file }}", "{{ row.file | safe }}"))
    text = html_of(report, folder=tmp_path / "html")
    titles = []
    for content in (text, re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text)):
        (tmp_path / "bad.html").write_text(content, encoding="utf-8")
        page = browser.new_page()
        page.goto((tmp_path / "bad.html").as_uri())
        page.wait_for_timeout(100)
        assert page.locator("img").count() > 0
        titles.append(page.title())
        page.close()
    assert titles == ["2 not as expected - Warp Judge", "harmed"]


@pytest.mark.slow
def test_on_a_phone_only_tables_scroll_sideways(browser: Any, file: Path) -> None:
    with opened(browser, file, viewport=PHONE) as page:
        for button in page.locator(".name button").all():
            button.click()
        page.locator("summary").click()
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.slow
def test_a_phone_shows_authors_but_no_folders(browser: Any, report: Report, file: Path) -> None:
    with opened(browser, file, viewport=PHONE) as page:
        assert page.locator("[data-name='accepted/tiles.cu'] .name span").bounding_box()["width"] <= 1
    of_users = changed(report, lambda content: content.update(command="judge submit double tiles.cu"))
    file.write_text(html_of(of_users), encoding="utf-8")
    with opened(browser, file, viewport=PHONE) as page:
        assert page.locator("[data-name='accepted/tiles.cu'] .name span").bounding_box()["width"] > 20


@pytest.mark.slow
def test_printed_and_without_script_all_is_there(browser: Any, file: Path) -> None:
    with opened(browser, file) as page:
        page.emulate_media(media="print")
        assert not page.locator(".filters").is_visible()
        assert page.locator(".matrix").is_visible()
        assert page.pdf().startswith(b"%PDF")
    with opened(browser, file, java_script_enabled=False) as page:
        assert not page.locator(".filters").is_visible()
        assert page.get_by_text("refused.cpp:1: error:").is_visible()


def test_every_drawing_and_control_has_a_name(browser: Any, file: Path) -> None:
    with opened(browser, file) as page:
        nameless = page.evaluate("""() => [...document.querySelectorAll(
            "svg:not([aria-hidden]), table, input, select, [role=region]")].filter((element) =>
            !(element.getAttribute("aria-label") || element.querySelector("title, caption") || element.labels?.length)
            && !element.closest("[aria-hidden]")).map((element) => element.outerHTML.slice(0, 100))""")
        assert nameless == []
