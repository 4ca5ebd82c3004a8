"""What delays a start: modules that a command does not need, and programs that need not run again."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from judge.cli import COMMANDS
from judge.commands.submit import submit
from judge.languages import compiler
from judge.languages import self_test as language_check
from judge.problems.formats.own import load_problem
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost
from judge.project.installation import this_installation

pytestmark = pytest.mark.built

STORED_REPORT = "docs/examples/h200-verify.json.gz"
PAGE = {"jinja2", "judge.reports.html", "xml.etree"}
FORMATTED_TEXT = {"rich.markdown", "pygments"}
ALL_BUT_CLICK = {
    "rich",
    "yaml",
    "msgspec",
    "sqlite3",
    "pydantic",
    "httpx",
    "judge.judging.evaluate",
    "judge.base.console",
} | PAGE


def modules_of(*arguments: str) -> set[str]:
    """All that `judge` loads until it ends, packages included."""
    done = subprocess.run(
        [sys.executable, "-v", "-m", "judge", *arguments],
        cwd=this_installation().root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return {line.split("'")[1] for line in done.stderr.splitlines() if line.startswith("import '")}


@pytest.mark.parametrize(
    ("arguments", "not_needed"),
    [
        (["--help"], ALL_BUT_CLICK),
        (["verify", "--help"], ALL_BUT_CLICK),
        (["--version"], ALL_BUT_CLICK),
        (["list"], {"sqlite3"} | PAGE | FORMATTED_TEXT),
        (["statement", "transpose"], {"sqlite3"} | PAGE),
        (["history"], PAGE | FORMATTED_TEXT),
        (["best"], PAGE | FORMATTED_TEXT),
        (["submit", "transpose", "no-such-file.cpp"], {"httpx"} | PAGE | FORMATTED_TEXT),
        (["status", "--to", "nobody"], {"litestar", "uvicorn"} | PAGE),
        (["verify", "--problem", "no-such-problem"], PAGE | FORMATTED_TEXT),
    ],
    ids=lambda value: " ".join(sorted(value) if isinstance(value, set) else value),
)
def test_a_command_loads_nothing_that_it_does_not_need(arguments: list[str], not_needed: set[str]) -> None:
    loaded = modules_of(*arguments)
    assert "judge.cli" in loaded
    assert loaded & not_needed == set()


@pytest.mark.parametrize(
    ("arguments", "commands"),
    [(["--help"], set()), (["submit", "--help"], {"submit"}), (["list", "--no"], {"list"})],
    ids=lambda value: " ".join(sorted(value) if isinstance(value, set) else value),
)
def test_only_the_command_that_is_called_is_loaded(arguments: list[str], commands: set[str]) -> None:
    modules = {f"judge.commands.options.{name}" for name in COMMANDS}
    assert modules_of(*arguments) & modules == {f"judge.commands.options.{name}" for name in commands}


def test_what_is_needed_is_seen_to_be_loaded(tmp_path: Path) -> None:
    assert modules_of("report", STORED_REPORT, "--html", str(tmp_path / "page.html")) > PAGE - {"xml.etree"}
    assert modules_of("statement", "transpose") > FORMATTED_TEXT


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The command line of each program that the judge starts."""
    commands: list[list[str]] = []

    class Recorded(subprocess.Popen[Any]):
        def __init__(self, command: Any, *rest: Any, **options: Any) -> None:
            commands.append([str(part) for part in command])
            super().__init__(command, *rest, **options)

    monkeypatch.setattr(subprocess, "Popen", Recorded)
    return commands


def programs_of_a_submit(tree: JudgeHost, started: list[list[str]]) -> list[list[str]]:
    """Programs that a `submit` starts in a process of its own, which remembers nothing of an earlier one."""
    language_check.self_test.cache_clear()
    compiler.version_of.cache_clear()
    started.clear()
    source = tree.installation.root / "problems/double/submissions/accepted/scanf.c"
    assert submit(tree, "double", str(source)) == 0
    return [*started]


RUNS_BESIDE = 4
"""Runs of the two stored solvers, once each; then of the better one and of the submission, for their times."""


def runs(programs: list[list[str]]) -> int:
    return sum(Path(program[0]).name == "runner" for program in programs)


def number_of_tests(tree: JudgeHost) -> int:
    return len(load_test_cases(tree.installation, load_problem(tree.installation.problems / "double")))


def test_a_second_submit_of_the_same_text_runs_only_what_it_judges(
    fresh_tree: JudgeHost, started: list[list[str]]
) -> None:
    first = programs_of_a_submit(fresh_tree, started)
    second = programs_of_a_submit(fresh_tree, started)
    assert runs(second) == number_of_tests(fresh_tree) + RUNS_BESIDE
    assert runs(first) == runs(second) + 3, "the compiler twice, and the self-test"
    others = [program for program in second if Path(program[0]).name != "runner"]
    assert len(others) <= 6, "versions of compilers, the list of solvers, the helper that tidies up"


def test_another_text_is_compiled_again(fresh_tree: JudgeHost, started: list[list[str]]) -> None:
    programs_of_a_submit(fresh_tree, started)
    source = fresh_tree.installation.root / "problems/double/submissions/accepted/scanf.c"
    source.write_text(source.read_text() + "\n")
    second = programs_of_a_submit(fresh_tree, started)
    assert runs(second) == number_of_tests(fresh_tree) + RUNS_BESIDE + 1
