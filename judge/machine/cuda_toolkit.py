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
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

OLDEST_RELEASE = 12
CCCL_RELEASE = "3.0"
"""The releases that runner/emulator/include/cccl supports."""
DRIVER_FILE = Path("/proc/driver/nvidia/version")
SYSTEM = Path("/usr")
"""The part of the machine that a sandbox exposes anyway."""
WITHOUT_GPU = 75
"""The compute capability to compile for if no GPU reports its own: the oldest that the toolkits still support."""


@dataclass(frozen=True)
class CudaSetup:
    """The toolkits and GPUs of a machine, by the places where they are looked for."""

    named: str | None
    """The value of CUDACXX."""
    packages: Path
    """Where pip installs packages."""
    search_path: str | None
    """PATH."""
    default: Path = Path("/usr/local/cuda/bin/nvcc")
    devices: Path = Path("/dev")
    nvidia_smi: str = "nvidia-smi"

    @cached_property
    def nvcc(self) -> Path | None:
        """The compiler, by its real path; None if none is new enough. The search runs once."""
        return next((nvcc for nvcc in self.toolkits() if release_of(nvcc) >= OLDEST_RELEASE), None)

    def toolkits(self) -> Iterator[Path]:
        """Every nvcc, of any release, the preferred ones first."""
        wheels = sorted(self.packages.glob("nvidia/cu*/bin/nvcc"))
        for place in (self.named, *wheels, shutil.which("nvcc", path=self.search_path), self.default):
            if place and Path(place).is_file():
                yield Path(place).resolve()

    @property
    def folders_to_show(self) -> tuple[Path, ...]:
        """The folders that a sandbox must show besides the system's, so that nvcc runs there and its libraries are
        found."""
        nvcc = self.nvcc
        if nvcc is None or nvcc.is_relative_to(SYSTEM):
            return ()
        return (nvcc.parent.parent,)

    @property
    def cccl_headers(self) -> Path | None:
        """The folder with the headers of CCCL (Thrust, CUB, libcu++) for the emulated device, from NVIDIA's wheel or a
        toolkit; None if there are none of its release."""
        toolkits = [nvcc.parent.parent for nvcc in self.toolkits()]
        folders = [self.packages / "nvidia/cu13/include/cccl", *(kit / "include/cccl" for kit in toolkits)]
        return next((folder for folder in folders if _cccl_release(folder) == CCCL_RELEASE), None)

    @property
    def gpu_nodes(self) -> list[Path]:
        """The device nodes of the GPUs."""
        return sorted(self.devices.glob("nvidia[0-9]*"))

    @property
    def compiles_for_gpus(self) -> bool:
        """Whether the project's build makes code for GPUs: it does if there is a GPU, and a compiler for it."""
        return self.nvcc is not None and bool(self.gpu_nodes)

    @property
    def compute_capabilities(self) -> tuple[int, ...]:
        """The capabilities of the GPUs, each once: (90,) with an H200."""
        return _compute_capabilities(self.nvidia_smi) if self.gpu_nodes else ()

    @property
    def gpu_code(self) -> list[str]:
        """nvcc's options for the GPUs; if there is none, for code that runs on any.

        Machine code for the exact GPU saves each run the compilation by the driver. (nvcc's -arch=native would look
        for the GPU from within the sandbox, which has none.)
        """
        found = self.compute_capabilities
        if not found:
            # Machine code too, as only its assembler finds some errors: too much shared memory in a block, for
            # example.
            return [f"-gencode=arch=compute_{WITHOUT_GPU},code=[compute_{WITHOUT_GPU},sm_{WITHOUT_GPU}]"]
        return [f"-gencode=arch=compute_{number},code=sm_{number}" for number in found]

    @property
    def library_options(self) -> list[str]:
        """nvcc's option for the libraries of NVIDIA's wheels, which are in `lib` while nvcc looks in `lib64`."""
        libraries = self.nvcc.parent.parent / "lib" if self.nvcc else None
        is_missed = libraries and libraries.is_dir() and not libraries.with_name("lib64").exists()
        return [f"-L{libraries}"] if is_missed else []


@cache
def this_cuda() -> CudaSetup:
    """The setup of this machine."""
    packages = Path(sysconfig.get_path("purelib"))
    return CudaSetup(named=os.environ.get("CUDACXX"), packages=packages, search_path=os.environ.get("PATH"))


def release_of(nvcc: Path) -> int:
    """The major number of nvcc's release; 0 if nvcc does not say."""
    return int((release_name(nvcc) or "0").partition(".")[0])


def release_name(nvcc: Path) -> str | None:
    """nvcc's release: "13.0"; None if nvcc does not say."""
    return _release_name(nvcc, nvcc.stat().st_mtime_ns) if nvcc.is_file() else None


def _cccl_release(folder: Path) -> str | None:
    """The release of CCCL whose headers are there: "3.0"; None if there are none."""
    file = folder / "cuda/std/__cccl/version.h"
    version = re.search(r"define CCCL_VERSION (\d+)", file.read_text("utf-8")) if file.is_file() else None
    return f"{int(version[1]) // 1_000_000}.{int(version[1]) // 1000 % 1000}" if version else None


@cache
def _release_name(nvcc: Path, _changed_ns: int) -> str | None:
    """The release, queried once per version of the file."""
    try:
        done = subprocess.run([nvcc, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    release = re.search(r"release (\d+\.\d+)", done.stdout)
    return release[1] if release else None


@cache
def _compute_capabilities(nvidia_smi: str) -> tuple[int, ...]:
    """The capabilities, queried once: the driver takes a while."""
    query = [nvidia_smi, "--query-gpu=compute_cap", "--format=csv,noheader"]
    try:
        done = subprocess.run(query, capture_output=True, text=True, check=False)
    except OSError:
        return ()
    return tuple(
        sorted({int(major + minor) for major, minor in re.findall(r"^(\d+)\.(\d)$", done.stdout, re.M)})
    )
