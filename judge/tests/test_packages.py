"""The packages of the judge: each may import only itself and what stands above it in the table.

`python judge/tests/test_packages.py` counts the packages, the arrows between them, and the floors that these need.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import judge

ROOT = Path(judge.__file__).parent
ORDER = (
    "base",
    "machine",
    "store",
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
    "similarity",
    "service",
    "web",
    "client",
    "doctor",
    "selftest",
    "commands",
)
"""The command line stands above all: cli.py and __main__.py."""
WEB_KNOWS = {"base", "store", "reports", "contest", "service", "web"}
"""The pages are a thin front end: what they need of the judge is in the service."""
STARTING = {"__init__.py", "__main__.py", "cli.py"}
MAY_PRINT = {
    "base/console.py": "it is the console",
    "base/interruption.py": "it ends a judge whose console is not loaded yet",
    "base/streams.py": "it opens the streams of a process that begins",
    "base/whole_files.py": "a file that a command names - is standard output",
    "similarity/inside.py": "it is a program of its own, in the sandbox",
    "selftest/pytest_server.py": "it answers the process that started it",
}
"""Modules below the commands that know the terminal, with the reasons."""
DRAWING = {
    "base": "what tables, bars and lines have in common",
    "reports": "reports/terminal draws results",
    "history": "what `history` and `best` show",
    "contest": "the scoreboard",
    "selftest": "what a run of the tests took",
    "commands": "they print",
}
"""Packages that make what Rich prints, with what that is: judging has no need of it."""


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
    known = WEB_KNOWS if package == "web" else set(ORDER[: ORDER.index(package) + 1])
    return set(imported(text)) - known


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


def consoles(text: str) -> list[str]:
    """What a module does with the terminal: only a command writes there, all else tells its listener."""
    if not re.search(r"console|sys\.std|\b(print|complain|say|warn)\(", text):
        return []  # most modules need not be parsed
    return [ast.unparse(node) for node in ast.walk(ast.parse(text)) if knows_console(node)]


def knows_console(node: ast.AST) -> bool:
    match node:
        case ast.Import(names):
            return any(name.name == "judge.base.console" for name in names)
        case ast.ImportFrom(module, names):
            modules = {module, *(f"{module}.{name.name}" for name in names)}
            return "judge.base.console" in modules
        case ast.Call(ast.Name("print" | "complain" | "say" | "warn")):
            return True
        case ast.Attribute(ast.Name("sys"), "stdout" | "stderr"):
            return True
    return False


def test_nothing_below_the_commands_prints() -> None:
    modules = [module for package in ORDER[:-1] for module in (ROOT / package).rglob("*.py")]
    found = {
        str(module.relative_to(ROOT)): consoles(module.read_text(encoding="utf-8"))
        for module in modules
        if not module.is_relative_to(ROOT / "testdata/new")  # programs of new problems
        and not module.is_relative_to(ROOT / "testdata/new_packages")
    }
    printing = {name: lines for name, lines in found.items() if lines}
    assert {name: lines for name, lines in printing.items() if name not in MAY_PRINT} == {}
    assert printing.keys() >= MAY_PRINT.keys(), "a reason is given for a module that does not print"


def test_what_judges_draws_nothing() -> None:
    drawing = {
        module.relative_to(ROOT).parts[0]
        for package in ORDER
        for module in (ROOT / package).rglob("*.py")
        if re.search(r"^\s*(from|import) rich\b", module.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert drawing == DRAWING.keys()


@pytest.mark.parametrize(
    ("text", "knows"),
    [
        ("from judge.base.console import out\n", True),
        ("from judge.base import console\n", True),
        ("import judge.base.console\n", True),
        ("def late() -> None:\n    from judge.base.console import say\n", True),
        ("print('judging')\n", True),
        ("import sys\nsys.stderr.write('judging')\n", True),
        ("from rich.console import Console\n", False),
        ("def show(console: Console) -> None:\n    console.print('judging')\n", False),
        ("host.tell(Note('judging'))\n", False),
    ],
)
def test_the_check_catches_what_knows_the_console(text: str, knows: bool) -> None:
    assert bool(consoles(text)) is knows


def test_every_module_is_in_a_package() -> None:
    assert {path.name for path in ROOT.glob("*.py")} == STARTING
    folders = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert folders == set(ORDER)


def test_the_tests_lie_in_folders_of_the_same_names() -> None:
    """Tests that concern all packages are next to this file, what drives the readers of all of them in fuzzing/, and
    what kills commands and services as a whole in killing/."""
    assert {path.parent.name for path in (ROOT / "tests").glob("*/test_*.py")} == {
        *ORDER,
        "fuzzing",
        "killing",
    }


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


def test_the_pages_know_the_service_alone() -> None:
    assert forbidden("web", "from judge.service.online import OnlineJudge\n") == set()
    assert forbidden("web", "from judge.judging.verdicts import Verdict\n") == {"judging"}


def test_arrows_are_counted_that_are_there() -> None:
    assert ("commands", "base") in arrows()
    assert ("base", "commands") not in arrows()
    assert 1 < floors() <= len(ORDER)


if __name__ == "__main__":
    print(f"{len(ORDER)} packages, {len(arrows())} arrows, {floors()} floors")
