"""Toolkits: compilers that are not on PATH, or take options that depend on this machine.

A row of the language table names one with `toolkit`. To add one: an entry in TOOLKITS.
"""

import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from judge.machine.cuda_toolkit import SYSTEM, this_cuda
from judge.project.emulator import find_compiler, why_left_out
from judge.project.installation import Installation, this_installation


class Toolkit(Struct, frozen=True):
    """A toolkit. Its functions are called when needed: it may be built or installed meanwhile."""

    title: str
    """The missing part if the toolkit is not available."""
    compiler: Callable[[], Path | None]
    """The compiler's path; None if there is none."""
    folders: Callable[[], tuple[Path, ...]]
    """Folders that a sandbox must show besides the system, so that the compiler runs there."""
    options: Callable[[], list[str]] = list
    """Options that depend on this machine: {toolkit_options} in a row's commands."""


def _emulator() -> Path | None:
    return find_compiler(this_installation())


def _emulator_folders() -> tuple[Path, ...]:
    """CCCL's headers, too, if they are not the system's."""
    compiler, headers = _emulator(), this_cuda().cccl_headers
    shown = (headers,) if headers and not headers.is_relative_to(SYSTEM) else ()
    return (compiler.parent, *shown) if compiler else ()


def _python() -> Path | None:
    """The Python that runs the judge, if pip has installed Numba and CuPy there. Another one with their folder on
    PYTHONPATH would not do: it reads no .pth files, and one of them replaces `numba.cuda` by numba-cuda's."""
    packages = Path(sysconfig.get_path("purelib"))
    is_there = all((packages / name).is_dir() for name in ("numba_cuda", "cupy"))
    return Path(sys.executable) if is_there else None


def _python_folders() -> tuple[Path, ...]:
    """Its environment, and the Python that this was made from, if that is not the system's."""
    places = dict.fromkeys((Path(sys.prefix), Path(sys.base_prefix)))
    return tuple(place for place in places if not place.is_relative_to(SYSTEM))


TOOLKITS = {
    "cuda": Toolkit(
        title="nvcc",
        compiler=lambda: this_cuda().nvcc,
        folders=lambda: this_cuda().folders_to_show,
        options=lambda: [*this_cuda().gpu_code, *this_cuda().library_options],
    ),
    "cuda-emulator": Toolkit(
        title="the emulated CUDA device",
        compiler=_emulator,
        folders=_emulator_folders,
    ),
    "cuda-python": Toolkit(
        title="numba-cuda and cupy",
        compiler=_python,
        folders=_python_folders,
    ),
}


def with_stand_ins_lack(installation: Installation, stand_in: str | None, obstacle: str) -> str:
    """The reason why submissions do not get a real GPU, and why the emulated one does not replace it. `stand_in`: the
    language that takes them there; None: there is none."""
    why = why_left_out(installation) if stand_in else None
    return f"{obstacle}; {why}" if why else obstacle
