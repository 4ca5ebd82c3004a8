"""Everybody can use the page of each lesson, before it is passed and after."""

import shutil

import pytest

from judge.problems.lesson_file import PREFIX
from judge.project.installation import this_installation
from judge.service.lessons import lesson_names
from judge.store.catalogue_records import ProblemRecord
from judge.tests.browsing import INSTALL, chromium, started
from judge.tests.opened import open_problem
from judge.tests.web.running import running
from judge.tests.web.sites import SiteUnderTest
from judge.tests.web.test_everybody import LAPTOP, PHONE, faults_of

HERE = this_installation()
NAMES = lesson_names(HERE)


@pytest.fixture
def all_lessons(site: SiteUnderTest) -> SiteUnderTest:
    root = site.host.installation.root
    for folder in ("docs/lessons", "kernels/laboratory/results"):
        shutil.copytree(HERE.root / folder, root / folder)
    for name in NAMES:
        open_problem(site.site.online, f"{PREFIX}{name}")
    return site


@pytest.mark.slow
def test_each_lesson_can_be_used_by_everybody(
    all_lessons: SiteUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = chromium()
    sync = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason=f"no axe here; {INSTALL} installs it"
    )
    axe = sync.Axe()
    faults = {}
    with running(all_lessons) as address, started(program) as browser:
        for size, scheme, locale in ((PHONE, "light", "en"), (LAPTOP, "dark", "zh")):
            how = {"viewport": size, "color_scheme": scheme, "locale": locale}
            page = browser.new_context(**how).new_page()
            page.set_default_timeout(120_000)
            for passed, names in ((False, NAMES[:1]), (True, NAMES)):
                if passed:
                    pass_all(all_lessons, monkeypatch)
                for path in ("/lessons", *(f"/problems/{PREFIX}{name}" for name in names)):
                    assert page.goto(address + path).status == 200
                    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
                    faults[path, locale, passed] = faults_of(page, axe, size["width"])
            monkeypatch.undo()
    assert {where: found for where, found in faults.items() if found} == {}


def pass_all(site: SiteUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The viewer has passed each lesson."""
    verdicts = {record.id: ("AC",) for record in site.site.store.catalogue.all(ProblemRecord)}
    monkeypatch.setattr(site.site.online, "own_verdicts", lambda _: verdicts)
