"""Which device is judged, what is skipped without a GPU, and that --require gpu does not let it pass."""

import re
import threading
import time
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.processes import Stop
from judge.base.records import replace
from judge.commands.options.submit import SubmitOptions
from judge.commands.submit import submit
from judge.commands.verify import verify
from judge.engine.scheduling import judge_all
from judge.judging.job import Job
from judge.judging.lanes import JobLanes
from judge.judging.results import Result
from judge.judging.selection import Choice
from judge.judging.solutions import Solution
from judge.judging.verdicts import Verdict
from judge.languages.known_to_work import keep_that_it_works
from judge.languages.table import LANGUAGES, language_of
from judge.machine.cuda_toolkit import this_cuda
from judge.machine.gpus import Gpus
from judge.problems.device import Device
from judge.problems.formats.own import load_problem
from judge.problems.limits import limits_of_a_test
from judge.problems.model import Limits
from judge.project.devices import DeviceChoice, Requirement
from judge.project.host import JudgeHost, this_host
from judge.reports.files import ReportFiles
from judge.sandbox import run as runner
from judge.tests.checkout import Checkout
from judge.tests.gpu_stand_in import NOWHERE, with_gpu_stand_in
from judge.tests.watching import PATIENCE_S

pytestmark = [pytest.mark.slow, pytest.mark.built]

needs_nvcc = pytest.mark.skipif(this_cuda().nvcc is None, reason="no nvcc here")
OBSTACLE = this_host().policy.gpus.obstacle
needs_gpu = pytest.mark.skipif(OBSTACLE is not None, reason=str(OBSTACLE))
NO_GPU = "no GPU here (/nonexistent/nvidia0 does not exist)"

DOUBLE = """\
#include <cstdio>
__global__ void twice(long long* n) { *n *= 2; }
int main() {
  long long n, *on_gpu;
  if (scanf("%lld", &n) != 1 || cudaMalloc(&on_gpu, sizeof n)) return 1;
  cudaMemcpy(on_gpu, &n, sizeof n, cudaMemcpyHostToDevice);
  twice<<<1, 1>>>(on_gpu);
  if (cudaMemcpy(&n, on_gpu, sizeof n, cudaMemcpyDeviceToHost)) return 1;
  printf("%lld\\n", n);
}
"""


@pytest.fixture
def without_gpu(tree: JudgeHost) -> JudgeHost:
    return tree.with_policy(gpus=NOWHERE)


@pytest.fixture
def without_emulator(tree: JudgeHost) -> None:
    (tree.installation.build / "cuda-emulator").unlink()


@pytest.fixture
def with_every_language(tree: JudgeHost) -> None:
    """Nothing is skipped for its language: the tree's Python submissions run without NumPy, too."""
    (tree.installation.build / "self-tests").unlink()  # not true for other tests
    for language in LANGUAGES:
        keep_that_it_works(tree.with_policy(gpus=NOWHERE), language)


def run(tree: JudgeHost, capsys: pytest.CaptureFixture[str], choice: Choice) -> tuple[int, str]:
    status = verify(tree, choice, None)
    return status, " ".join(capsys.readouterr().out.split())


def add_submission(tree: JudgeHost, name: str, text: str) -> None:
    path = tree.installation.root / "problems/double/submissions" / name
    path.write_text(text)


@needs_nvcc
def test_the_device_chooses(
    capsys: pytest.CaptureFixture[str],
    without_gpu: JudgeHost,
    without_emulator: None,
    with_every_language: None,
) -> None:
    add_submission(without_gpu, "accepted/twice.cu", DOUBLE)
    status, printed = run(without_gpu, capsys, Choice(device=DeviceChoice.CPU))
    assert status == 0
    assert "2 solvers, 6 submissions" in printed
    assert "skipped" not in printed
    status, printed = run(without_gpu, capsys, Choice(device=DeviceChoice.GPU))
    assert status == 0
    assert "1 solver, 1 submission, 2 solutions skipped, 0 runs, 6 runs skipped" in printed
    status, printed = run(without_gpu, capsys, Choice())
    assert status == 0
    assert "3 solvers, 7 submissions" in printed
    assert "6 runs skipped" in printed


