"""Pages that stay open: over HTTP/1.1 a browser has six connections to a server, for all of its tabs."""

from pathlib import Path
from typing import Any

import pytest

from judge.tests.browsing import chromium, started
from judge.tests.watching import soon
from judge.tests.web.contest_sites import Cup
from judge.tests.web.running import running
from judge.tests.web.sites import RIGHT, SiteUnderTest
from judge.web.feed import CONTEST


def turn(page: Any, *, hidden: bool) -> None:
    """Tells the page that another tab covers it, or no longer does: a headless browser shows all of its tabs."""
    page.evaluate(
        "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        hidden,
    )


@pytest.mark.slow
def test_a_contest_page_that_nobody_sees_holds_no_connection(site: SiteUnderTest, tmp_path: Path) -> None:
    cup, program = Cup(site, tmp_path / "cup"), chromium()
    ada, key = cup.team("ada"), (CONTEST, cup.imported.contest.id)

    def watching() -> int:
        return len(cup.site.site.feed._of_contests.get(key, ()))

    cup.at(60)
    with running(cup.site) as address, started(program) as browser:
        context = browser.new_context()
        tabs = [context.new_page() for _ in range(8)]
        for tab in tabs:
            tab.goto(f"{address}/contests/cup/board")
            assert soon(lambda: watching() == 1)  # that of this tab
            turn(tab, hidden=True)
            assert soon(lambda: watching() == 0)
        ada.submitted(RIGHT, "python3")
        cup.judge()
        seen = tabs[0]
        solved = seen.locator("#board .solved")
        assert solved.count() == 0
        turn(seen, hidden=False)
        solved.first.wait_for()
        assert watching() == 1
