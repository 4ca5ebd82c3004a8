"""The statement of a Polygon package: its samples are made where the package lacks them, and it may have no English."""

from pathlib import Path

import pytest

from judge.commands.options.statement import StatementOptions
from judge.commands.statement import statement
from judge.project.host import JudgeHost
from judge.tests.packages import Files, written
from judge.tests.polygon import POLYGON

pytestmark = pytest.mark.built

RUSSIAN: Files = {name.replace("english", "russian"): text for name, text in POLYGON.items()}


def test_samples_are_made_for_it(tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(tmp_path / "double", POLYGON)
    assert not (folder / "tests/01.a").exists()
    assert statement(tree, StatementOptions(str(folder), "en", "markdown")) == 0
    shown = capsys.readouterr().out
    assert "Sample input 1\n\n```\n3\n" in shown
    assert "Sample output 1\n\n```\n6\n" in shown


def test_without_english_it_is_in_the_language_that_there_is(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {**RUSSIAN, "problem.xml": str(POLYGON["problem.xml"]).replace("english", "russian")}
    folder = str(written(tmp_path / "double", files))
    assert statement(tree, StatementOptions(folder)) == 0
    assert "Double it." in capsys.readouterr().out
