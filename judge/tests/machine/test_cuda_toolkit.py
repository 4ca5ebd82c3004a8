"""Which CUDA toolkit is taken, and for which GPUs it compiles."""

from pathlib import Path

import pytest

from judge.base.records import replace
from judge.doctor.gpu import check_gpu
from judge.languages.compile import compile_submission
from judge.languages.self_test import self_test
from judge.languages.table import language_of
from judge.languages.toolkits import TOOLKITS
from judge.machine.cuda_toolkit import CudaSetup, this_cuda
from judge.problems.model import Limits
from judge.project.build import TESTS, configure
from judge.project.host import JudgeHost
from judge.tests.conftest import CMake
from judge.tests.machines import machine_of, put_cccl

pytestmark = pytest.mark.built


def make_program(path: Path, body: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def make_nvcc(folder: Path, release: str) -> Path:
    """A program that says the release of a toolkit."""
    return make_program(
        folder / "bin/nvcc", f"echo 'Cuda compilation tools, release {release}, V{release}.1'"
    )


@pytest.fixture
def places(tmp_path: Path) -> CudaSetup:
    """A machine with nothing of it, until a test puts it there; `replace(places)` looks at it again."""
    (tmp_path / "dev").mkdir()
    return CudaSetup(
        named=None,
        packages=tmp_path / "site",
        search_path=f"{tmp_path}/path/bin:/usr/bin:/bin",
        default=tmp_path / "default/bin/nvcc",
        devices=tmp_path / "dev",
    )


def with_gpus(setup: CudaSetup, *capabilities: str) -> CudaSetup:
    """A copy of the machine with GPUs of these compute capabilities."""
    folder = setup.packages.parent / f"with {capabilities}"
    for number in range(len(capabilities)):
        make_program(folder / f"dev/nvidia{number}", "")
    lines = "\n".join(capabilities)
    smi = make_program(folder / "nvidia-smi", f"echo '{lines}'")
    return replace(setup, devices=folder / "dev", nvidia_smi=str(smi))


def test_the_first_place_that_has_one_is_taken(places: CudaSetup, tmp_path: Path) -> None:
    assert replace(places).nvcc is None
    default = make_nvcc(tmp_path / "default", "13.1")
    assert replace(places).nvcc == default
    on_path = make_nvcc(tmp_path / "path", "12.4")
    assert replace(places).nvcc == on_path
    wheels = make_nvcc(tmp_path / "site/nvidia/cu13", "13.0")
    assert replace(places).nvcc == wheels
    named = make_nvcc(tmp_path / "named", "13.2")
    assert replace(places, named=str(named)).nvcc == named


def test_this_machine_is_looked_at_where_toolkits_are(monkeypatch: pytest.MonkeyPatch) -> None:
    this_cuda.cache_clear()
    monkeypatch.setenv("CUDACXX", "/opt/cuda/bin/nvcc")
    monkeypatch.setenv("PATH", "/somewhere")
    here = this_cuda()
    this_cuda.cache_clear()
    assert (here.named, here.search_path) == ("/opt/cuda/bin/nvcc", "/somewhere")
    assert (here.packages / "pytest").is_dir()
    assert (here.default, here.devices) == (Path("/usr/local/cuda/bin/nvcc"), Path("/dev"))


def test_one_that_is_too_old_or_broken_is_passed_over(places: CudaSetup, tmp_path: Path) -> None:
    make_nvcc(tmp_path / "path", "11.8")
    assert replace(places).nvcc is None
    default = make_nvcc(tmp_path / "default", "12.0")
    assert replace(places).nvcc == default
    default.write_text("no program\n")
    assert replace(places).nvcc is None


def test_a_toolkit_outside_of_the_system_is_shown_to_sandboxes(places: CudaSetup, tmp_path: Path) -> None:
    assert [*replace(places).folders_to_show] == []
    make_nvcc(tmp_path / "path", "12.4")
    assert [*replace(places).folders_to_show] == [tmp_path / "path"]


def test_a_language_without_its_compiler_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    language = language_of("x.cu")
    monkeypatch.setitem(TOOLKITS, "cuda", replace(TOOLKITS["cuda"], compiler=lambda: None))
    assert language.missing_tools == ["nvcc"]
    assert "--with-cuda" in language.install


def test_machine_code_for_the_gpus_that_are_there(places: CudaSetup) -> None:
    assert places.gpu_code == ["-gencode=arch=compute_75,code=[compute_75,sm_75]"]
    assert with_gpus(places, "9.0", "8.0", "9.0").gpu_code == [
        "-gencode=arch=compute_80,code=sm_80",
        "-gencode=arch=compute_90,code=sm_90",
    ]
    silent = replace(with_gpus(places, "9.0"), nvidia_smi="/nonexistent/nvidia-smi")
    assert silent.gpu_code == places.gpu_code


@pytest.mark.skipif(this_cuda().nvcc is None, reason="no nvcc here")
def test_another_gpu_is_another_program(
    fresh_tree: JudgeHost, places: CudaSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    language = language_of("x.cu")
    assert self_test(fresh_tree, language) is None

    def compiled() -> Path:
        result = compile_submission(fresh_tree, language.self_test, "x.cu", language, Limits())
        assert result.error is None
        return Path(result.command[0])

    first = compiled()
    assert compiled() == first
    options = with_gpus(places, "8.6").gpu_code
    monkeypatch.setitem(TOOLKITS, "cuda", replace(TOOLKITS["cuda"], options=lambda: options))
    assert compiled() != first


def test_the_build_is_configured_again_when_a_toolkit_comes_or_goes(
    places: CudaSetup, tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = tmp_path / "said"
    make_program(tmp_path / "tools/cmake", f"printf '%s\\n' \"$@\" >> '{said}'")
    monkeypatch.setenv("PATH", f"{tmp_path}/tools:/usr/bin:/bin")

    def configured(setup: CudaSetup, *extras: str) -> list[str]:
        """What CMake is told of CUDA; nothing: it is not called."""
        said.write_text("")
        configure(tree.with_installation(cuda=replace(setup)), extras)
        (tree.installation.build / "build.ninja").touch()
        return [
            line for line in said.read_text().splitlines() if "CUDA" in line or "-DWARP_JUDGE_NVCC" in line
        ]

    assert configured(places) == ["-DWARP_JUDGE_CUDA=OFF"]
    assert configured(places) == []
    nvcc = make_nvcc(tmp_path / "path", "13.0")
    toolkit = [f"-DCMAKE_CUDA_COMPILER={nvcc}", "-DWARP_JUDGE_CUDA=ON"]
    assert configured(places) == []  # nothing that it makes could run here
    assert configured(with_gpus(places, "8.0", "9.0")) == [*toolkit, "-DCMAKE_CUDA_ARCHITECTURES=80;90"]
    assert configured(places) == ["-DWARP_JUDGE_CUDA=OFF"]
    assert configured(places, TESTS) == ["-DWARP_JUDGE_CUDA=OFF", f"-DWARP_JUDGE_NVCC={nvcc}"]
    nvcc.unlink()
    assert configured(places) == ["-DWARP_JUDGE_CUDA=OFF"]


def test_doctor_asks_the_compiler_that_is_taken() -> None:
    machine = machine_of(outputs={"/wheels/nvcc --version": "release 13.0, V13.0.88"})
    found = {finding.what: finding.found for finding in check_gpu(machine, "/wheels/nvcc")}
    assert found["CUDA toolkit"] == "13.0, the driver serves up to 13.0; /wheels/nvcc"
    assert found["GPU"] == "NVIDIA H200, 143771 MiB, compute capability 9.0"
    assert found["GPU driver"] == "580.159.04"


def test_cccls_headers_are_the_wheels_or_a_toolkits(tree: JudgeHost, places: CudaSetup, cmake: CMake) -> None:
    """Headers may come after the first build, which is then configured again."""
    setup = tree.with_installation(cuda=replace(places))
    assert replace(places).cccl_headers is None
    configure(setup)
    before = (tree.installation.build / "judge-configured").read_text()
    assert "-UWARP_JUDGE_CCCL_INCLUDE_DIR" in before.splitlines()
    toolkit = places.packages / "nvidia/cu12"
    make_nvcc(toolkit, "12.9")
    put_cccl(toolkit / "include/cccl", 2008002)
    assert replace(places).cccl_headers is None  # of another release
    of_toolkit = put_cccl(toolkit / "include/cccl", 3000002)
    assert replace(places).cccl_headers == of_toolkit
    headers = put_cccl(places.packages / "nvidia/cu13/include/cccl", 3000001)
    assert replace(places).cccl_headers == headers
    configure(tree.with_installation(cuda=replace(places)))
    after = (tree.installation.build / "judge-configured").read_text()
    assert f"-DWARP_JUDGE_CCCL_INCLUDE_DIR={headers}" in after.splitlines()


def test_the_libraries_of_nvidias_wheels_are_found(tmp_path: Path) -> None:
    kit = tmp_path / "site/nvidia/cu13"
    make_nvcc(kit, "13.0")
    setup = CudaSetup(named=None, packages=tmp_path / "site", search_path="", default=tmp_path / "none")
    assert setup.library_options == []
    (kit / "lib").mkdir()
    assert setup.library_options == [f"-L{kit}/lib"]
    (kit / "lib64").symlink_to("lib")
    assert setup.library_options == []
