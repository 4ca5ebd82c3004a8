"""Hints repeat how the judge was called."""

import ast
import os
import subprocess
from pathlib import Path

import pytest

from judge.base.called import name_of
from judge.project.installation import this_installation
from judge.tests.test_launcher import path_with_python

LAUNCHER = this_installation().root / "judge" / "judge"


@pytest.mark.slow
def test_no_other_module_has_its_name() -> None:
    """Reads string constants: a docstring is one that no statement uses."""
    package = LAUNCHER.parent
    found = []
    for file in package.rglob("*.py"):
        if file.is_relative_to(package / "tests") or file.name == "called.py":
            continue
        tree = ast.parse(file.read_text("utf-8"))
        docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        found += [
            f"{file.relative_to(package)}:{node.lineno}: expected {{JUDGE}}, found {node.value!r}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and node not in docstrings and "./judge/" in str(node.value)
        ]
    assert not found, "\n".join(found)


@pytest.fixture
def on_path(tmp_path: Path) -> Path:
    program = tmp_path / "bin/judge"
    program.parent.mkdir()
    program.symlink_to(LAUNCHER)
    return program


def test_its_name_where_it_is_on_path(on_path: Path) -> None:
    search_path = f"/usr/bin:{on_path.parent}/"
    assert name_of(str(on_path), search_path) == "judge"
    assert name_of(f"{on_path.parent}//judge", search_path) == "judge"


def test_else_the_path_as_it_was_typed(on_path: Path) -> None:
    search_path = str(on_path.parent)
    assert name_of("../judge/judge", search_path) == "../judge/judge"
    assert name_of(str(on_path), "/usr/bin") == str(on_path)
    assert name_of("/a folder/judge", search_path) == "'/a folder/judge'"
    assert name_of(None, search_path) == "./judge/judge"


@pytest.mark.parametrize("typed", ["judge", "judge/judge", "./judge/judge"])
def test_the_launcher_says_how(on_path: Path, typed: str) -> None:
    environment = {
        **os.environ,
        "PATH": f"{on_path.parent}:{path_with_python()}",
        "WARP_JUDGE_SETUP": "off",
        "WARP_JUDGE_CALLED_AS": "something else, by whoever started this",
    }
    done = subprocess.run(
        ["sh", "-c", f"{typed} report no-such.json"],
        cwd=LAUNCHER.parent.parent, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert f"For example: {typed} report FILE.json" in done.stderr
