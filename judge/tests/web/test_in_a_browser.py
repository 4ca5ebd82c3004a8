"""The whole way in a real browser: from the printed link to the verdict, by `judge serve` as it is started."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from judge.tests.browsing import chromium, started
from judge.tests.checkout import Checkout
from judge.tests.watching import PATIENCE_S
from judge.tests.web.serving import serving
from judge.tests.web.sites import BROKEN, RIGHT, WRONG

pytestmark = pytest.mark.built

PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
SLOW = "import time\nn = int(input())\ntime.sleep(3)\nprint(2 * n)\n"
RECORDER = """
window.shown = [];
new MutationObserver(() => {
  const rows = document.querySelectorAll("#runs tr").length;
  const judging = document.querySelector(".verdict.judging") !== null;
  const last = window.shown.at(-1);
  if (!last || last[0] !== rows || last[1] !== judging) window.shown.push([rows, judging]);
}).observe(document, { childList: true, subtree: true });
"""
"""Notes in the page itself how many rows it showed while it was being judged: a test that looks from outside may come
too late on a busy machine."""


@contextmanager
def page_of(browser: Any, **options: Any) -> Iterator[Any]:
    """A page that must not complain, but for what it is refused, of a browser of its own; it must ask nobody else for
    anything."""
    context = browser.new_context(**options)
    context.add_init_script(RECORDER)
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE_S)
    complaints: list[str] = []
    page.on(
        "console",
        lambda message: None if "status of 4" in message.text else complaints.append(message.text),
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "request", lambda request: complaints.append(request.url) if "127.0.0.1" not in request.url else None
    )
    try:
        yield page
    finally:
        context.close()
    assert complaints == []


def submit(page: Any, source: str, language: str) -> None:
    page.get_by_role("link", name="Double", exact=True).first.click()
    page.get_by_label("Language").select_option(language)
    page.get_by_label("Source code").fill(source)
    page.get_by_role("button", name="Submit").click()
    page.wait_for_url("**/submissions/*")


def wait_until_open(page: Any) -> None:
    """Waits until the problem is ready."""
    until_s = time.monotonic() + PATIENCE_S
    while not page.locator(".problems li:not(.waiting)").count():
        assert time.monotonic() < until_s
        time.sleep(0.3)
        page.reload()


def wait_for_title(page: Any, beginning: str) -> None:
    """Waits from outside: the page's content security policy forbids a condition made of a string."""
    until_s = time.monotonic() + PATIENCE_S
    while not page.title().startswith(beginning):
        assert time.monotonic() < until_s, page.title()
        time.sleep(0.1)


@pytest.mark.slow
def test_from_the_printed_link_to_the_verdict(checkout: Checkout, tmp_path: Path) -> None:
    yaml = checkout.root / "problems/double/problem.yaml"
    yaml.write_text(yaml.read_text().replace("time_limit: 0.5", "time_limit: 20"))
    with started(chromium()) as browser, serving(checkout, tmp_path / "data") as served:
        link = served.link
        with page_of(browser, viewport=LAPTOP) as page:
            page.goto(link)
            page.get_by_role("button", name="Sign in").click()
            page.wait_for_url("**/")
            wait_until_open(page)
            submit(page, SLOW, "python3")
            page.locator(".verdict.AC").wait_for()
            # Shown as it comes: the page, with its record, is never loaded again.
            shown = page.evaluate("window.shown")
            assert any(judging and 1 <= rows <= 2 for rows, judging in shown), shown
            assert shown[-1] == [3, False]
            assert page.locator("#runs tr .code.AC").count() == page.locator("#runs tr").count() == 3
            wait_for_title(page, "AC #1")
            page.get_by_role("link", name="Double", exact=True).click()
            page.wait_for_url("**/problems/double")
            page.goto(served.address)
            submit(page, WRONG, "python3")
            page.locator(".verdict.WA").wait_for()
            assert page.locator("#runs tr .code").all_inner_texts() == ["AC", "AC", "WA"]
            assert page.locator("#runs tr").last.locator("th").inner_text() == "secret/02-beyond-32-bits"
            page.goto(served.address)
            submit(page, BROKEN, "cpp")
            page.locator(".verdict.CE").wait_for()
            noted = page.locator(".source .noted")
            assert noted.locator("code").inner_text() == "  return 0"
            assert noted.locator(".note").count() >= 1
        # A link signs in once.
        with page_of(browser, viewport=LAPTOP) as page:
            page.goto(link)
            page.get_by_role("button", name="Sign in").click()
            page.get_by_role("alert").wait_for()
            page.get_by_role("link", name="Create an account").click()
            page.get_by_label("Name", exact=True).fill("anna")
            page.get_by_label("Password").fill("correct horse")
            page.get_by_role("button", name="Create an account").click()
            page.get_by_role("link", name="anna").wait_for()
            assert page.goto(f"{served.address}/submissions/1").status == 404


@pytest.mark.slow
def test_without_script_on_a_phone_by_the_keyboard(checkout: Checkout, tmp_path: Path) -> None:
    with (
        started(chromium()) as browser,
        serving(checkout, tmp_path / "data") as served,
        page_of(browser, viewport=PHONE, java_script_enabled=False) as page,
    ):
        page.goto(served.link)
        page.locator("button:focus").wait_for()
        page.keyboard.press("Enter")
        page.wait_for_url("**/")
        wait_until_open(page)
        submit(page, RIGHT, "python3")
        until_s = time.monotonic() + PATIENCE_S
        while not page.locator(".verdict.AC").count():
            assert time.monotonic() < until_s
            page.reload()
        assert page.locator("#runs tr").count() == 3
