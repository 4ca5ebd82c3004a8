"""Fixtures: a small tree of its own for each test, so that a test may break what it likes."""

import os
import shutil
from pathlib import Path

import pytest

from judge.project.paths import Project, this_project

HERE = Path(__file__).parent


IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ
"""Whether this is one of several processes that run the tests."""


def pytest_configure() -> None:
    """A worker gets the width of pytest's own terminal, and the tables under test would be made for it."""
    if IS_WORKER:
        os.environ.pop("COLUMNS", None)


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the tests compile, kept for the next test: most of them judge the same few submissions."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if IS_WORKER else base) / "submissions"  # the parent is that of all workers
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture
def tree(tmp_path: Path, compiled: Path) -> Project:
    """A copy of tests/tree: the problem "double" with three solvers, judged by the real runner and comparison."""
    root = tmp_path / "root"
    shutil.copytree(HERE / "tree", root)
    build = tmp_path / "build"
    build.mkdir()
    for name in ("runner", "compare"):
        (build / name).symlink_to(this_project().build / name)
    (build / "submissions").symlink_to(compiled)
    shutil.move(root / "solver.py", build / "double")
    (build / "double").chmod(0o755)
    (root / "problems/double/main.cpp").touch()
    return Project(root, build)


@pytest.fixture(autouse=True)
def _no_building(monkeypatch: pytest.MonkeyPatch) -> None:
    """`judge test` has built everything; the commands under test must not build again."""
    for module in (
        "commands.verify",
        "commands.submit",
        "commands.generate",
        "commands.limits",
        "commands.listing",
        "engine.preparation",
    ):
        monkeypatch.setattr(f"judge.{module}.build", lambda *_: None)


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's state folder, for the test and what it starts: no test writes into the real one."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state/warp-judge"


@pytest.fixture
def fresh_tree(tree: Project) -> Project:
    """A tree in which nothing has been compiled yet."""
    tree.compile_cache.unlink()
    return tree
