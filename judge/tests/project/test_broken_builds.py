"""One problem that cannot be built leaves all others in the build. What a problem left behind, or a build that was
moved, does no harm."""

import os
import shutil
from pathlib import Path

import pytest

from judge.project.broken_builds import broken_builds, broken_in
from judge.project.build import PROGRAMS, SOLVERS, BuildError, build
from judge.project.host import JudgeHost
from judge.project.installation import Installation, this_installation

GOOD_MAIN = "int main() { return 0; }\n"
PROJECT = """\
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES CXX)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
set(warp_judge_hot_code -O1)
foreach(name judge-solvers judge-data judge-programs sanitized-tests runner compare cuda-device-module
             cuda-emulator-precompiled)
  add_custom_target(${name})
endforeach()
foreach(name fmt::fmt nlohmann_json::nlohmann_json CLI11::CLI11)
  add_library(${name} INTERFACE IMPORTED GLOBAL)
endforeach()
foreach(name kernels_common kernels_gpu kernels_gpu_emulated kernels_text kernels_text_emulated)
  add_library(${name} INTERFACE)
endforeach()
foreach(name warp_judge_unity warp_judge_test warp_judge_fuzz_test warp_judge_benchmark)
  function(${name})
  endfunction()
endforeach()
include(problems/steps.cmake)
add_subdirectory(problems)
"""


@pytest.fixture
def small(tmp_path: Path) -> JudgeHost:
    """A tree of two problems, one with a CMakeLists.txt, one with a program alone, and the real rules for them."""
    root = tmp_path / "small"
    for name in ("frame/nothing.cpp", "reading/reader.cpp", "choosing/default_costs.json"):
        (root / "problems/common" / name).parent.mkdir(parents=True)
        (root / "problems/common" / name).touch()
    (root / "problems/common/choosing/default_costs.json").write_text("{}")
    (root / "CMakeLists.txt").write_text(PROJECT)
    for name in ("CMakeLists.txt", "steps.cmake"):
        shutil.copy(this_installation().problems / name, root / "problems")
    for name in ("one", "other"):
        add_problem(root, name)
    (root / "problems/one/CMakeLists.txt").write_text("warp_judge_problem()\n")
    return JudgeHost(Installation(root, root / "build"))


def add_problem(root: Path, name: str, main: str = GOOD_MAIN) -> Path:
    folder = root / "problems" / name
    folder.mkdir()
    (folder / "problem.yaml").touch()
    (folder / "main.cpp").write_text(main)
    return folder


def test_each_problem_is_built(small: JudgeHost) -> None:
    build(small, SOLVERS)
    assert (small.installation.build / "one").exists()
    assert (small.installation.build / "other").exists()
    assert broken_builds(small.installation) == {}


@pytest.mark.slow
def test_a_list_that_cmake_refuses_and_sources_that_do_not_compile_or_link(small: JudgeHost) -> None:
    """All at once, and the build before was good."""
    build(small, SOLVERS)
    (add_problem(small.installation.root, "unlisted") / "CMakeLists.txt").write_text("warp_judge_problm()\n")
    add_problem(small.installation.root, "uncompiled", "int main() { return nothing; }\n")
    add_problem(small.installation.root, "unlinked", "int kernel();\nint main() { return kernel(); }\n")
    validators = add_problem(small.installation.root, "validated") / "output_validator"
    validators.mkdir()
    (validators / "validate.cpp").write_text("int main() {\n")
    (small.installation.problems / "one/main.cpp").write_text(f"// changed\n{GOOD_MAIN}")
    (small.installation.build / "one").unlink()

    build(small, SOLVERS)
    assert (small.installation.build / "one").exists()
    broken = broken_builds(small.installation)
    assert broken.keys() == {"unlisted", "uncompiled", "unlinked", "validated"}
    assert broken["unlisted"].startswith("problems/unlisted/CMakeLists.txt:1: CMake fails: ")
    assert 'Unknown CMake command "warp_judge_problm". Correct it.' in broken["unlisted"]
    assert broken["uncompiled"].startswith("problems/uncompiled/main.cpp:1:21: error: ")
    assert broken["unlinked"].startswith("problems/unlinked/CMakeLists.txt is missing: ")
    assert "Name what it links in problems/unlinked/CMakeLists.txt" in broken["unlinked"]
    assert "problems/validated/output_validator/validate.cpp:1:" in broken["validated"]

    for name in broken:
        shutil.rmtree(small.installation.problems / name)
    add_problem(small.installation.root, "uncompiled")
    build(small, SOLVERS)
    assert (small.installation.build / "uncompiled").exists()
    assert broken_builds(small.installation) == {}