def test_nothing_on_the_device_is_wrong_use(tree: JudgeHost) -> None:
    with pytest.raises(JudgeError, match="nothing to judge"):
        verify(tree, Choice(solvers=("cpu-add",), device=DeviceChoice.GPU), None)
    with pytest.raises(JudgeError, match="--require gpu: nothing that needs a GPU is selected"):
        verify(tree, Choice(device=DeviceChoice.CPU, require=Requirement.GPU), None)


def test_where_a_required_gpu_is_not_there_nothing_is_judged(
    tree: JudgeHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.problems.broken.build", lambda *_, **__: pytest.fail("it was built"))
    tree = tree.with_policy(gpus=NOWHERE)
    for device in (DeviceChoice.ALL, DeviceChoice.GPU):
        with pytest.raises(JudgeError, match=f"a GPU is required and there is {re.escape(NO_GPU)}") as error:
            verify(tree, Choice(device=device, require=Requirement.GPU), None)
        assert error.value.exit_status == 1


def test_the_last_line_names_the_required_gpu_also_when_quiet(checkout: Checkout) -> None:
    done = checkout.run("verify", "--require", "gpu", "--gpu", "250", "-q")
    assert (done.returncode, done.stdout) == (1, "")
    [line] = done.stderr.splitlines()
    assert line.startswith(
        "judge: --require gpu: nothing was judged, as a GPU is required and there is no GPU 250"
    )


def test_cpu_and_gpu_are_compared_by_what_the_solvers_report(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its CPU solvers solve in 2000 ns; gpu-add takes 1600 ns without start-up, and 200 ns for kernels."""
    status, printed = run(with_gpu_stand_in(tree, "False"), capsys, Choice(solvers=("cpu-shift", "gpu-add")))
    assert status == 0
    assert "double: CPU against GPU (size in digits)" in printed
    assert "tie GPU 10x" in printed
    assert "with copies not on these tests; compute only from 1 digits." in printed


def test_a_required_gpu_that_is_there(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    status, printed = run(with_gpu_stand_in(tree, "False"), capsys, Choice(require=Requirement.GPU))
    assert status == 0
    assert "gpu-add AC 3/3" in printed


def test_a_required_gpu_that_leaves_in_the_middle(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    with_gpu = with_gpu_stand_in(tree, "number == 0")
    assert run(with_gpu, capsys, Choice())[0] == 0
    status, printed = run(with_gpu, capsys, Choice(require=Requirement.GPU))
    assert status == 1
    assert "double gpu-add: expected AC, found SKIP: no GPU here" in printed


def test_a_declared_size_excuses_a_skip(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    with_gpu = with_gpu_stand_in(tree, "number > 9")
    program = tree.installation.build / "double"
    program.write_text(program.read_text().replace('"largest_size": None', '"largest_size": 9'))
    assert run(with_gpu, capsys, Choice(require=Requirement.GPU))[0] == 0


@needs_nvcc
def test_a_compile_error_is_found_without_a_gpu(
    capsys: pytest.CaptureFixture[str], without_gpu: JudgeHost, without_emulator: None
) -> None:
    add_submission(without_gpu, "accepted/twice.cu", DOUBLE.replace("__global__", "__globl__"))
    status, printed = run(without_gpu, capsys, Choice(device=DeviceChoice.GPU))
    assert status == 1
    assert "accepted/twice.cu: expected AC, found CE: twice.cu(2): error:" in printed
    # What only the assembler for the GPU finds.
    add_submission(
        without_gpu,
        "accepted/twice.cu",
        DOUBLE.replace("*n *=", "__shared__ char big[1 << 20]; *n = big[*n] *"),
    )
    status, printed = run(without_gpu, capsys, Choice(device=DeviceChoice.GPU))
    assert status == 1
    assert "accepted/twice.cu: expected AC, found CE: ptxas error : Entry function" in printed


@needs_nvcc
def test_submit_to_nvcc_without_a_gpu(capsys: pytest.CaptureFixture[str], without_gpu: JudgeHost) -> None:
    source = without_gpu.installation.root / "mine.cu"
    source.write_text(DOUBLE)
    files = ReportFiles(without_gpu.installation.root / "report.json")
    assert submit(without_gpu, "double", str(source), SubmitOptions(language="cuda"), files) == 1
    printed = capsys.readouterr().out
    assert "\nSKIP  double  " in printed
    assert f"it compiled, but was not run: {NO_GPU}" in printed
    assert '"verdict": "SKIP"' in (without_gpu.installation.root / "report.json").read_text()
    source.write_text("int main() { return nothing; }")
    assert submit(without_gpu, "double", str(source), SubmitOptions(language="cuda")) == 1
    assert 'identifier "nothing" is undefined' in capsys.readouterr().out


@needs_nvcc
@needs_gpu
def test_submit_on_a_gpu(tree: JudgeHost, capsys: pytest.CaptureFixture[str]) -> None:
    source = tree.installation.root / "mine.cu"
    source.write_text(DOUBLE)
    assert submit(tree, "double", str(source)) == 0
    source.write_text(DOUBLE.replace("*n *= 2", "*n *= 3"))
    assert submit(tree, "double", str(source)) == 1
    assert "WA" in capsys.readouterr().out


def test_only_a_run_that_needs_the_gpu_is_given_it(tree: JudgeHost, tmp_path: Path) -> None:
    tree.installation.runner.unlink()
    tree.installation.runner.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/started\nexit 2\n')
    tree.installation.runner.chmod(0o755)
    for device in (Device.CPU, Device.GPU):
        limits = limits_of_a_test(Limits(), 1, device)
        with pytest.raises(JudgeError, match="the runner failed"):
            runner.run(tree.with_policy(gpus=Gpus((3,))), ["/bin/true"], limits, tmp_path)
    without, with_gpu = (line.split() for line in (tmp_path / "started").read_text().splitlines())
    assert "--gpu" not in without
    assert "--gpu-memory-limit-bytes" not in without
    assert with_gpu[with_gpu.index("--gpu") + 1] == "3"


def test_a_gpu_raises_the_limits_by_what_cuda_takes() -> None:
    plain, raised = limits_of_a_test(Limits(), 1), limits_of_a_test(Limits(), 1, device=Device.GPU)
    assert (plain.cpu_ms, plain.wall_ms) == (1000, 3000)
    assert (raised.cpu_ms, raised.wall_ms) == (2000, 5000)
    assert raised.memory_bytes == plain.memory_bytes + (512 << 20)
    assert plain.gpu_memory_bytes is None
    assert (raised.gpu_memory_bytes or 0) > plain.memory_bytes


def test_the_time_limit_holds_for_each_core_that_was_given() -> None:
    one, four = limits_of_a_test(Limits(), 1), limits_of_a_test(Limits(), 4)
    assert (four.cpu_ms, four.wall_ms) == (4 * one.cpu_ms, one.wall_ms)


@pytest.mark.parametrize(("cores", "most"), [(1, 1), (2, 1), (4, 2)])
def test_few_wait_for_the_gpu_while_all_others_are_judged(tree: JudgeHost, cores: int, most: int) -> None:
    problem = load_problem(tree.installation.problems / "double")
    alike = Solution(name="", problem=problem, expected=Verdict.AC)
    solutions = [replace(alike, name=f"gpu-{i}", device=Device.GPU) for i in range(9)]
    solutions += [replace(alike, name=f"cpu-{i}") for i in range(9)]
    at_once, highest, changed = 0, 0, threading.Condition()

    def judge_one(job: Job, lanes: JobLanes, _: Stop) -> Result:
        nonlocal at_once, highest
        solution = job.solution
        assert len(lanes[0]) == 1
        with changed:
            at_once += solution.device.needs_gpu
            highest = max(highest, at_once)
            changed.notify_all()
            assert changed.wait_for(lambda: highest >= most, PATIENCE_S)
        time.sleep(0.01)  # in which one too many may come
        with changed:
            at_once -= solution.device.needs_gpu
        return Result(solution)

    done = {
        result.solution.name
        for result in judge_all([[Job(one, ()) for one in solutions]], judge_one, range(cores))
    }
    assert done == {solution.name for solution in solutions}
    assert highest == most


def test_suffix() -> None:
    assert language_of("x.cu").id == "cuda"
