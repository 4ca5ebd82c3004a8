"""What the compiler of the emulated GPU says of a part of CUDA that only a GPU has."""

import pytest

from judge.languages.table import emulated_language


@pytest.mark.parametrize(
    "message",
    [
        "a.cu:3:3: error: reference to __global__ function 'j' in __global__ function",
        "a.cu:3:39: error: reference to __global__ function 'j<int>' in __host__ __device__ function",
        "a.cu:2:50: error: reference to __host__ function '__cudaPushCallConfiguration' in __device__ function",
    ],
)
def test_a_launch_in_a_kernel_is_no_compile_error(message: str) -> None:
    reason = emulated_language(None).refusal(message)
    assert reason == "a launch in a kernel is not available on the emulated device; judge on a GPU"


@pytest.mark.parametrize(
    "message",
    [
        "a.cu:3:3: error: call to global function 'j' not configured",
        "a.cu:3:3: error: reference to __host__ function 'f' in __global__ function",
    ],
)
def test_host_code_in_a_kernel_is_a_compile_error(message: str) -> None:
    assert emulated_language(None).refusal(message) is None
