"""A checkout of somebody else. For root every file can be written to: then another user is played."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.next_steps import RunProgram
from judge.doctor.diagnosis import Health
from judge.doctor.tools import check_build, check_languages
from judge.project.build import build
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.project.ownership import obstacle_to_write, warning_to_root
from judge.project.version import commit_of
from judge.tests.conftest import CMake

NOBODY = 65534


@pytest.fixture
def open_tree() -> Iterator[JudgeHost]:
    """A tree that every user can enter: not below pytest's folder, which is its user's alone."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    (folder / "build").mkdir()
    (folder / "build").chmod(0o777)
    yield JudgeHost(Installation(folder, folder / "build"))
    shutil.rmtree(folder)


@contextmanager
def somebody_else(*places: Path) -> Iterator[None]:
    """Who may not write to these."""
    for place in places:
        place.chmod(place.stat().st_mode & ~0o222)
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)
        for place in places:
            place.chmod(place.stat().st_mode | 0o200)


@pytest.mark.parametrize("path", ["", ".judge-lock", "submissions"])
@pytest.mark.parametrize("is_own", [True, False])
def test_who_cannot_write_is_told_whose_it_is_and_what_to_do(
    open_tree: JudgeHost, cmake: CMake, path: str, is_own: bool
) -> None:
    """The checkout is the user's own, with files that somebody else has left, or another user's."""
    place = open_tree.installation.build / path
    place.mkdir(exist_ok=True)
    is_root = os.geteuid() == 0
    if is_root and is_own:
        os.chown(open_tree.installation.root, NOBODY, NOBODY)
    assert obstacle_to_write(open_tree.installation) is None  # the control
    with somebody_else(place):
        obstacle = obstacle_to_write(open_tree.installation)
        with pytest.raises(JudgeError) as refused:
            build(open_tree.with_installation(builds=True), "something")
        [found] = check_build(open_tree.installation)
    assert obstacle
    assert str(refused.value) == str(obstacle)
    assert f" cannot write to {place}, which belongs to " in obstacle.message
    step = obstacle.next_step
    assert isinstance(step, RunProgram)
    assert (step.then[:2] == ("git", "clone")) == (is_root and not is_own)
    assert (step.command[:3] == ("sudo", "chown", "-R")) == (is_own or not is_root)
    assert (found.state, f"{found.found}. {found.advice}") == (Health.BAD, str(obstacle))
    assert cmake.built == []


def test_languages_are_not_tried_where_nothing_can_be_written(open_tree: JudgeHost) -> None:
    open_tree.installation.runner.touch()
    with somebody_else(open_tree.installation.build):
        found = [one.found for one in check_languages(open_tree)]
    tried = {line for line in found if "not installed" not in line}
    assert tried == {"not tried: build/ cannot be written to"}


def test_the_pages_user_who_does_not_judge_is_told_of_no_fault(open_tree: JudgeHost) -> None:
    served = open_tree.with_installation(builds=False)
    open_tree.installation.runner.touch()
    with somebody_else(open_tree.installation.build):
        [of_pages] = check_build(served.installation)
        [of_others] = check_build(open_tree.installation)  # the control
        tried = {one.found for one in check_languages(served) if "not installed" not in one.found}
    assert (of_pages.state, of_others.state) == (Health.GOOD, Health.BAD)
    assert tried == {"not tried: another user judges"}


@pytest.mark.parametrize("owner", [0, NOBODY])
def test_root_is_warned_in_a_users_checkout(
    open_tree: JudgeHost, monkeypatch: pytest.MonkeyPatch, owner: int
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    if os.getuid() == 0:
        os.chown(open_tree.installation.root, owner, owner)
    owner = open_tree.installation.root.stat().st_uid
    warning = warning_to_root(open_tree.installation)
    assert (warning is not None) == (owner != 0)
    assert warning is None or warning.endswith(str(open_tree.installation.root))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert warning_to_root(open_tree.installation) is None


def test_the_commit_of_a_checkout_of_somebody_else_is_known(open_tree: JudgeHost) -> None:
    (open_tree.installation.root / "file").touch()
    author = ("-c", "user.name=a", "-c", "user.email=a@b")
    for command in (["init", "-q"], ["add", "."], [*author, "commit", "-qm", "one"]):
        subprocess.run(["git", "-C", str(open_tree.installation.root), *command], check=True)
    if os.geteuid() == 0:
        for place in [open_tree.installation.root, *open_tree.installation.root.rglob("*")]:
            os.chown(place, NOBODY, NOBODY)
    assert commit_of(open_tree.installation)
