"""A headless Chromium of the system's for the tests of the page, and what is asked of a page there."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from judge.tests.watching import PATIENCE_S

PROGRAMS = ("chromium", "google-chrome-stable", "google-chrome")
INSTALL = "./judge/judge --with-browser test judge"


def chromium() -> str:
    """The program; the test is skipped where there is none, or where what drives it is missing."""
    found = next((path for name in PROGRAMS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip(f"no Chromium here; {INSTALL} installs one")
    pytest.importorskip("playwright.sync_api", reason=f"no Playwright here; {INSTALL} installs it")
    return found


@contextmanager
def started(program: str) -> Iterator[Any]:
    """A browser of Playwright's. No sandbox of its own: it would refuse to start as root."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def opened(browser: Any, file: Path, **options: Any) -> Iterator[Any]:
    """The file's page, which must not complain, and must ask for nothing but itself."""
    page = browser.new_page(**options)
    page.set_default_timeout(1000 * PATIENCE_S)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    try:
        page.goto(file.as_uri())
        yield page
    finally:
        page.close()
    assert complaints == []
    assert requests == [file.as_uri()]


# Contrast as WCAG 2.1 counts it (1.4.3), of each element with text of its own against what lies behind it.
POOR_CONTRAST = """() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255);
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((part, i) => part * a + below[i] * (1 - a));
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((below, layer) => over(layer, below), [1, 1, 1]);
  };
  const light = (color) => {
    const [r, g, b] = color.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const poor = {};
  for (const element of document.querySelectorAll('body *')) {
    const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!text || !element.checkVisibility() || element.closest('script, style')) continue;
    const style = getComputedStyle(element), ground = behind(element);
    const ink = over(rgba(element.closest('svg') ? style.fill : style.color), ground);
    const [low, high] = [light(ink), light(ground)].sort((a, b) => a - b);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5) poor[`${element.tagName}.${element.getAttribute('class')}`] = ratio.toFixed(2);
  }
  return poor;
}"""
