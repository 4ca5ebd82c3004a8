"""Fixtures: a small tree of its own for each test, so that a test may break what it likes."""

import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Protocol

import pytest

from judge.base import console
from judge.commands.terminal import Terminal
from judge.project.host import JudgeHost
from judge.project.installation import Installation, this_installation
from judge.selftest.shared_folder import SHARED
from judge.tests.checkout import Checkout, make_checkout

HERE = Path(__file__).parent


IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ
"""Whether this is one of several processes that run the tests."""


def pytest_configure() -> None:
    # Whoever starts this in the background of a script lets it ignore Ctrl-C, and what it starts would ignore it too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # A worker gets the width of pytest's own terminal, and the tables under test would be made for it.
    if IS_WORKER:
        os.environ.pop("COLUMNS", None)
        console.out.width = console.err.width = console.PLAIN_WIDTH


KEPT = ("submissions", "self-tests", "known-junk")
"""Folders of build/ that the trees of all tests have in common: what lies in them goes by all that it depends on."""


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a test keeps for the next one: most of them compile the same few submissions, in the same languages."""
    base = tmp_path_factory.getbasetemp()
    shared = Path(
        os.environ.get(SHARED) or (base.parent if IS_WORKER else base)
    )  # the parent is that of all workers
    for name in KEPT:
        (shared / name).mkdir(exist_ok=True)
    return shared


@pytest.fixture
def tree(tmp_path: Path, compiled: Path) -> JudgeHost:
    """A copy of tests/tree: the problem "double" with three solvers, judged by the real runner and comparison."""
    return make_tree(tmp_path, compiled)


def make_tree(folder: Path, compiled: Path) -> JudgeHost:
    """`judge test` has built everything: the commands under test must not build again."""
    root = folder / "root"
    shutil.copytree(HERE / "tree", root)
    build = folder / "build"
    build.mkdir()
    for name in ("runner", "compare", "cuda-emulator"):
        (build / name).symlink_to(this_installation().build / name)
    for name in KEPT:
        (build / name).symlink_to(compiled / name)
    shutil.move(root / "solver.py", build / "double")
    (build / "double").chmod(0o755)
    (root / "problems/double/main.cpp").touch()
    return JudgeHost(Installation(root, build, builds=False), tell=Terminal())


class CMake:
    """Stands for CMake on PATH: it notes what it is to build, and runs `script` instead."""

    def __init__(self, folder: Path) -> None:
        self._script, self._targets = folder / "script", folder / "targets"
        self.makes("")
        program = folder / "cmake"
        program.write_text(f"""\
#!/bin/sh
[ "$1" = --build ] || exit 0
shift 3
echo "$@" >> '{self._targets}'
. '{self._script}'
""")
        program.chmod(0o755)

    def makes(self, script: str) -> None:
        self._script.write_text(script)

    @property
    def built(self) -> list[str]:
        """The targets."""
        return self._targets.read_text().split() if self._targets.exists() else []


@pytest.fixture
def cmake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CMake:
    folder = tmp_path / "cmake"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return CMake(folder)


class WithoutTools(Protocol):
    def __call__(self, *tools: str) -> None: ...


@pytest.fixture
def without_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WithoutTools:
    """Takes programs away from PATH; all others stay."""

    def take_away(*tools: str) -> None:
        others = tmp_path / "path"
        others.mkdir()
        for folder in reversed(os.environ["PATH"].split(os.pathsep)):
            for program in Path(folder).glob("*"):
                if program.name not in tools:
                    link = others / program.name
                    link.unlink(missing_ok=True)
                    link.symlink_to(program)
        monkeypatch.setenv("PATH", str(others))

    return take_away


@pytest.fixture(autouse=True)
def few_kinds_of_junk(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them, which take validators in Python seconds, are given in testdata/test_try_junk.py."""
    if junk := sys.modules.get("judge.testdata.junk"):
        kinds = [kind for kind in junk.KINDS if kind.name in ("empty", "random bytes", "twice", "CR LF")]
        monkeypatch.setattr(junk, "KINDS", kinds)


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's state folder, for the test and what it starts: no test writes into the real one, or the cache, or what
    is configured."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "state/warp-judge"


@pytest.fixture
def common_headers(state: Path, compiled: Path) -> None:
    """The large headers of submissions: whichever test asks for them first compiles them for all, as it takes
    seconds."""
    shared = compiled / "headers"
    shared.mkdir(exist_ok=True)
    state.mkdir(parents=True)
    (state / "headers").symlink_to(shared)


@pytest.fixture
def fresh_tree(tree: JudgeHost) -> JudgeHost:
    """A tree in which nothing has been compiled or tried yet."""
    for name in KEPT:
        (tree.installation.build / name).unlink()
    return tree


@pytest.fixture
def checkout(tree: JudgeHost, state: Path) -> Checkout:
    """The tree with the judge in it, to be started as a command."""
    return make_checkout(tree, state)


@pytest.fixture(scope="module")
def shared_checkout(tmp_path_factory: pytest.TempPathFactory, compiled: Path) -> Checkout:
    """One for all tests of a file, which leave it as they found it: limits are measured once, languages tested once."""
    folder = tmp_path_factory.mktemp("shared-checkout")
    return make_checkout(make_tree(folder, compiled), folder / "state/warp-judge")


@pytest.fixture(scope="module")
def new_problem(tmp_path_factory: pytest.TempPathFactory, compiled: Path) -> Path:
    """The folder of a tree with what `judge new gcd --language python` has made, for `gcd` to copy from."""
    from judge.commands.new import new  # else every test would depend on it

    folder = tmp_path_factory.mktemp("new-problem")
    with pytest.MonkeyPatch.context() as variables:
        variables.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        variables.setenv("XDG_STATE_HOME", str(folder / "state"))
        assert new(make_tree(folder, compiled), "gcd", "python") == 0
    return folder


@pytest.fixture
def gcd(tree: JudgeHost, new_problem: Path) -> Path:
    """The folder of a new problem in the tree, with its data."""
    for part in ("root/problems/gcd", "root/testdata/gcd", "build/testdata/gcd"):
        shutil.copytree(new_problem / part, tree.installation.root.parent / part)
    return tree.installation.problems / "gcd"
