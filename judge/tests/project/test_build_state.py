"""Whether a build is up to date: whatever could have changed it sends the judge to ninja."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.base.records import replace
from judge.machine.cuda_toolkit import CudaSetup
from judge.project import build_state
from judge.project.build import configure
from judge.project.build_state import is_current, keep_state
from judge.project.host import JudgeHost
from judge.tests.machines import put_cccl


@pytest.fixture
def built(tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> JudgeHost:
    """A tree of which judge-programs was built."""
    packages = tmp_path / "status"
    packages.write_text("Package: libfmt-dev\n")
    monkeypatch.setattr(build_state, "PACKAGES", packages)
    (tree.installation.root / "kernels/sum").mkdir(parents=True)
    (tree.installation.root / "kernels/sum/sum.cpp").write_text("int sum;\n")
    (tree.installation.build / "build.ninja").write_text("build double: link\n")
    bare = CudaSetup(named=None, packages=tmp_path, search_path=str(tmp_path), devices=tmp_path / "dev")
    tree = tree.with_installation(cuda=replace(bare, default=tmp_path / "nvcc"))
    keep_state(tree.installation, "judge-programs")
    return tree


def test_nothing_has_changed(built: JudgeHost) -> None:
    assert is_current(built.installation, "judge-programs")
    assert is_current(built.installation, "judge-solvers")  # which is a part of it
    assert not is_current(built.installation, "all")
    for of_one in ("judge-programs-double", "judge-solvers-double"):
        assert is_current(built.installation, of_one)
    (built.installation.build / "judge-build.log").write_text("no program\n")
    assert is_current(built.installation, "judge-programs")


def test_submissions_that_are_compiled_meanwhile_change_nothing(built: JudgeHost) -> None:
    folder = built.installation.build / "submissions"
    assert folder.is_symlink()
    os.utime(folder, ns=(1, 1))
    assert is_current(built.installation, "judge-programs")


CHANGES: dict[str, Callable[[JudgeHost, Path], object]] = {
    "a source": lambda p, _: (p.installation.root / "kernels/sum/sum.cpp").write_text("int som;\n"),
    "a source's time": lambda p, _: os.utime(p.installation.root / "kernels/sum/sum.cpp", ns=(1, 1)),
    "a new source": lambda p, _: (p.installation.root / "kernels/sum/more.cpp").touch(),
    "a source is gone": lambda p, _: (p.installation.root / "kernels/sum/sum.cpp").unlink(),
    "a program is gone": lambda p, _: (p.installation.build / "double").unlink(),
    "another configuration": lambda p, _: (p.installation.build / "build.ninja").write_text(
        "build twice: link\n"
    ),
    "a package": lambda _, tmp_path: (tmp_path / "status").write_text("Package: catch2\n"),
    "what is known": lambda p, _: (p.installation.build / "judge-built.json").write_text("{"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_something_has_changed(built: JudgeHost, tmp_path: Path, change: str) -> None:
    CHANGES[change](built, tmp_path)
    assert not is_current(built.installation, "judge-programs")
    assert not is_current(built.installation, "judge-solvers")


def test_a_toolkit_or_a_gpu_has_come(built: JudgeHost, tmp_path: Path) -> None:
    node = tmp_path / "dev/nvidia0"
    node.parent.mkdir()
    node.touch()
    assert not is_current(built.installation, "judge-programs")
    node.unlink()
    assert is_current(built.installation, "judge-programs")  # the control
    (tmp_path / "nvcc").touch()
    assert not is_current(built.installation, "judge-programs")


def test_what_one_problem_needs_is_not_all(built: JudgeHost) -> None:
    other = built.installation.problems / "other"
    other.mkdir()
    (other / "problem.yaml").touch()
    keep_state(built.installation, "judge-data-double")
    assert is_current(built.installation, "judge-data-double")
    assert is_current(built.installation, "judge-solvers-double")
    for target in ("judge-programs-double", "judge-solvers-other", "judge-solvers", "judge-data"):
        assert not is_current(built.installation, target)
    keep_state(built.installation, "judge-solvers-other")  # each problem's solvers are all solvers
    assert is_current(built.installation, "judge-solvers")
    assert not is_current(built.installation, "judge-data")


@pytest.mark.parametrize(
    ("target", "made", "stays"),
    [
        ("judge-solvers", "emulated/double", True),
        ("judge-solvers", "cuda-emulator/libcuda-emulator.a", True),
        ("judge-solvers", "problem-tools/double/validate-input", True),
        ("judge-data", "problem-tools/double/validate-input", False),
        ("judge-programs", "emulated/double", False),
        ("judge-programs-double", "emulated/double", False),
        ("judge-programs-double", "emulated/other", True),
        ("judge-solvers-double", "other", True),
        ("judge-solvers-double", "problem-tools/other/generate", True),
        ("judge-solvers-double", "problem-tools/double/generate", False),
        ("judge-solvers-double", "runner", False),
    ],
)
def test_only_what_a_target_makes_changes_it(built: JudgeHost, target: str, made: str, stays: bool) -> None:
    """While one judge builds further, another need not wait for what is built already."""
    (built.installation.problems / "other").mkdir()
    (built.installation.build / "judge-built.json").unlink()
    (built.installation.build / "cuda-emulator").unlink()  # a link to the real one
    keep_state(built.installation, target)
    assert is_current(built.installation, target)
    program = built.installation.build / made
    program.parent.mkdir(parents=True, exist_ok=True)
    program.unlink(missing_ok=True)
    program.write_text("made by another judge\n")
    program.chmod(0o755)
    assert is_current(built.installation, target) == stays


def test_headers_have_gone_while_the_compiler_stays(built: JudgeHost, tmp_path: Path) -> None:
    version = put_cccl(tmp_path / "toolkit/include/cccl", 3000002) / "cuda/std/__cccl/version.h"
    nvcc = tmp_path / "toolkit/bin/nvcc"
    nvcc.parent.mkdir()
    nvcc.touch()
    with_toolkit = built.with_installation(cuda=replace(built.installation.cuda, default=nvcc))
    keep_state(with_toolkit.installation, "judge-programs")
    assert is_current(with_toolkit.installation, "judge-programs")
    version.unlink()
    assert not is_current(with_toolkit.installation, "judge-programs")


def test_what_cmake_found_of_a_toolkit_that_is_gone_is_forgotten(built: JudgeHost, tmp_path: Path) -> None:
    """The configuration is that of CMake itself, for a project that looks for the headers as runner/emulator does."""
    (built.installation.root / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(Test NONE)\n"
        "find_path(WARP_JUDGE_CCCL_INCLUDE_DIR cuda/std/__cccl/version.h)\n"
        'message(STATUS "found: ${WARP_JUDGE_CCCL_INCLUDE_DIR}")\n'
    )
    headers = put_cccl(tmp_path / "toolkit/include/cccl", 3000002)
    nvcc = tmp_path / "toolkit/bin/nvcc"
    nvcc.parent.mkdir()
    nvcc.touch()
    built = built.with_installation(cuda=replace(built.installation.cuda, default=nvcc))
    log = built.installation.build / "judge-build.log"
    (built.installation.build / "build.ninja").unlink()
    configure(built)
    assert f"found: {headers}" in log.read_text()
    shutil.rmtree(tmp_path / "toolkit")
    configure(built)
    assert f"found: {headers}" not in log.read_text()
