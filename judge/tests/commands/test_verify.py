"""`judge verify` on a small tree: all as expected, and each kind of defect must be caught with its place."""

import json
import shutil
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.commands.verify import verify
from judge.judging.selection import Choice
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles
from judge.tests.conftest import WithoutTools

pytestmark = pytest.mark.built


def run(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], solvers: list[str] | None = None
) -> tuple[int, str]:
    """The exit status and what was printed, without line breaks that a table's width makes."""
    status = verify(tree, Choice(solvers=tuple(solvers or ())), None)
    return status, " ".join(capsys.readouterr().out.split())


def test_all_as_expected(tree: JudgeHost, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    assert verify(tree, Choice(), ReportFiles(report)) == 0
    printed = capsys.readouterr().out
    assert "all as expected: 1 problem, 3 solvers, 6 submissions" in printed
    assert "no GPU here" in printed  # a skip carries its reason
    content = json.loads(report.read_text(encoding="utf-8"))
    assert content["passed"]
    results = {result["name"]: result for result in content["problems"][0]["results"]}
    assert results["gpu-add"]["verdict"] == "SKIP"
    assert {name: result["verdict"] for name, result in results.items() if "/" in name} == {
        "accepted/input.py": "AC",
        "accepted/scanf.c": "AC",
        "compile_error/no_semicolon.cpp": "CE",
        "run_time_error/table_too_small.py": "RTE",
        "time_limit_exceeded/counting.cpp": "TLE",
        "wrong_answer/overflow.cpp": "WA",
    }
    assert results["cpu-shift"]["tests"][0]["facts"]["peak_memory_bytes"] > 0


def test_one_changed_digit_in_an_answer(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    answer = tree.installation.root / "testdata/double/secret/02-beyond-32-bits.ans"
    answer.write_text("8000000001\n")
    status, printed = run(tree, capsys)
    assert status == 1
    assert "testdata/double/secret/02-beyond-32-bits.ans: its content does not match SHA256SUMS" in printed
    assert "cpu-shift: expected AC, found WA: secret/02-beyond-32-bits: line 1, token 1" in printed


def test_one_wrong_answer_of_a_solver(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    program = tree.installation.build / "double"
    program.write_text(program.read_text().replace("number + number)", "number + number + (number == 0))"))
    status, printed = run(tree, capsys)
    assert status == 1
    assert (
        "double cpu-add: expected AC, found WA: secret/01-zero: line 1, token 1: expected 0, found 1"
        in printed
    )
    assert "double cpu-shift: expected" not in printed


@pytest.mark.parametrize("folder", ["wrong_answer", "run_time_error", "time_limit_exceeded", "compile_error"])
def test_an_accepted_submission_in_another_folder(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], folder: str
) -> None:
    submissions = tree.installation.root / "problems/double/submissions"
    shutil.move(submissions / "accepted/input.py", submissions / folder / "moved.py")
    status, printed = run(tree, capsys)
    assert status == 1
    assert f"double {folder}/moved.py: expected" in printed
    assert "found AC" in printed


def test_a_wrong_submission_among_the_accepted(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    submissions = tree.installation.root / "problems/double/submissions"
    shutil.move(submissions / "wrong_answer/overflow.cpp", submissions / "accepted/overflow.cpp")
    status, printed = run(tree, capsys)
    assert status == 1
    assert "double accepted/overflow.cpp: expected AC, found WA: secret/02-beyond-32-bits" in printed


def test_submissions_of_a_missing_language_are_skipped_with_the_reason(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], without_tools: WithoutTools
) -> None:
    without_tools("g++")
    status, printed = run(tree, capsys)
    assert status == 0
    assert (
        "C++20 is not available: g++ not found; install it: ./judge/judge languages --install cpp" in printed
    )
    assert "wrong_answer/overflow.cpp SKIP" in printed
    assert "accepted/scanf.c AC" in printed
    assert "12 runs skipped" in printed  # three tests of three submissions and of gpu-add


def test_a_missing_big_file_that_cannot_be_generated(tree: JudgeHost) -> None:
    for ending in ("in", "ans"):
        (tree.installation.root / f"testdata/double/secret/01-zero.{ending}").unlink()
    with pytest.raises(JudgeError, match="generators is missing"):
        verify(tree, Choice(), None)


def test_solver_narrows(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    status, printed = run(tree, capsys, ["cpu-shift"])
    assert status == 0
    assert "1 solver, 0 submissions, 3 runs" in printed
    with pytest.raises(JudgeError, match="Did you mean 'cpu-shift'"):
        verify(tree, Choice(solvers=("cpu-shfit",)), None)


def test_an_unknown_folder_of_submissions(tree: JudgeHost) -> None:
    (tree.installation.root / "problems/double/submissions/acepted").mkdir()
    with pytest.raises(
        JudgeError, match=r"acepted: no verdict has this folder name\. Known folders: accepted, "
    ):
        verify(tree, Choice(), None)


def test_a_submission_that_should_fail_and_does_not_needs_no_reason(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tree.installation.root / "problems/double/submissions"
    shutil.copy(folder / "accepted/input.py", folder / "wrong_answer/right.py")
    assert verify(tree, Choice(), None) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "double wrong_answer/right.py: expected WA, found AC" in lines
    [row] = [line for line in lines if line.startswith(" wrong_answer/right.py")]
    assert row.rstrip().endswith("expected WA")


def test_a_file_among_the_submissions_that_is_none_is_named(tree: JudgeHost) -> None:
    (tree.installation.root / "problems/double/submissions/accepted/input.text").touch()
    with pytest.raises(JudgeError, match=r"submissions/accepted/input\.text: no language has the suffix"):
        verify(tree, Choice(), None)


def test_an_unknown_solver_is_told_before_any_data_is_made(tree: JudgeHost) -> None:
    for ending in ("in", "ans"):  # to make it would fail, see above
        (tree.installation.root / f"testdata/double/secret/01-zero.{ending}").unlink()
    with pytest.raises(JudgeError, match=r"unknown solver 'cpu-ad'\. Did you mean 'cpu-add'"):
        verify(tree, Choice(solvers=("cpu-ad",)), None)
