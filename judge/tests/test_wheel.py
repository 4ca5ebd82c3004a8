"""What the wheel holds: the list that CMake installs, without building one, and the command that starts it."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.project.checkout import require_checkout, require_extra
from judge.project.emulator import why_left_out
from judge.project.host import JudgeHost, this_host
from judge.project.installation import Installation
from judge.wheel import start

pytestmark = pytest.mark.built

ROOT = this_host().installation.root
TREE = "warp_judge/tree"
"""The place of the judge's tree in the wheel."""


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The files of the wheel, as this build would install them."""
    folder = tmp_path_factory.mktemp("wheel")
    command = ["cmake", "--install", str(this_host().installation.build), "--component", "wheel"]
    done = subprocess.run([*command, "--prefix", str(folder)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_it_holds_all_that_judging_needs(held: set[str]) -> None:
    code = {
        f"{TREE}/judge/{path.relative_to(ROOT / 'judge')}"
        for path in (ROOT / "judge").rglob("*.py")
        if not {"tests", "wheel"} & {*path.relative_to(ROOT).parts}
    }
    assert code <= held
    build = this_host().installation.build
    programs = {"runner", "compare", "cpu-workload", "gpu-memory-meter"}
    problems = {path.parent.name for path in ROOT.glob("problems/*/problem.yaml")}
    built = {name for name in programs | problems if (build / name).exists()}
    assert {f"{TREE}/build/{name}" for name in built} <= held
    for name in problems:
        assert f"{TREE}/problems/{name}/problem.yaml" in held
        assert f"{TREE}/testdata/{name}/SHA256SUMS" in held
    assert f"{TREE}/judge/languages/languages.toml" in held
    assert f"{TREE}/runner/validators/compare/main.cpp" in held
    assert any(name.startswith(f"{TREE}/judge/web/static/") for name in held)
    if (build / "cuda-emulator/cuda-device-module").exists():
        assert {
            f"{TREE}/build/cuda-emulator/{name}" for name in ("compile", "libcuda-emulator.a", "link-flags")
        } <= held


@pytest.fixture
def moved_emulator(tmp_path: Path) -> Path:
    """The emulated GPU's compiler as a wheel has it: in any folder, which its flags do not name, and without CCCL."""
    emulator = this_host().installation.build / "cuda-emulator"
    if not (emulator / "cuda-device-module").exists():
        pytest.skip(f"no clang here: {why_left_out(this_host().installation)}")
    moved = tmp_path / "warp_judge" / "cuda-emulator"
    shutil.copytree(emulator, moved, ignore=shutil.ignore_patterns("precompiled"))
    flags = (moved / "library-flags").read_text().splitlines()
    flags[1], flags[3] = "{here}/include/cccl", "{here}/cccl"
    (moved / "library-flags").write_text("".join(f"{flag}\n" for flag in flags))
    archive = moved / "libcuda-emulator.a"
    archive.rename(moved / "libmoved.a")
    archive.write_text("")  # an empty script for the linker
    (moved / "link-flags").write_text("{here}/libmoved.a\n" + (moved / "link-flags").read_text())
    return moved


@pytest.mark.slow
def test_the_emulated_gpus_compiler_works_wherever_the_wheel_lies(
    moved_emulator: Path, tmp_path: Path
) -> None:
    source = tmp_path / "mine.cu"
    source.write_text(
        "__global__ void kernel() {}\nint main() { kernel<<<1, 1>>>(); return cudaDeviceSynchronize(); }\n"
    )
    program = tmp_path / "mine"
    done = subprocess.run(
        [moved_emulator / "compile", source, program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert subprocess.run([program], check=False).returncode == 0


def test_the_emulated_gpus_compiler_names_the_package_that_is_missing(
    moved_emulator: Path, tmp_path: Path
) -> None:
    source = tmp_path / "mine.cu"
    source.write_text("#include <thrust/device_vector.h>\nint main() {}\n")
    command = [moved_emulator / "compile", source, tmp_path / "mine"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "pip install nvidia-cuda-cccl==13.0.85" in done.stderr


def test_it_holds_nothing_that_only_a_checkout_needs(held: set[str]) -> None:
    """The wheel has no sources to build, so it never tries to, and one name for Python."""
    assert {Path(name).parts[0] for name in held} == {"warp_judge"}
    parts = {part for name in held for part in Path(name).parts}
    assert not parts & {"CMakeLists.txt", "tests", "__pycache__", "bench", ".git", ".venv"}
    assert f"{TREE}/judge/judge" not in held
    assert not [name for name in held if name.startswith(f"{TREE}/runner/sandbox")]


def test_the_command_starts_the_tree_beside_it_as_a_launcher_does(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []

    def note(_: str, command: list[str]) -> None:
        started.append(command)

    monkeypatch.setattr(os, "execv", note)
    monkeypatch.setattr(signal, "pthread_sigmask", lambda *_: None)
    monkeypatch.setattr(sys, "argv", ["/venv/bin/judge", "list", "-q"])
    monkeypatch.setenv("WARP_JUDGE_CALLED_AS", "")
    start.main()
    main = Path(start.__file__).parent / "tree/judge/__main__.py"
    assert started == [[sys.executable, "-E", "-P", str(main), "list", "-q"]]
    assert os.environ["WARP_JUDGE_CALLED_AS"] == "/venv/bin/judge"


def test_what_needs_sources_or_an_extra_says_so(tree: JudgeHost, tmp_path: Path) -> None:
    require_checkout(Installation(ROOT, ROOT / "build"), "judge test")
    with pytest.raises(JudgeError, match="checkout"):
        require_checkout(replace(tree.installation, root=tmp_path / "warp_judge/tree"), "judge test")
    require_checkout(tree.installation, "judge generate")
    require_extra("test", "pytest")
    with pytest.raises(JudgeError) as caught:
        require_extra("web", "no_such_module")
    assert caught.value.next_step is not None
