"""Which CUDA toolkit is taken, and for which GPUs it compiles."""

from pathlib import Path

import pytest

from judge.doctor.gpu import check_gpu
from judge.languages.compile import compile_submission
from judge.languages.self_test import self_test
from judge.languages.table import language_of
from judge.machine import cuda_toolkit as cuda
from judge.problems.model import Limits
from judge.project.build import TESTS, build
from judge.project.paths import Project
from judge.tests.machines import machine_of


def make_nvcc(folder: Path, release: str) -> Path:
    """A program that says the release of a toolkit."""
    nvcc = folder / "bin/nvcc"
    nvcc.parent.mkdir(parents=True)
    nvcc.write_text(f"#!/bin/sh\necho 'Cuda compilation tools, release {release}, V{release}.1'\n")
    nvcc.chmod(0o755)
    return nvcc


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which nvcc is only where a test puts it; what was found before is forgotten, also afterwards."""
    monkeypatch.delenv("CUDACXX", raising=False)
    monkeypatch.setattr("judge.machine.cuda_toolkit.sysconfig.get_path", lambda _: str(tmp_path / "site"))
    monkeypatch.setattr("judge.machine.cuda_toolkit.DEFAULT_PLACE", tmp_path / "default/bin/nvcc")
    monkeypatch.setenv("PATH", f"{tmp_path}/path/bin:/usr/bin:/bin")
    monkeypatch.setattr("judge.machine.cuda_toolkit.find_nvcc", cuda.find_nvcc.__wrapped__)
    return tmp_path


def test_the_first_place_that_has_one_is_taken(places: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cuda.find_nvcc() is None
    default = make_nvcc(places / "default", "13.1")
    assert cuda.find_nvcc() == default
    on_path = make_nvcc(places / "path", "12.4")
    assert cuda.find_nvcc() == on_path
    wheels = make_nvcc(places / "site/nvidia/cu13", "13.0")
    assert cuda.find_nvcc() == wheels
    named = make_nvcc(places / "named", "13.2")
    monkeypatch.setenv("CUDACXX", str(named))
    assert cuda.find_nvcc() == named


def test_one_that_is_too_old_or_broken_is_passed_over(places: Path) -> None:
    make_nvcc(places / "path", "11.8")
    assert cuda.find_nvcc() is None
    default = make_nvcc(places / "default", "12.0")
    assert cuda.find_nvcc() == default
    default.write_text("no program\n")
    assert cuda.find_nvcc() is None


def test_a_toolkit_outside_of_the_system_is_shown_to_sandboxes(places: Path) -> None:
    assert cuda.folders_to_show() == ()
    make_nvcc(places / "path", "12.4")
    assert cuda.folders_to_show() == (places / "path",)


def test_a_language_without_its_compiler_says_how_to_get_it(places: Path, tree: Project) -> None:
    language = language_of("x.cu")
    assert language.missing_tools == ["nvcc"]
    assert "--with-cuda" in language.install


def test_machine_code_for_the_gpus_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.machine.cuda_toolkit.compute_capabilities", lambda: (80, 90))
    assert cuda.gpu_code() == [
        "-gencode=arch=compute_80,code=sm_80",
        "-gencode=arch=compute_90,code=sm_90",
    ]
    monkeypatch.setattr("judge.machine.cuda_toolkit.compute_capabilities", lambda: ())
    assert cuda.gpu_code() == ["-gencode=arch=compute_75,code=[compute_75,sm_75]"]


@pytest.mark.skipif(cuda.find_nvcc() is None, reason="no nvcc here")
def test_another_gpu_is_another_program(fresh_tree: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    language = language_of("x.cu")
    assert self_test(fresh_tree, language) is None

    def compiled() -> Path:
        result = compile_submission(fresh_tree, language.self_test, "x.cu", language, Limits())
        assert result.error is None
        return Path(result.command[0])

    first = compiled()
    assert compiled() == first
    monkeypatch.setattr("judge.machine.cuda_toolkit.compute_capabilities", lambda: (86,))
    assert compiled() != first


def test_the_build_is_configured_again_when_a_toolkit_comes_or_goes(
    places: Path, tree: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(
        "judge.project.build.run_step", lambda project, command, title: started.append(command)
    )
    monkeypatch.setattr("judge.project.build.find_nvcc", cuda.find_nvcc)
    monkeypatch.setattr("judge.project.build.compute_capabilities", lambda: ())
    monkeypatch.setattr("judge.project.build.is_current", lambda *_: False)

    def configured(*extras: str) -> list[str]:
        started.clear()
        build(tree, extras=extras)
        (tree.build / "build.ninja").touch()
        return [argument for command in started for argument in command if "CUDA" in argument]

    def gpus(*capabilities: int) -> None:
        monkeypatch.setattr(
            "judge.project.build.gpu_nodes", lambda: [Path("/dev/nvidia0")] if capabilities else []
        )
        monkeypatch.setattr("judge.project.build.compute_capabilities", lambda: capabilities)

    gpus()
    assert configured() == ["-DWARP_JUDGE_CUDA=OFF"]
    assert configured() == []
    nvcc = make_nvcc(places / "path", "13.0")
    toolkit = [f"-DCMAKE_CUDA_COMPILER={nvcc}", "-DWARP_JUDGE_CUDA=ON"]
    assert configured() == []  # nothing that it makes could run here
    gpus(80, 90)
    assert configured() == [*toolkit, "-DCMAKE_CUDA_ARCHITECTURES=80;90"]
    gpus()
    assert configured() == ["-DWARP_JUDGE_CUDA=OFF"]
    assert configured(TESTS) == [*toolkit, "-DCMAKE_CUDA_ARCHITECTURES=75-virtual;90-real"]
    assert configured() == []  # back and forth would build all of it each time
    nvcc.unlink()
    assert configured() == ["-DWARP_JUDGE_CUDA=OFF"]


def test_doctor_asks_the_compiler_that_is_taken() -> None:
    machine = machine_of(outputs={"/wheels/nvcc --version": "release 13.0, V13.0.88"})
    found = {finding.what: finding.found for finding in check_gpu(machine, "/wheels/nvcc")}
    assert found["CUDA toolkit"] == "13.0, the driver serves up to 13.0; /wheels/nvcc"
    assert found["GPU"] == "NVIDIA H200, 143771 MiB, compute capability 9.0"
    assert found["GPU driver"] == "580.159.04"
