"""`-` as the name of a report: it is on standard output, alone."""

import json
from pathlib import Path

import pytest

from judge.tests.command_line import run_judge

pytestmark = pytest.mark.built

STORED = "docs/examples/h200-verify.json.gz"


def test_a_report_on_stdout_is_alone_there(tmp_path: Path) -> None:
    source = tmp_path / "mine.py"
    source.write_text("print('wrong')\n")
    done = run_judge("submit", "vector-add", str(source), "--samples", "--json", "-")
    assert done.returncode == 1
    assert json.loads(done.stdout)["problems"][0]["results"][0]["verdict"] == "WA"
    assert "WA  vector-add  mine.py" in done.stderr
    assert not Path("-").exists()


def test_so_is_the_history(tmp_path: Path) -> None:
    source = tmp_path / "mine.py"
    source.write_text("print('wrong')\n")
    run_judge("submit", "vector-add", str(source), "--samples")
    done = run_judge("history", "--json", "-")
    assert json.loads(done.stdout)["sessions"]
    assert "History on " in done.stderr


@pytest.mark.parametrize(("option", "begins"), [("--html", "<!DOCTYPE html>"), ("--junit", "<?xml")])
def test_so_are_its_other_forms(option: str, begins: str) -> None:
    done = run_judge("report", STORED, option, "-")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(begins)


def test_two_of_them_are_refused() -> None:
    done = run_judge("report", STORED, "--html", "-", "--junit", "-")
    assert done.returncode == 2
    assert "each report needs its own file" in done.stderr
