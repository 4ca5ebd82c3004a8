"""What takes long when a report is made is done before anything is judged: one that is interrupted has no time."""

import subprocess
from pathlib import Path
from typing import Any

import jinja2
import pytest

from judge.commands.options.submit import PLAIN
from judge.commands.submit import SubmitTelling
from judge.history.recorder import Recorder
from judge.project.host import JudgeHost
from judge.project.installation import this_installation
from judge.reports.files import ReportFiles, read_report
from judge.reports.html.page import html_of
from judge.service.single_submission import SingleSubmission


def must_not_be(*_: Any, **__: Any) -> None:
    raise AssertionError("this takes too long now")


def test_templates_are_compiled_when_a_page_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = read_report(this_installation().root / "docs/examples/h200-verify.json.gz")
    ReportFiles(html=tmp_path / "page.html")
    monkeypatch.setattr(jinja2.Environment, "compile", must_not_be)
    assert html_of(report).endswith("</html>")


def test_an_interrupted_submit_asks_no_program(
    tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = ReportFiles(json=tmp_path / "report.json")
    submission = SubmitTelling(SingleSubmission(tree, Recorder(tree, "submit"), rules=PLAIN.rules), files)
    monkeypatch.setattr(subprocess, "Popen", must_not_be)
    assert submission.close_early() == "interrupted before judging began"
    interrupted = read_report(tmp_path / "report.json").interrupted
    assert interrupted is not None
    assert (interrupted.done, interrupted.planned) == (0, None)
