"""The packages of the judge: each may import only itself and what stands above it in the table.

`python judge/tests/test_packages.py` counts the packages, the arrows between them, and the floors that these need.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import judge

ROOT = Path(judge.__file__).parent
ORDER = (
    "base",
    "store",
    "machine",
    "project",
    "sandbox",
    "problems",
    "languages",
    "judging",
    "testdata",
    "engine",
    "limits",
    "measure",
    "reports",
    "history",
    "contest",
    "service",
    "doctor",
    "selftest",
    "commands",
)
"""The command line stands above all: cli.py, cli_options.py and __main__.py."""
STARTING = {"__init__.py", "__main__.py", "cli.py", "cli_options.py"}


def imported(text: str) -> Iterator[str]:
    """The packages of the judge that a module imports, at its head or within a function."""
    for node in ast.walk(ast.parse(text)):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole path"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from (name.split(".")[1] for name in names if name.startswith("judge."))


def forbidden(package: str, text: str) -> set[str]:
    """What a module of this package imports that does not stand above it."""
    return set(imported(text)) - set(ORDER[: ORDER.index(package) + 1])


@cache
def arrows() -> set[tuple[str, str]]:
    """Which package imports which other."""
    return {
        (package, other)
        for package in ORDER
        for module in (ROOT / package).rglob("*.py")
        for other in imported(module.read_text(encoding="utf-8"))
        if other != package
    }


def floors() -> int:
    """The longest way down: of the packages without imports, of those that import only these, and so on."""
    height: dict[str, int] = {}
    for package in ORDER:
        height[package] = 1 + max((height[other] for one, other in arrows() if one == package), default=0)
    return max(height.values())


@pytest.mark.parametrize("package", ORDER)
def test_a_package_knows_only_what_stands_above_it(package: str) -> None:
    modules = sorted((ROOT / package).rglob("*.py"))
    assert modules
    wrong = {
        str(module.relative_to(ROOT)): found
        for module in modules
        if (found := forbidden(package, module.read_text(encoding="utf-8")))
    }
    assert not wrong


def test_every_module_is_in_a_package() -> None:
    assert {path.name for path in ROOT.glob("*.py")} == STARTING
    folders = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert folders == set(ORDER)


def test_the_tests_lie_in_folders_of_the_same_names() -> None:
    """Tests that concern all packages are next to this file, and what drives the readers of all of them in fuzzing/."""
    assert {path.parent.name for path in (ROOT / "tests").glob("*/test_*.py")} == {*ORDER, "fuzzing"}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("from judge.base.units import seconds\nimport os\n", set()),
        ("from judge.judging.results import Result\n", set()),
        ("from judge.reports.files import write_reports\n", {"reports"}),
        ("import judge.commands.verify\n", {"commands"}),
        ("from judge import history\n", {"history"}),
        ("def late() -> None:\n    from judge.measure.ladder import rows\n", {"measure"}),
    ],
)
def test_the_check_catches_what_is_forbidden_to_judging(text: str, wrong: set[str]) -> None:
    assert forbidden("judging", text) == wrong


def test_arrows_are_counted_that_are_there() -> None:
    assert ("commands", "base") in arrows()
    assert ("base", "commands") not in arrows()
    assert 1 < floors() <= len(ORDER)


if __name__ == "__main__":
    print(f"{len(ORDER)} packages, {len(arrows())} arrows, {floors()} floors")
