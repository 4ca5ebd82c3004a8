"""CUDA judged on the emulated GPU: a real verdict, and no time of it is told, kept or compared."""

import json
from pathlib import Path

import pytest

from judge.choice import Choice, Device
from judge.commands.submit import submit
from judge.commands.verify import verify
from judge.contestants import submission
from judge.emulator import MEMORY_BYTES, TIME_FACTOR, find_compiler
from judge.languages import EMULATED, EMULATOR, language_of
from judge.problem import load_problem
from judge.project import Project
from judge.reports import ReportFiles
from judge.tests.test_devices import DOUBLE, NO_GPU, needs_nvcc

pytestmark = pytest.mark.skipif(find_compiler() is None, reason="the emulated device is not built")


@pytest.fixture(autouse=True)
def _without_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.contestants.gpu_obstacle", lambda _: NO_GPU)


def judge_text(tree: Project, text: str, language: str | None = None) -> int:
    source = tree.root / "mine.cu"
    source.write_text(text)
    return submit(
        tree, "double", str(source), language, False, False, ReportFiles(tree.root / "report.json"), repeat=2
    )


@pytest.mark.parametrize("language", [None, EMULATED])
def test_accepted_without_a_gpu(
    tree: Project, capsys: pytest.CaptureFixture[str], state: Path, language: str | None
) -> None:
    assert judge_text(tree, DOUBLE, language) == 0
    printed = capsys.readouterr().out
    assert "AC (accepted, emulated, not timed)  double  mine.cu" in printed
    assert (f"{NO_GPU}: judged on the emulated GPU" in printed) == (language is None)
    assert "3 of 3 tests passed" in printed
    for claim in ("wall", "CPU", "ceiling", "best"):
        assert claim not in printed
    assert not state.exists()
    result = json.loads((tree.root / "report.json").read_text())["problems"][0]["results"][0]
    assert (result["language"], result["needs_gpu"]) == (EMULATED, False)
    assert [test["share"] for test in result["tests"]] == [None] * 3


def test_a_wrong_answer(tree: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge_text(tree, DOUBLE.replace("*n *= 2", "*n *= 3")) == 1
    printed = capsys.readouterr().out
    assert "WA (wrong answer, emulated, not timed)" in printed
    assert "line 1, token 1: expected" in printed


def test_a_compile_error_names_the_users_file_and_line(
    tree: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judge_text(tree, DOUBLE.replace("twice<<<1, 1>>>(on_gpu);", "thrice<<<1, 1>>>(on_gpu);")) == 1
    printed = capsys.readouterr().out
    assert "CE (compile error, emulated, not timed)" in printed
    assert "mine.cu:7:3: error:" in printed
    assert judge_text(tree, DOUBLE.replace("*n *= 2;", 'asm("trap;");')) == 1
    assert "mine.cu:2:" in (printed := capsys.readouterr().out)
    assert "error: inline PTX cannot run on the emulated device" in printed


def test_a_crash_is_a_run_time_error(tree: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge_text(tree, DOUBLE.replace("twice<<<1, 1>>>", "twice<<<1, 2048>>>")) == 1
    assert "WA (" in capsys.readouterr().out  # a launch that fails does nothing, and nobody asked
    assert judge_text(tree, DOUBLE.replace("twice<<<1, 1>>>(on_gpu)", "twice(on_gpu)")) == 1
    printed = capsys.readouterr().out
    assert "RTE (run-time error, emulated, not timed)" in printed
    assert "a kernel is called without <<<...>>>" in printed


def test_limits_are_raised(tree: Project) -> None:
    problem = load_problem(tree.problems / "double")
    emulated = submission(tree, problem, DOUBLE, "mine.cu", language_id=EMULATED)
    on_gpu = submission(tree, problem, DOUBLE, "mine.cu")
    assert (emulated.emulated, emulated.needs_gpu) == (True, False)
    assert (on_gpu.emulated, on_gpu.limits) == (False, problem.limits)
    assert emulated.limits.time_s == TIME_FACTOR * problem.limits.time_s
    assert emulated.limits.memory_bytes == problem.limits.memory_bytes + MEMORY_BYTES


@needs_nvcc
def test_where_it_is_not_built_it_is_not_chosen(
    tree: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("judge.emulator.find_compiler", lambda: None)
    monkeypatch.setattr("judge.language_check.gpu_obstacle", lambda _: NO_GPU)
    assert language_of("mine.cu", EMULATED).missing_tools == [EMULATOR]
    assert judge_text(tree, DOUBLE) == 1
    assert f"it compiles, but was not run: {NO_GPU}" in capsys.readouterr().out


def test_verify_on_the_emulated_gpu(tree: Project, capsys: pytest.CaptureFixture[str], state: Path) -> None:
    folder = tree.root / "problems/double/submissions"
    for name in ("accepted/twice.cu", "time_limit_exceeded/quick.cu"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(DOUBLE)
    (folder / "wrong_answer/thrice.cu").write_text(DOUBLE.replace("*n *= 2", "*n *= 3"))
    assert verify(tree, Choice(device=Device.EMULATED), None) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "accepted/twice.cu AC 3/3 emulated, not timed" in printed
    assert "time_limit_exceeded/quick.cu AC 3/3 emulated, not timed" in printed
    assert "wrong_answer/thrice.cu WA" in printed
    assert "0 solvers, 3 submissions" in printed
    assert not state.exists()
    (folder / "accepted/twice.cu").write_text(DOUBLE.replace("*n *= 2", "*n *= 3"))
    assert verify(tree, Choice(device=Device.EMULATED), None) == 1
    assert "accepted/twice.cu: expected AC, found WA" in " ".join(capsys.readouterr().out.split())
