"""Telling what only the emulated CUDA device refuses to compile from what is wrong on any device."""

import re

_HEADERS = (
    r"(?:cuda|cub|nv|nvtx3|cooperative_groups)/[\w/.]+|"
    r"(?:cublasLt|cublasXt|cudnn|cutensor|nvrtc|npp\w*|nvjpeg|nvToolsExt|nvml|cupti|cuda_fp\d+|cuda_awbarrier\w*|"
    r"cuda_\w+_interop|surface_\w+)\.h"
)
_NAMES = (
    r"cudaGraph\w*|cuda\w+Capture\w*|cudaLaunch(?:Config|KernelEx|Attribute)\w*|cuda\w*Surface\w*|surf\dD\w+|"
    r"cudaMemPool\w*|cudaIpc\w*|cudaExternal\w*|thrust::cuda"
)
MISSING = (
    rf"fatal error: ({_HEADERS}): No such file|"
    rf"error: ['\u2018]({_NAMES})['\u2019] (?:was not|has not been|does not)"
)
"""What the toolkit has and the emulated device lacks, in the words of g++ (docs/emulator.md)."""


def refusal(message: str) -> str | None:
    """The line of a compiler's message that says what the emulated device cannot do, though a GPU may.

    None: as far as the message shows, the error would be one on a GPU, too.
    """
    for line in message.splitlines():
        if re.search(r"\berror: .*\bthe emulated device\b", line):
            return line.strip()
    missing = re.search(MISSING, message)
    return (
        f"{missing[1] or missing[2]} is not available on the emulated device; judge on a GPU"
        if missing
        else None
    )
