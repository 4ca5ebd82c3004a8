"""`judge list` on narrow terminals: what does not fit goes, no name is cut."""

import re

import pytest
from rich.console import Console

from judge.base import console, tables
from judge.commands import listing
from judge.judging.solutions import solvers
from judge.project.paths import this_project
from judge.tests.own_problems import own_problems


@pytest.mark.parametrize("width", [60, 80, 140])
def test_no_name_is_cut(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    shown = Console(width=width, record=True, quiet=False, file=None)
    for module in (console, tables, listing):
        monkeypatch.setattr(module, "out", shown)
    project = this_project()
    assert listing.list_all(project) == 0
    text = shown.export_text()
    words = text.replace(",", " ").split()
    assert "…" not in text
    for problem in own_problems(project):
        assert problem.id in words
        assert {solver.name for solver in solvers(project, problem)} <= set(words)
    assert bool(re.search(r"^ *id +title +time limit", text, re.MULTILINE)) == (width >= 80)
    assert "Hating Frog / 讨厌的青蛙" in text
