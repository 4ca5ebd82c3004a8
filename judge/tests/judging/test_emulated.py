"""CUDA judged on the emulated GPU: a real verdict, and its time is not reported, stored or compared."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from judge.base.records import replace
from judge.commands.listing import list_problem
from judge.commands.options.submit import SubmitOptions
from judge.commands.options.verify import VerifyOptions
from judge.commands.submit import submit
from judge.commands.verify import verify
from judge.judging.selection import Choice, NoGpu
from judge.judging.solutions import submission
from judge.languages.table import emulated_language, language_of
from judge.languages.toolkits import TOOLKITS
from judge.measure.cpu_against_gpu import NO_TIMES
from judge.problems.emulated_limits import TIME_FACTOR
from judge.problems.formats.own import load_problem
from judge.problems.limits import limits_of_a_test
from judge.problems.work import Work
from judge.project.devices import DeviceChoice, Requirement
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles
from judge.reports.terminal.findings_text import FORGEABLE
from judge.store.history.attempts import Attempt, read_attempts
from judge.store.user_store import user_store_file
from judge.tests.gpu_stand_in import ANYWHERE, NOWHERE
from judge.tests.history.rows import read
from judge.tests.judging.test_devices import DOUBLE, NO_GPU, needs_nvcc
from judge.tests.reports.test_report_schema import SCHEMA

EMULATED = emulated_language(None).id
FREED = DOUBLE.replace('  printf("', '  cudaFree(on_gpu);\n  printf("')

pytestmark = [pytest.mark.slow, pytest.mark.built]


@pytest.fixture
def tree(tree: JudgeHost) -> JudgeHost:
    return tree.with_policy(gpus=NOWHERE)


def judge_text(tree: JudgeHost, text: str, language: str | None = None) -> int:
    source = tree.installation.root / "mine.cu"
    source.write_text(text)
    options = SubmitOptions(language=language, repeat=2)
    return submit(tree, "double", str(source), options, ReportFiles(tree.installation.root / "report.json"))


@pytest.mark.parametrize("language", [None, EMULATED])
def test_accepted_without_a_gpu(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], state: Path, language: str | None
) -> None:
    assert judge_text(tree, DOUBLE, language) == 0
    printed = capsys.readouterr().out
    assert "\nAC  double  " in printed
    assert (f"{NO_GPU}: judged on the emulated GPU" in printed) == (language is None)
    assert "3 of 3 tests passed" in printed
    for claim in ("wall", "CPU", "ceiling", "best"):
        assert claim not in printed
    [attempt] = kept_attempts()
    assert (attempt.emulated, attempt.verdict, attempt.wall_ns) == (True, "AC", None)
    result = json.loads((tree.installation.root / "report.json").read_text())["problems"][0]["results"][0]
    assert (result["language"], result["needs_gpu"]) == (EMULATED, False)
    assert [test["share"] for test in result["tests"]] == [None] * 3


def test_a_wrong_answer(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge_text(tree, DOUBLE.replace("*n *= 2", "*n *= 3")) == 1
    printed = capsys.readouterr().out
    assert "\nWA  double  " in printed
    assert "line 1, token 1: expected" in printed


def test_a_race_is_found_whatever_comes_of_it(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    for result, status in (("2 * s", 0), ("1 + 2 * s", 1)):
        racing = f"__shared__ long long s; if (threadIdx.x == 0) s = *n; else *n = {result}"
        text = FREED.replace("*n *= 2", racing).replace("<<<1, 1>>>", "<<<1, 2>>>")
        assert judge_text(tree, text) == status
        printed = capsys.readouterr().out
        assert "shared-memory-race  mine.cu:2  " in printed
        report = json.loads((tree.installation.root / "report.json").read_text())
        kinds = [found["kind"] for found in report["problems"][0]["results"][0]["findings"]]
        assert kinds == ["shared-memory-race"]
    last = printed.rstrip().splitlines()[-1]
    assert last.endswith("; race in shared memory, mine.cu:2 (emulated, not timed)")


def test_strict_fails_on_what_was_found(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    source = tree.installation.root / "mine.cu"
    for text, strict, status, end in (
        (DOUBLE, False, 0, "; warning: memory that was not freed, mine.cu:5"),
        (DOUBLE, True, 1, "; rejected by --strict: memory that was not freed, mine.cu:5"),
        (FREED, True, 0, "3 of 3 tests passed (emulated, not timed)"),
    ):
        source.write_text(text)
        options = SubmitOptions(strict=strict)
        assert submit(tree, "double", str(source), options) == status
        last = capsys.readouterr().out.rstrip().splitlines()[-1]
        assert last.startswith("AC  double  mine.cu  3 of 3 tests passed")
        assert last.endswith(end)


def test_a_crash_is_headed_by_its_cause(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    on_host = DOUBLE.replace("twice<<<1, 1>>>(on_gpu)", "twice<<<1, 1>>>(&n)")
    assert judge_text(tree, on_host) == 1
    last = capsys.readouterr().out.rstrip().splitlines()[-1]
    assert last == (
        "RTE  double  mine.cu  sample/01-three (test 1 of 3): host memory used in a kernel, mine.cu:2 "
        "(emulated, not timed)"
    )


def test_what_is_found_is_told_under_the_verdict(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    leaking = DOUBLE.replace("*n *= 2", "if (n[1] == 7) n[0] = 7; *n *= 2")
    assert judge_text(tree, leaking) == 0
    printed = capsys.readouterr().out
    assert "\nAC  double  " in printed
    assert "The emulated GPU reported 2 findings:" in printed
    assert (
        "  out-of-bounds  mine.cu:2  3 tests, first sample/01-three\n    > __global__ void twice(" in printed
    )
    words = " ".join(printed.split())
    assert (
        "kernel twice, block (0, 0, 0), thread (0, 0, 0): read of 8 bytes 0 bytes after the end of" in words
    )
    assert "  leaked-memory  mine.cu:5  " in printed
    assert FORGEABLE in printed
    assert "solution.cu" not in printed
    report = json.loads((tree.installation.root / "report.json").read_text())
    kinds = [found["kind"] for found in report["problems"][0]["results"][0]["findings"]]
    assert kinds == ["out-of-bounds", "leaked-memory"]
    assert not list(Draft202012Validator(SCHEMA).iter_errors(report))


def test_where_nothing_is_wrong_nothing_is_found(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge_text(tree, FREED) == 0
    assert "found" not in capsys.readouterr().out


def test_forged_findings_change_no_verdict(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    forged = 'fputs("{\\"kind\\": \\"verdict\\", \\"message\\": \\"WA\\x1b[2J\\"}\\n", f); fclose(f);'
    write = f'FILE* f = fopen(getenv("CUDA_EMULATOR_FINDINGS"), "w"); {forged}'
    assert judge_text(tree, f"#include <cstdlib>\n{FREED.replace('cudaFree', write + ' cudaFree')}") == 0
    printed = capsys.readouterr().out
    assert "\nAC  double  " in printed
    assert "\x1b" not in printed


def test_a_crash_is_a_run_time_error(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge_text(tree, DOUBLE.replace("twice<<<1, 1>>>", "twice<<<1, 2048>>>")) == 1
    assert "\nWA  double  " in capsys.readouterr().out  # a launch that fails does nothing, and is not checked
    assert judge_text(tree, DOUBLE.replace("twice<<<1, 1>>>(on_gpu)", "(*&twice)(on_gpu)")) == 1
    assert "\nWA  double  " in capsys.readouterr().out  # nor does a call without a launch
    assert judge_text(tree, DOUBLE.replace("twice<<<1, 1>>>(on_gpu)", "*on_gpu *= 2")) == 1
    assert "\nRTE  double  " in capsys.readouterr().out


def test_limits_are_raised(tree: JudgeHost) -> None:
    problem = load_problem(tree.installation.problems / "double")
    emulated = submission(tree, problem, DOUBLE, "mine.cu", language_id=EMULATED)
    on_gpu = submission(tree, problem, DOUBLE, "mine.cu")
    small, large = Work(1, "digits", 0, 16), Work(1, "digits", 2 << 30, 12 << 20)
    assert (emulated.device.is_emulated, emulated.device.needs_gpu) == (True, False)
    assert on_gpu.limits(large) == problem.limits
    assert emulated.limits().time_s == TIME_FACTOR * problem.limits.time_s
    assert emulated.limits(small).time_s == pytest.approx(emulated.limits().time_s, abs=1e-3)
    assert emulated.limits(large).time_s > 100
    allowed = limits_of_a_test(emulated.limits(), 1, emulated.device)
    assert allowed.memory_bytes == problem.limits.memory_bytes + (512 << 20)
    assert (allowed.processes, allowed.gpu_memory_bytes) == (1024, None)


@needs_nvcc
def test_where_it_is_not_built_it_is_not_chosen(
    tree: JudgeHost, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    emulator = TOOLKITS["cuda-emulator"]
    monkeypatch.setitem(TOOLKITS, "cuda-emulator", replace(emulator, compiler=lambda: None))
    assert language_of("mine.cu", EMULATED).missing_tools == [TOOLKITS["cuda-emulator"].title]
    assert judge_text(tree, DOUBLE) == 1
    assert f"it compiled, but was not run: {NO_GPU}" in capsys.readouterr().out


def add_submissions(tree: JudgeHost) -> None:
    folder = tree.installation.root / "problems/double/submissions"
    for name, text in (
        ("accepted/twice.cu", DOUBLE),
        ("accepted/assembly.cu", DOUBLE.replace("*n *= 2;", 'asm("wgmma.fence.sync.aligned;");')),
        ("time_limit_exceeded/quick.cu", FREED),
        ("wrong_answer/thrice.cu", DOUBLE.replace("*n *= 2", "*n *= 3")),
    ):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)


def add_solver(tree: JudgeHost, *, available: bool = True) -> None:
    """Stands for build/emulated/double: its gpu-add runs, and leaves a finding."""
    program = tree.installation.build / "emulated/double"
    program.parent.mkdir()
    text = (tree.installation.build / "double").read_text()
    if available:
        text = text.replace('name != "gpu-add"', "True").replace('if solver == "gpu-add":', "if False:")
    text = text.replace('"no GPU here"', '"it needs instructions of newer GPUs"')
    found = json.dumps({"kind": "leaked-memory", "message": f"at {tree.installation.root}/kernels/add.cu:7"})
    leave = f"import os\nopen(os.environ['CUDA_EMULATOR_FINDINGS'], 'w').write({found!r})\n"
    program.write_text(text.replace("number = int(input())", f"{leave}number = int(input())"))
    program.chmod(0o755)


def judged(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], choice: Choice | None = None, repeat: int = 1
) -> tuple[int, str]:
    status = verify(
        tree,
        choice or Choice(),
        ReportFiles(tree.installation.root / "report.json"),
        VerifyOptions(repeat=repeat),
    )
    return status, " ".join(capsys.readouterr().out.split())


def test_verify_on_the_emulated_gpu(tree: JudgeHost, capsys: pytest.CaptureFixture[str], state: Path) -> None:
    add_submissions(tree)
    choice = Choice(device=DeviceChoice.EMULATED)
    status, printed = judged(tree, capsys, choice)
    assert status == 0
    assert "accepted/twice.cu AC 3/3 emulated not timed found: leaked-memory at twice.cu:5" in printed
    assert (
        "time_limit_exceeded/quick.cu AC 3/3 emulated not timed "
        "TLE on a GPU; the emulated one does not judge time"
    ) in printed
    assert "wrong_answer/thrice.cu WA" in printed
    assert "accepted/assembly.cu SKIP 0/3 " in printed
    assert "'wgmma.fence.sync.aligned' is not available on the emulated device" in printed
    assert "0 solvers, 4 submissions, 3 of them emulated" in printed
    assert {attempt.name: attempt.emulated for attempt in kept_attempts()} == {
        "accepted/assembly.cu": True,
        "accepted/twice.cu": True,
        "time_limit_exceeded/quick.cu": True,
        "wrong_answer/thrice.cu": True,
    }
    text = DOUBLE.replace("*n *= 2", "*n *= 3")
    (tree.installation.root / "problems/double/submissions/accepted/twice.cu").write_text(text)
    status, printed = judged(tree, capsys, choice)
    assert status == 1
    assert "accepted/twice.cu: expected AC, found WA" in printed


def test_verify_without_a_gpu_judges_solvers_and_submissions_emulated(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    add_submissions(tree)
    add_solver(tree)
    status, printed = judged(tree, capsys, repeat=2)
    assert status == 0
    found = "found: leaked-memory"
    assert f"gpu-add AC 3/3 emulated not timed {found} double: " not in printed
    assert f"gpu-add AC 3/3 emulated not timed {found}" in printed
    assert "accepted/twice.cu AC 3/3 emulated not timed" in printed
    assert "3 solvers, 10 submissions, 4 of them emulated" in printed
    assert f"CPU and GPU were not compared: {NO_TIMES} (double)" in printed
    report = json.loads((tree.installation.root / "report.json").read_text())
    assert not list(Draft202012Validator(SCHEMA).iter_errors(report))
    results = {result["name"]: result for result in report["problems"][0]["results"]}
    assert results["gpu-add"]["findings"][0]["message"] == "at kernels/add.cu:7"
    assert results["cpu-add"]["tests"][0]["repetitions"]["count"] == 2
    for name in ("gpu-add", "accepted/twice.cu"):
        assert (results[name]["emulated"], results[name]["needs_gpu"]) == (True, False)
        for test in results[name]["tests"]:
            reported = [test[key] for key in ("phases", "time_split", "repetitions", "share")]
            assert reported == [None] * 4
            assert test["facts"]["gpu"] is None


def kept_attempts() -> list[Attempt]:
    """What the history holds."""
    with read(user_store_file()) as transaction:
        return read_attempts(transaction)


def test_what_is_emulated_is_kept_in_the_history_without_times(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    add_submissions(tree)
    add_solver(tree)
    assert judged(tree, capsys, repeat=2)[0] == 0
    kept = kept_attempts()
    emulated = {attempt.name for attempt in kept if attempt.emulated}
    assert emulated == {"gpu-add"} | {attempt.name for attempt in kept if attempt.name.endswith(".cu")}
    for attempt in kept:
        assert (attempt.wall_ns is None) == attempt.emulated or not attempt.accepted


def test_a_solver_that_cannot_be_emulated_is_skipped_with_its_reason(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    add_solver(tree, available=False)
    for choice in (Choice(), Choice(solvers=("gpu-add",), device=DeviceChoice.EMULATED)):
        status, printed = judged(tree, capsys, choice)
        assert status == 0
        assert "gpu-add SKIP 0/3 it needs instructions of newer GPUs" in printed


def test_the_list_says_what_is_emulated(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    add_submissions(tree)
    add_solver(tree)
    assert list_problem(tree, "double") == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "gpu-add AC emulated, not timed" in printed
    assert "accepted/twice.cu AC emulated, not timed" in printed
    assert "cpu-add AC gpu-add" in printed


def test_the_device_and_what_is_required_decide(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    add_submissions(tree)
    add_solver(tree)
    status, printed = judged(tree, capsys, Choice(device=DeviceChoice.CPU))
    assert status == 0
    assert "emulated" not in printed
    status, printed = judged(tree, capsys, Choice(device=DeviceChoice.GPU))
    assert status == 0
    assert "1 solver, 4 submissions, 4 of them emulated" in printed
    with pytest.raises(NoGpu, match="a GPU is required and there is no GPU here"):
        judged(tree, capsys, Choice(solvers=("gpu-add",), require=Requirement.GPU))


def test_beside_a_gpu_it_is_used_where_it_is_chosen(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = tree.with_policy(gpus=ANYWHERE)
    add_submissions(tree)
    add_solver(tree)
    status, printed = judged(tree, capsys, Choice(device=DeviceChoice.EMULATED))
    assert status == 0
    assert "1 solver, 4 submissions, 4 of them emulated" in printed
    status, printed = judged(tree, capsys, Choice(solvers=("gpu-add",)))
    assert "emulated" not in printed
