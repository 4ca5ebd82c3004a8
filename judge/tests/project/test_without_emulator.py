"""A machine without clang: everything but the emulated GPU is built, and CUDA submissions get the reason."""

import subprocess
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.events import Event, Warned
from judge.base.records import replace
from judge.judging.selection import Choice, choose
from judge.judging.solutions import submission
from judge.languages.self_test import language_obstacle
from judge.languages.table import language_of
from judge.problems.broken import BrokenProblems
from judge.problems.formats.own import load_problem
from judge.project.build import configure
from judge.project.devices import DeviceChoice
from judge.project.emulator import CLANG, why_left_out
from judge.project.host import JudgeHost
from judge.project.installation import this_installation
from judge.tests.conftest import CMake, WithoutTools
from judge.tests.gpu_stand_in import NOWHERE

SANDBOX = ("runner", "compare")


def configured(build: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """The real tree, configured with PATH alone: CMake is kept from the system's folders, in which it looks besides."""
    command = [
        "cmake",
        "-S",
        str(this_installation().root),
        "-B",
        str(build),
        "-G",
        "Ninja",
        "-DWARP_JUDGE_CUDA=OFF",
    ]
    ignored = "-DCMAKE_SYSTEM_IGNORE_PATH=/usr/bin;/usr/local/bin;/bin"
    return subprocess.run([*command, ignored, *options], capture_output=True, text=True, check=False)


def ninja(build: Path, *arguments: str) -> list[str]:
    done = subprocess.run(["ninja", "-C", build, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout.splitlines()


@pytest.mark.slow
def test_the_sandbox_and_the_problems_need_no_clang(tmp_path: Path, without_tools: WithoutTools) -> None:
    without_tools(CLANG)
    build = tmp_path / "build"
    refused = configured(build)
    assert refused.returncode != 0
    assert "-DWARP_JUDGE_EMULATOR=OFF" in refused.stderr
    done = configured(build, "-DWARP_JUDGE_EMULATOR=OFF")
    assert done.returncode == 0, done.stderr
    made = {rule.partition(": ")[0] for rule in ninja(build, "-t", "targets", "all")}
    assert {*SANDBOX, "matmul", "judge-programs", "plain-tests"} <= made
    assert not [name for name in made if name.startswith(("cuda-emulator/", "emulated/"))]
    read = ninja(build, "-t", "inputs", *SANDBOX)
    assert any(name.endswith("runner/sandbox/main.cpp") for name in read)
    assert not [name for name in read if "emulator" in name or "kernels" in name or "problems" in name]
    compiled = ninja(build, "-t", "commands", *SANDBOX)
    assert {"-c", "-o"} <= {word for command in compiled for word in command.split()}
    assert not [command for command in compiled if CLANG in command or "nvcc" in command]


def test_the_judge_builds_without_the_emulated_gpu_and_says_so(
    tree: JudgeHost, cmake: CMake, without_tools: WithoutTools
) -> None:
    (tree.installation.build / "cuda-emulator").unlink()
    told: list[Event] = []
    tree = replace(tree, tell=told.append)
    configure(tree)
    assert (
        "-DWARP_JUDGE_EMULATOR=ON" in (tree.installation.build / "judge-configured").read_text().splitlines()
    )
    assert not any(isinstance(event, Warned) for event in told)
    without_tools(CLANG)
    configure(tree)
    assert (
        "-DWARP_JUDGE_EMULATOR=OFF" in (tree.installation.build / "judge-configured").read_text().splitlines()
    )
    assert any(isinstance(event, Warned) for event in told)


@pytest.mark.built
@pytest.mark.parametrize("emulator", ["built", "to be built", "left out"])
def test_what_a_cuda_submission_lacks_names_the_emulated_gpu_if_that_is_left_out(
    fresh_tree: JudgeHost, without_tools: WithoutTools, emulator: str
) -> None:
    """The tree is its own: a run keeps for all tests that a language works."""
    tree = fresh_tree.with_policy(gpus=NOWHERE)
    if emulator != "to be built":
        without_tools(CLANG)
    if emulator != "built":
        (tree.installation.build / "cuda-emulator").unlink()
    why = why_left_out(tree.installation)
    assert (why is not None) == (emulator == "left out")
    no_gpu = NOWHERE.obstacle
    suffix = f"; {why}" if why else ""
    problem = load_problem(tree.installation.problems / "double")
    assert submission(tree, problem, "int main() {}", "a.cu").obstacle_to_run == f"{no_gpu}{suffix}"
    assert submission(tree, problem, "int main() {}", "a.cpp").obstacle_to_run is None
    obstacle = language_obstacle(tree, language_of("a.cu"), lambda *_: "nvcc not found")
    assert obstacle is not None
    assert obstacle.endswith(f"{language_of('a.cu').install}{suffix}")
    of_rust = language_obstacle(tree, language_of("a.rs"), lambda *_: "rustc not found")
    assert of_rust is not None
    assert "emulated" not in of_rust


def test_what_is_left_out_cannot_be_chosen(tree: JudgeHost, without_tools: WithoutTools) -> None:
    (tree.installation.root / "problems/double/submissions/accepted/mine.cu").write_text("int main() {}\n")
    problem, choice = (
        load_problem(tree.installation.problems / "double"),
        Choice(device=DeviceChoice.EMULATED),
    )
    assert len(choose(tree, [problem], choice, BrokenProblems(tree, ()))) == 1
    (tree.installation.build / "cuda-emulator").unlink()
    without_tools(CLANG)
    with pytest.raises(JudgeError, match="clang"):
        choose(tree, [problem], choice, BrokenProblems(tree, ()))
