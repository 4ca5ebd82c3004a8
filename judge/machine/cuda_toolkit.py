"""The CUDA toolkit and the GPU's kind: what compiling for a GPU needs to know.

A toolkit of release 12 or newer is taken from the first of these places: the environment variable CUDACXX, NVIDIA's
wheels in the environment that runs the judge (`./judge/judge --with-cuda` puts them there), PATH, /usr/local/cuda.
"""

import os
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path

OLDEST_RELEASE = 12
DEFAULT_PLACE = Path("/usr/local/cuda/bin/nvcc")
DRIVER_FILE = Path("/proc/driver/nvidia/version")
SYSTEM = Path("/usr")
"""What a sandbox exposes of the machine anyway."""
WITHOUT_GPU = 75
"""Compute capability to compile for where no GPU says its own: the oldest that the toolkits still serve."""


@cache
def find_nvcc() -> Path | None:
    """The compiler, by its real path; None where there is none that is new enough."""
    return next((nvcc for nvcc in toolkit_places() if release_of(nvcc) >= OLDEST_RELEASE), None)


def toolkit_places() -> Iterator[Path]:
    """Every nvcc that there is, of whatever release, those that are preferred first."""
    wheels = Path(sysconfig.get_path("purelib")).glob("nvidia/cu*/bin/nvcc")
    for place in (
        os.environ.get("CUDACXX"),
        *sorted(wheels),
        shutil.which("nvcc"),
        DEFAULT_PLACE,
    ):
        if place and Path(place).is_file():
            yield Path(place).resolve()


def release_of(nvcc: Path) -> int:
    """The major number of its release; 0 when it does not say."""
    return int((release_name(nvcc) or "0").partition(".")[0])


def release_name(nvcc: Path) -> str | None:
    """Its release: "13.0"; None when it does not say."""
    return _release_name(nvcc, nvcc.stat().st_mtime_ns) if nvcc.is_file() else None


@cache
def _release_name(nvcc: Path, _changed_ns: int) -> str | None:
    """Queried once, as long as it is the same file."""
    try:
        done = subprocess.run([nvcc, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    release = re.search(r"release (\d+\.\d+)", done.stdout)
    return release[1] if release else None


def folders_to_show() -> tuple[Path, ...]:
    """What a sandbox must show besides the system, so that nvcc runs there and its libraries are found."""
    nvcc = find_nvcc()
    if nvcc is None or nvcc.is_relative_to(SYSTEM):
        return ()
    return (nvcc.parent.parent,)


def gpu_code() -> list[str]:
    """nvcc's options for the GPUs of this machine, or for what runs on any of them where there is none.

    Machine code for the exact GPU saves each run the compilation by the driver. (nvcc's -arch=native would look
    for the GPU from within the sandbox, where there is none.)
    """
    found = compute_capabilities()
    if not found:
        # Machine code too, as only its assembler finds some errors: too much shared memory in a block, say.
        return [f"-gencode=arch=compute_{WITHOUT_GPU},code=[compute_{WITHOUT_GPU},sm_{WITHOUT_GPU}]"]
    return [f"-gencode=arch=compute_{number},code=sm_{number}" for number in found]


def gpu_nodes() -> list[Path]:
    """The devices of this machine's GPUs."""
    return sorted(Path("/dev").glob("nvidia[0-9]*"))


@cache
def compute_capabilities() -> tuple[int, ...]:
    """Those of this machine's GPUs, each once: (90,) with an H200."""
    if not gpu_nodes():
        return ()
    query = ["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"]
    try:
        done = subprocess.run(query, capture_output=True, text=True, check=False)
    except OSError:
        return ()
    return tuple(
        sorted({int(major + minor) for major, minor in re.findall(r"^(\d+)\.(\d)$", done.stdout, re.M)})
    )
