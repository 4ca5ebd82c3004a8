"""Skipped tests are listed with their reasons, and a skip for a reason that is not known here is a failure.

WARP_JUDGE_SKIPS, a list of names from KNOWN, lets a machine allow fewer: CI has a browser, and must not do without.
"""

import os
import re
from collections import Counter
from typing import Any

import pytest

KNOWN = {
    "gpu": r"no GPU here\b.*",
    "nvcc": r"no nvcc\b.*",
    "browser": r"no (Chromium|Playwright) here\b.*",
    "language": r"no [\w+.-]+(, [\w+.-]+)* here\b.*",
    "isolation": r"(no private file system here|without [a-z-]+): .*",
}
"""What a machine may lack, and the reasons that tests give for it."""


def is_known(reason: str, allowed: str | None) -> bool:
    """`allowed`: names from KNOWN with blanks between them; None: all."""
    names = KNOWN if allowed is None else allowed.split()
    # "no nvcc here" would pass for a language, too.
    kind = next((name for name, pattern in KNOWN.items() if re.fullmatch(pattern, reason, re.DOTALL)), None)
    return kind in names


def _reasons(config: pytest.Config) -> Counter[str]:
    reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    return Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)


def _unknown(config: pytest.Config) -> list[str]:
    allowed = os.environ.get("WARP_JUDGE_SKIPS")
    return [reason for reason in _reasons(config) if not is_known(reason, allowed)]


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if _unknown(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    for reason, count in _reasons(config).most_common():
        terminalreporter.write_line(f"skipped {count}: {reason}")
    for reason in _unknown(config):
        terminalreporter.write_line(
            f"FAILED: tests were skipped for a reason that is not allowed: {reason}", red=True
        )
