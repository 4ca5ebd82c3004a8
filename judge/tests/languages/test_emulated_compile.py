"""What does not compile for the emulated GPU: a compile error, or a part of CUDA that only a GPU has."""

import pytest

from judge.project.host import JudgeHost
from judge.project.installation import this_installation
from judge.tests.judging.test_devices import DOUBLE
from judge.tests.judging.test_emulated import EMULATED
from judge.tests.judging.test_emulated import judge_text as judge_in

pytestmark = [pytest.mark.slow, pytest.mark.built]


def judge_text(tree: JudgeHost, text: str) -> int:
    return judge_in(tree, text, EMULATED)


def test_a_library_that_is_not_there_is_no_compile_error(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judge_text(tree, f"#include <cufft.h>\n{DOUBLE}") == 1
    printed = capsys.readouterr().out
    assert "\nSKIP  double  " in printed
    assert "cuFFT: not there on the emulated device" in printed
    assert str(this_installation().root) not in printed


@pytest.mark.parametrize(
    "header", ["sanitizer/msan_interface.h", "msa.h", "__clang_cuda_libdevice_declares.h"]
)
def test_a_header_of_clang_alone_is_a_compile_error_as_with_nvcc(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], header: str
) -> None:
    assert judge_text(tree, f"#include <{header}>\n{DOUBLE}") == 1
    printed = capsys.readouterr().out
    assert "\nCE  double  " in printed
    assert "no such header: it is of " in printed


def test_the_count_of_errors_for_a_processor_is_left_out(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judge_text(tree, f"__global__ void k(int* a) {{ a[0] = nothing; }}\n{DOUBLE}") == 1
    printed = capsys.readouterr().out
    assert "use of undeclared identifier 'nothing'" in printed
    assert "generated when compiling for" not in printed


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        ("#include <cooperative_groups/of_a_later_release.h>", "cooperative_groups/of_a_later_release.h"),
        ("cudaExternalMemory_t memory;", "cudaExternalMemory_t"),
        ("CUmodule module;", "CUmodule"),
        ("__global__ void j() {}\n__global__ void k() { j<<<1, 1>>>(); }", "a launch in a kernel"),
    ],
)
def test_a_part_of_the_toolkit_that_is_not_there_is_no_compile_error(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], line: str, missing: str
) -> None:
    assert judge_text(tree, f"{line}\n{DOUBLE}") == 1
    printed = capsys.readouterr().out
    assert "\nSKIP  double  " in printed
    assert f"{missing} is not available on the emulated device; judge on a GPU" in printed


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("cudaIpcMemHandle_t handle;", "no memory shared between processes"),
        ("cudaMipmappedArray_t array;", "no mipmapped arrays"),
    ],
)
def test_what_the_headers_refuse_is_no_compile_error(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], line: str, what: str
) -> None:
    assert judge_text(tree, f"{line}\n{DOUBLE}") == 1
    printed = capsys.readouterr().out
    assert "\nSKIP  double  " in printed
    assert f"unavailable: the emulated device has {what}" in printed


@pytest.mark.parametrize(
    "line", ["#include <mine/barrier>", "cudaGrave_t graph;", '#include "helper_cuda.h"']
)
def test_what_no_toolkit_has_is_a_compile_error(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    assert judge_text(tree, f"{line}\n{DOUBLE}") == 1
    assert "\nCE  double  " in capsys.readouterr().out


def test_a_compile_error_names_the_users_file_and_line(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judge_text(tree, DOUBLE.replace("twice<<<1, 1>>>(on_gpu);", "thrice<<<1, 1>>>(on_gpu);")) == 1
    printed = capsys.readouterr().out
    assert "\nCE  double  " in printed
    assert "mine.cu:7:3: error:" in printed


def test_inline_ptx_that_is_not_there_is_no_compile_error(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judge_text(tree, DOUBLE.replace("*n *= 2;", 'asm("wgmma.fence.sync.aligned;");')) == 1
    printed = capsys.readouterr().out
    assert "\nSKIP  double  " in printed  # it may be right on a GPU
    assert "mine.cu:2:39: error: the PTX instruction 'wgmma.fence.sync.aligned' is not available" in printed
