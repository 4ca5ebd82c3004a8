"""`judge list` on narrow terminals: what does not fit goes, no name is cut. It builds nothing."""

import fcntl
import re
import shutil

import pytest
from rich.console import Console

from judge.base import console
from judge.commands import listing
from judge.judging.solutions import solvers
from judge.judging.stored import stored_submissions
from judge.problems.formats.own import load_problem
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost, this_host
from judge.tests.conftest import CMake
from judge.tests.own_problems import own_problems

pytestmark = pytest.mark.built

NO_SOLVERS = '{"solvers": []}'


def terminal(monkeypatch: pytest.MonkeyPatch, width: int) -> Console:
    shown = Console(width=width, record=True, quiet=False, file=None)
    for module in (console, listing):
        monkeypatch.setattr(module, "out", shown)
    return shown


@pytest.mark.parametrize("width", [60, 80, 140])
def test_no_name_is_cut(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    shown = terminal(monkeypatch, width)
    host = this_host()
    assert listing.list_all(host) == 0
    text = shown.export_text()
    words = text.replace(",", " ").split()
    assert "…" not in text
    for problem in own_problems(host):
        assert problem.id in words
        assert {solver.name for solver in solvers(host, problem)} <= set(words)
    assert bool(re.search(r"^ *id +title +time limit", text, re.MULTILINE)) == (width >= 80)
    assert "Hating Frog / 讨厌的青蛙" in text


@pytest.mark.parametrize("width", [60, 80, 140])
def test_no_name_of_one_problem_is_cut(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    """The name of a submission, and no other, may be broken, after its folder."""
    shown = terminal(monkeypatch, width)
    host = this_host()
    assert listing.list_problem(host, "vector-add") == 0
    text = shown.export_text()
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= width
    problem = load_problem(host.installation.problems / "vector-add")
    files = {one.file_name for one in stored_submissions(host, problem)}
    words = text.split()
    assert {test.name for test in load_test_cases(host.installation, problem)} <= {*words}
    assert files <= {word.rpartition("/")[2] for word in words}
    assert ("build/testdata/vector-add" in text) == (width >= 80)


def test_what_runs_here_is_a_column_only_where_something_does_not(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    assert listing.list_problem(tree, "double") == 0
    heading = next(line for line in capsys.readouterr().out.splitlines() if "solution" in line)
    assert heading.split() == ["solution", "expected", "here"]
    shutil.move(tree.installation.build / "double", tree.installation.build / "whole")
    (tree.installation.build / "double").write_text(
        f"#!/bin/sh\n'{tree.installation.build}/whole' \"$@\" | sed 's/.*/{NO_SOLVERS}/'\n"
    )
    (tree.installation.build / "double").chmod(0o755)
    assert listing.list_problem(tree, "double") == 0
    heading = next(line for line in capsys.readouterr().out.splitlines() if "solution" in line)
    assert heading.split() == ["solution", "expected"]


def test_verdicts_begin_with_accepted_and_end_with_skipped(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    assert listing.list_all(tree) == 0
    rows = capsys.readouterr().out.partition("Verdicts")[2].split("\n")
    codes = [row.split()[0] for row in rows if row.strip()][2:]
    assert codes == ["AC", "PA", "CLE", "WA", "TLE", "MLE", "OLE", "RTE", "CE", "JE", "SKIP"]


def test_one_problem_is_shown_while_another_judge_builds(
    tree: JudgeHost, cmake: CMake, capsys: pytest.CaptureFixture[str]
) -> None:
    (tree.installation.build / "double").unlink()
    tree = tree.with_installation(builds=True)
    with (tree.installation.build / ".judge-lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert listing.list_problem(tree, "double") == 0
    assert cmake.built == []
    printed = capsys.readouterr().out
    assert "accepted/scanf.c" in printed
    assert "solvers: shown once they are built, by ./judge/judge verify double" in printed
