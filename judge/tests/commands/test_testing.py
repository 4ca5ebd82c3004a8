"""`judge test` on steps made up: what was skipped is read, listed, and fails where only known skips may be."""

import subprocess
import sys
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.commands import testing
from judge.commands.options.test import TestOptions
from judge.commands.testing import test as command
from judge.project.host import JudgeHost
from judge.selftest.skips import KNOWN_SKIPS, Skip, skips_in
from judge.selftest.steps import Step, StepRun
from judge.selftest.units import Unit, UnitOutcome

KNOWN, UNKNOWN = "no GPU here (/dev/nvidia0 does not exist)", "the moon is full"

CTEST = """\
add_test(some_rows sh -c "echo '  skipped: 3 rows: no cgroup-cpu'; echo rows skipped: none; echo fine")
add_test(whole sh -c "echo 'skipped: no GPU here'")
set_tests_properties(whole PROPERTIES SKIP_REGULAR_EXPRESSION "skipped: no GPU")
add_test(silent sh -c "exit 4")
set_tests_properties(silent PROPERTIES SKIP_RETURN_CODE 4)
add_test(nothing true)
add_test(failing sh -c "echo skipped: and failed; exit 1")
"""

PYTEST = """\
import pytest
@pytest.mark.skipif(True, reason="no nvcc here")
def test_one(): pass
def test_two(): pytest.skip("the moon is full")
def test_three(): pass
"""


def test_ctest_tells_reasons_in_the_output_alone(tmp_path: Path) -> None:
    (tmp_path / "CTestTestfile.cmake").write_text(CTEST)
    junit = tmp_path / "ctest.xml"
    subprocess.run(
        ["ctest", "--output-junit", junit, "--test-output-size-passed", "100000"],
        cwd=tmp_path, capture_output=True, check=False,
    )  # fmt: skip
    assert [*skips_in(junit)] == [
        Skip("some_rows", "3 rows: no cgroup-cpu"),
        Skip("whole", "no GPU here"),
        Skip("silent", "no reason given"),
        Skip("failing", "and failed"),
    ]


@pytest.mark.slow
def test_pytest_tells_reasons(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(PYTEST)
    subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--junitxml=it.xml", "test_it.py"],
        cwd=tmp_path, capture_output=True, check=True,
    )  # fmt: skip
    assert [*skips_in(tmp_path / "it.xml")] == [
        Skip("test_it::test_one", "no nvcc here"),
        Skip("test_it::test_two", UNKNOWN),
    ]


def steps_that_skip(monkeypatch: pytest.MonkeyPatch, *reasons: str) -> None:
    """One step, in which a test skips for each reason, and one that --quick has not."""

    def some(run: StepRun) -> list[UnitOutcome]:
        cases = "".join(f'<testcase name="t"><skipped message="{reason}"/></testcase>' for reason in reasons)
        junit = run.results / "made-up.xml"
        junit.write_text(f"<testsuite>{cases}</testsuite>")
        return run.run([Unit("some made-up", [["true"]], [junit])])

    steps = (Step("some", "some tests", some, in_quick=True), Step("more", "more", lambda _: []))
    monkeypatch.setattr(testing, "STEPS", steps)


@pytest.mark.parametrize(
    ("reasons", "status"),
    [((), 0), ((KNOWN, KNOWN), 0), ((KNOWN, UNKNOWN), 1)],
    ids=["none", "known", "unknown"],
)
def test_an_unknown_skip_fails_where_only_known_ones_may_be(
    tree: JudgeHost,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    reasons: tuple[str, ...],
    status: int,
) -> None:
    steps_that_skip(monkeypatch, *reasons)
    assert command(tree, TestOptions()) == 0
    assert command(tree, TestOptions(known_skips_only=True)) == status
    printed = capsys.readouterr().out
    for reason in reasons:
        assert f"{reason} (t" in printed
    assert ("2 skips: " in printed) == (reasons == (KNOWN, KNOWN))
    assert ("NOT KNOWN" in printed) == ("1 not known: " in printed) == (UNKNOWN in reasons)


def test_quick_says_what_it_leaves_out(
    tree: JudgeHost, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    steps_that_skip(monkeypatch)
    assert command(tree, TestOptions(quick=True)) == 0
    printed = capsys.readouterr().out
    assert "left out by --quick: more: all of it" in printed
    assert "1 passed, 0 failed" in printed


@pytest.mark.parametrize("fails", [False, True])
def test_what_is_to_be_alone_runs_when_nothing_else_does(
    tree: JudgeHost, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fails: bool
) -> None:
    running = tmp_path / "running"

    def beside(run: StepRun) -> list[UnitOutcome]:
        return run.run([Unit("beside it", [["sh", "-c", f"touch {running}; sleep 0.3; rm {running}"]])])

    def timed(run: StepRun) -> list[UnitOutcome]:
        commands = [["sh", "-c", f"! test -e {running} && exit {int(fails)}"]]
        return run.run([Unit("timed it", commands, is_alone=True), Unit("another", [["true"]])])

    steps = (Step("timed", "timed tests", timed), Step("beside", "tests beside them", beside))
    monkeypatch.setattr(testing, "STEPS", steps)
    assert command(tree, TestOptions()) == int(fails)


@pytest.mark.parametrize(
    ("reason", "known"),
    [
        ("an ordinary user gets no namespaces here: user-namespace: unshare: Operation not permitted", True),
        ("21 rows as an ordinary user: no cgroup-memory: no cgroup may be made in /sys/fs/cgroup", True),
        ("21 rows as user 0: no cgroup-memory: no cgroup may be made in /sys/fs/cgroup", False),
        ("matmul gpu-cublas: not built for the emulated GPU: it loads NVIDIA's own cuBLAS", True),
        ("transpose gpu-cublas: not built for the emulated GPU: it loads", True),
        ("matmul gpu-tensor-fp16x3: not built for the emulated GPU: for", True),
        ("matmul gpu-strassen: not built for the emulated GPU: for", True),
        ("matmul gpu-tiled: not built for the emulated GPU: it needs", False),
        ("vector_add gpu-grid-stride: no GPU here: no NVIDIA driver", True),
        ("largest_prime gpu-deterministic-miller-rabin: no GPU", True),
        ("matmul gpu-tiled: out of memory", False),
        ("isolation missing here: seccomp: no libseccomp", False),
        ("no Chromium here; ./judge/judge --with-browser test judge installs one", False),
        ("no such caller: no other user can be had here", True),
    ],
)
def test_what_is_known(reason: str, known: bool) -> None:
    assert (Skip("any", reason).known is not None) == known


def test_every_known_skip_says_why() -> None:
    assert all(len(row.why) > 20 for row in KNOWN_SKIPS)


@pytest.mark.parametrize("words", [("vector-add", "mine.cpp"), ("mine.cu",), ("format", "double")])
def test_who_wants_a_solution_judged_is_told_how(tree: JudgeHost, words: tuple[str, ...]) -> None:
    with pytest.raises(JudgeError, match=r"unknown step '.*a solution is judged by `submit`") as told:
        command(tree, TestOptions(words))
    assert told.value.next_step == RunJudge(("submit", "--help"))
