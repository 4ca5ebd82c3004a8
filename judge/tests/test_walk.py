"""The walk of one submission through the packages: calls go down the table of test_packages.py, and back up only where
the command handed down a function."""

import ast
import gc
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import FrameType

import pytest

import judge
from judge.commands.submit import submit
from judge.project.host import JudgeHost
from judge.tests.test_packages import ORDER

pytestmark = pytest.mark.built

ROOT = Path(judge.__file__).parent
HANDED_DOWN = {
    ("base", "commands"),  # what happens is told to the terminal
    ("base", "judging"),  # a record made from parts of a result asks it for them
    ("base", "problems"),  # a copy of a problem checks what it holds
    ("base", "sandbox"),  # and facts that are read what they hold
    ("judging", "service"),  # a test is known as soon as it is judged
    ("service", "commands"),  # and its line is printed
    ("problems", "limits"),  # which of several problems are broken is seen where each is used
    ("measure", "service"),  # the stored solver that runs beside it is named
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

    with profiled(look):
        yield seen


ROOMS = ("intake", "problem", "prepared", "job", "result")
"""The rooms that a submission enters, in this order."""
DOORS = {
    ("service/intake.py", "submission_in"): "intake",
    ("problems/broken.py", "load_one"): "problem",
    ("service/prepared_problem.py", "solution_here"): "prepared",
    ("service/prepared_problem.py", "with_tests"): "prepared",
    ("service/prepared_problem.py", "with_limits"): "prepared",
    ("service/submission_session.py", "job_of"): "job",
    ("service/judging_session.py", "know"): "result",
}
"""The functions by which it enters them, by file."""


@contextmanager
def rooms_entered() -> Iterator[list[str]]:
    """The rooms that are entered during the `with` block, in their order; calls within a room count once."""
    doors = {(str(ROOT / file), name): room for (file, name), room in DOORS.items()}
    seen: list[str] = []

    def look(frame: FrameType, event: str, _: object) -> None:
        room = doors.get((frame.f_code.co_filename, frame.f_code.co_name)) if event == "call" else None
        if room and seen[-1:] != [room]:
            seen.append(room)

    with profiled(look):
        yield seen


def climbs(rooms: list[str]) -> int:
    """How often a room is entered after one that comes later."""
    floors = [ROOMS.index(room) for room in rooms]
    return sum(after < before for before, after in pairwise(floors))


@contextmanager
def profiled(look: Callable[[FrameType, str, object], None]) -> Iterator[None]:
    # CPython 3.11 may crash when it collects garbage in a profile function, as that is called for frames that are not
    # whole yet.
    gc.disable()
    threading.setprofile(look)
    sys.setprofile(look)
    try:
        yield
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


@pytest.mark.parametrize("name", ["accepted/scanf.c", "wrong_answer"])
def test_a_submission_enters_each_room_once(tree: JudgeHost, name: str) -> None:
    found = tree.installation.root / "problems/double/submissions" / name
    source = found if found.is_file() else min(found.iterdir())
    with rooms_entered() as rooms:
        submit(tree, "double", str(source))
    assert rooms == [*ROOMS]
    assert climbs(rooms) == 0


def test_what_turns_back_is_a_climb(tree: JudgeHost) -> None:
    source = tree.installation.root / "problems/double/submissions/accepted/scanf.c"
    with rooms_entered() as rooms:
        submit(tree, "double", str(source))
        submit(tree, "double", str(source))
    assert climbs(rooms) == 1


def test_every_door_is_there() -> None:
    for file, name in DOORS:
        tree = ast.parse((ROOT / file).read_text("utf-8"))
        names = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        assert name in names, f"{file} has no function {name}"