@pytest.mark.slow
def test_one_problem_is_built_alone(small: JudgeHost) -> None:
    """What is known of the others stays known, and one that cannot be built is found when it is asked for."""
    add_problem(small.installation.root, "uncompiled", "int main() { return nothing; }\n")
    build(small, SOLVERS, problems=["one"])
    assert (small.installation.build / "one").exists()
    assert not (small.installation.build / "other").exists()
    assert broken_builds(small.installation) == {}
    build(small, PROGRAMS, problems=["other", "uncompiled"])
    assert (small.installation.build / "emulated/other").exists()
    assert not (small.installation.build / "emulated/one").exists()
    assert broken_builds(small.installation).keys() == {"uncompiled"}
    (small.installation.problems / "one/main.cpp").write_text(f"// changed\n{GOOD_MAIN}")
    build(small, SOLVERS, problems=["one"])
    assert broken_builds(small.installation).keys() == {"uncompiled"}
    (small.installation.problems / "uncompiled/main.cpp").write_text(GOOD_MAIN)
    build(small, SOLVERS, problems=["uncompiled"])
    assert broken_builds(small.installation) == {}


@pytest.mark.slow
def test_a_problem_that_is_known_to_be_broken_is_not_tried_with_each_other_one(small: JudgeHost) -> None:
    """CMake would otherwise fail, and configure again, for each problem that is built alone."""
    (add_problem(small.installation.root, "unlisted") / "CMakeLists.txt").write_text("warp_judge_problm()\n")
    build(small, SOLVERS, problems=["one"])
    configured = (small.installation.build / "judge-configured").stat().st_mtime_ns
    build(small, SOLVERS, problems=["other"])
    assert (small.installation.build / "other").exists()
    assert (small.installation.build / "judge-configured").stat().st_mtime_ns == configured
    assert broken_builds(small.installation).keys() == {"unlisted"}


@pytest.mark.slow
def test_what_no_problem_is_to_blame_for_is_an_error(small: JudgeHost) -> None:
    (small.installation.problems / "common/frame/nothing.cpp").write_text("int x = nothing;\n")
    with pytest.raises(BuildError, match=r"common/frame/nothing\.cpp:1:9: error"):
        build(small, SOLVERS)
    (small.installation.problems / "common/frame/nothing.cpp").write_text("")
    (small.installation.root / "CMakeLists.txt").write_text(f"{PROJECT}nonsense()\n")
    with pytest.raises(BuildError, match="Unknown CMake command"):
        build(small, SOLVERS)


@pytest.mark.slow
def test_a_build_of_the_project_itself_with_tests_has_no_problem_left_out(small: JudgeHost) -> None:
    add_problem(small.installation.root, "uncompiled", "int main() { return nothing; }\n")
    with pytest.raises(BuildError, match=r"uncompiled/main\.cpp:1:21: error"):
        build(small, SOLVERS, ["-DWARP_JUDGE_TESTS=ON"])


@pytest.mark.slow
def test_a_problem_that_was_removed_leaves_no_program(small: JudgeHost) -> None:
    build(small, SOLVERS)
    shutil.rmtree(small.installation.problems / "other")
    build(small, SOLVERS)
    assert not (small.installation.build / "other").exists()
    assert (small.installation.build / "one").exists()


@pytest.mark.slow
def test_a_checkout_that_was_renamed_or_copied_is_configured_anew(small: JudgeHost, tmp_path: Path) -> None:
    build(small, SOLVERS)
    (small.installation.root / "build/one").unlink()
    copy, renamed = tmp_path / "copy", tmp_path / "renamed"
    shutil.copytree(small.installation.root, copy, symlinks=True)
    small.installation.root.rename(renamed)
    for root in (copy, renamed):
        build(JudgeHost(Installation(root, root / "build")), SOLVERS)
        assert (root / "build/one").exists()
        assert f"CMAKE_HOME_DIRECTORY:INTERNAL={root}\n" in (root / "build/CMakeCache.txt").read_text()


@pytest.mark.parametrize(
    ("failed", "blamed"),
    [
        ("one", {"one"}),
        ("[code=1] emulated/one", {"one"}),
        ("problem-tools/one/generate", {"one"}),
        ("problems/CMakeFiles/one-main.dir/one/main.cpp.o", {"one"}),
        ("problems/one/CMakeFiles/one-generate.dir/generators/generate.cpp.o", {"one"}),
        ("kernels/one/CMakeFiles/kernels.dir/one.cpp.o", set()),
        ("runner", set()),
    ],
)
def test_who_is_to_blame(small: JudgeHost, failed: str, blamed: set[str]) -> None:
    output = (
        f"[1/2] Building\nFAILED: {failed}\nc++ {os.devnull}\nx.cpp:1:1: error: no\nninja: build stopped\n"
    )
    assert broken_in(small.installation, output).keys() == blamed
