"""`judge verify` with --quiet, --verbose and --strict."""

import shutil
from pathlib import Path

import pytest

from judge.commands.options.verify import PLAIN, VerifyOptions
from judge.commands.verify import verify
from judge.judging.selection import Choice
from judge.judging.verdicts import Verdict
from judge.project.devices import DeviceChoice
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles, read_report
from judge.store.history.attempts import read_attempts
from judge.store.user_store import user_store_file
from judge.tests.checkout import Checkout
from judge.tests.gpu_stand_in import NOWHERE
from judge.tests.history.rows import read
from judge.tests.judging.test_devices import DOUBLE, add_submission

pytestmark = pytest.mark.built

Captured = pytest.CaptureFixture[str]
FREED = DOUBLE.replace('  printf("', '  cudaFree(on_gpu);\n  printf("')


def judged(tree: JudgeHost, capsys: Captured, options: VerifyOptions) -> tuple[int, list[str]]:
    """The exit status, and the lines that were printed."""
    status = verify(tree, Choice(), None, options=options)
    return status, capsys.readouterr().out.splitlines()


def test_the_last_line_is_what_it_amounts_to(tree: JudgeHost, capsys: Captured) -> None:
    status, lines = judged(tree, capsys, PLAIN)
    assert status == 0
    assert lines[-3].startswith("isolation: ")
    assert lines[-2] == "history: session 1"
    assert lines[-1].startswith("all as expected: 1 problem, 3 solvers, 6 submissions, ")


def test_quiet_prints_failures_and_the_last_line_alone(
    tree: JudgeHost, capsys: Captured, tmp_path: Path
) -> None:
    status = verify(tree, Choice(), ReportFiles(tmp_path / "r.json"), options=VerifyOptions(quiet=True))
    said = capsys.readouterr()
    [line] = said.out.splitlines()
    assert said.err == ""  # no progress either
    assert (status, line.partition(":")[0]) == (0, "all as expected")
    assert read_report(tmp_path / "r.json").passed
    submissions = tree.installation.root / "problems/double/submissions"
    shutil.move(submissions / "wrong_answer/overflow.cpp", submissions / "accepted/overflow.cpp")
    status, [failure, line] = judged(tree, capsys, VerifyOptions(quiet=True))
    assert failure.startswith("double accepted/overflow.cpp: expected AC, found WA: ")
    assert (status, line.partition(":")[0]) == (1, "1 not as expected")


def test_verbose_explains_what_was_not_as_expected(tree: JudgeHost, capsys: Captured) -> None:
    _, lines = judged(tree, capsys, VerifyOptions(verbose=True))
    assert not any("First failure" in line or "Where the time went" in line for line in lines)
    submissions = tree.installation.root / "problems/double/submissions"
    shutil.move(submissions / "wrong_answer/overflow.cpp", submissions / "accepted/overflow.cpp")
    shutil.move(submissions / "accepted/input.py", submissions / "wrong_answer/input.py")
    (submissions / "accepted/broken.c").write_text("int main(void) { return nothing; }\n")
    for options, explained in ((PLAIN, False), (VerifyOptions(verbose=True), True)):
        status, lines = judged(tree, capsys, options)
        text = "\n".join(lines)
        assert status == 1
        assert ("First failure: secret/02-beyond-32-bits: line 1, token 1" in text) is explained
        assert ("─ the compiler's message ─" in text) is explained
        assert text.count("Where the time went: ") == (2 if explained else 0)
        assert lines[-1].startswith("3 not as expected: ")


@pytest.mark.slow
def test_strict_fails_what_has_findings(
    tree: JudgeHost, capsys: Captured, state: Path, tmp_path: Path
) -> None:
    tree = tree.with_policy(gpus=NOWHERE)
    add_submission(tree, "accepted/leaking.cu", DOUBLE)
    add_submission(tree, "accepted/freed.cu", FREED)
    add_submission(tree, "time_limit_exceeded/leaking.cu", DOUBLE)  # whose time is not judged there
    add_submission(tree, "wrong_answer/leaking.cu", DOUBLE.replace("*n *= 2", "*n *= 3"))
    files = ReportFiles(tmp_path / "r.json")
    for strict, status in ((False, 0), (True, 1)):
        choice = Choice(device=DeviceChoice.EMULATED)
        assert verify(tree, choice, files, options=VerifyOptions(strict=strict)) == status
        printed = capsys.readouterr().out
        told = "double accepted/leaking.cu: expected AC, found AC: rejected by --strict: memory that was not"
        assert (told in printed) is strict
        assert "accepted/freed.cu: expected" not in printed
        assert "wrong_answer/leaking.cu: expected" not in printed  # it is meant to fail
        assert "time_limit_exceeded/leaking.cu: expected" not in printed
        report = read_report(tmp_path / "r.json")
        assert report.passed is not strict
        [result] = [one for _, one in report.results if one.name == "accepted/leaking.cu"]
        assert (result.verdict, result.as_expected) == (Verdict.AC, not strict)
        with read(user_store_file()) as transaction:
            [*_, attempt] = [one for one in read_attempts(transaction) if one.name == "accepted/leaking.cu"]
        assert attempt.as_expected is not strict


def test_the_command_line_takes_them(checkout: Checkout) -> None:
    done = checkout.run("verify", "double", "--solver", "cpu-add", "--no-history", "-q", "--strict")
    assert done.returncode == 0
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["all as expected"]
