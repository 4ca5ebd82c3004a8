"""The walk of one submission through the packages: calls go down the table of test_packages.py, and back up only where
the command handed down a function."""

import gc
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType

import judge
from judge.commands.submit import submit
from judge.project.host import JudgeHost
from judge.tests.test_packages import ORDER

ROOT = Path(judge.__file__).parent
HANDED_DOWN = {
    ("base", "commands"),  # what happens is told to the terminal
    ("base", "problems"),  # a copy of a problem checks what it holds
    ("judging", "commands"),  # a test's line is printed as soon as it is judged
    ("problems", "limits"),  # which of several problems are broken is seen where each is used
    ("measure", "commands"),  # the stored solver that runs beside it is named
}


def package_of(frame: FrameType) -> str | None:
    """None: a file that belongs to none, as those of the tests and of libraries."""
    return package_of_file(frame.f_code.co_filename)


@cache
def package_of_file(name: str) -> str | None:
    path = Path(name)
    package = path.relative_to(ROOT).parts[0] if path.is_relative_to(ROOT) else ""
    return package if package in ORDER and package != "selftest" else None  # which notes what tests read


@contextmanager
def calls() -> Iterator[list[tuple[str, str]]]:
    """The calls from package to package during the `with` block, whatever libraries lie between, in their order."""
    seen: list[tuple[str, str]] = []

    def look(frame: FrameType, event: str, _: object) -> None:
        if event != "call" or (callee := package_of(frame)) is None:
            return
        below = frame.f_back
        while below is not None and package_of(below) is None:
            below = below.f_back
        caller = package_of(below) if below else None
        if caller not in (None, callee):
            seen.append((str(caller), callee))

    # CPython 3.11 may crash when it collects garbage in a profile function, as that is called for frames that are not
    # whole yet.
    gc.disable()
    threading.setprofile(look)
    sys.setprofile(look)
    try:
        yield seen
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        gc.enable()


def test_a_submission_walks_down(tree: JudgeHost) -> None:
    source = tree.installation.root / "problems/double/submissions/accepted/scanf.c"
    with calls() as seen:
        assert submit(tree, "double", str(source)) == 0
    first = list(dict.fromkeys(callee for _, callee in seen))
    assert first.index("problems") < first.index("judging") < first.index("reports")
    assert ("judging", "sandbox") in seen
    upwards = {(caller, callee) for caller, callee in seen if ORDER.index(callee) > ORDER.index(caller)}
    assert upwards == HANDED_DOWN
