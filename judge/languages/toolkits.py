"""Toolkits: compilers that are not on PATH, or take options that depend on this machine.

A row of the language table names one with `toolkit`. To add one: an entry in TOOLKITS.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from judge.machine import cuda_toolkit
from judge.project import emulator


@dataclass(frozen=True)
class Toolkit:
    """Its functions are called when needed: a toolkit may be built or installed meanwhile."""

    title: str
    """What is missing where it is not there."""
    compiler: Callable[[], Path | None]
    """Its path; None where it is not there."""
    folders: Callable[[], tuple[Path, ...]]
    """What a sandbox must show besides the system, so that the compiler runs there."""
    options: Callable[[], list[str]] = list
    """Options that depend on this machine: {toolkit_options} in a row's commands."""


def _emulator_folders() -> tuple[Path, ...]:
    compiler = emulator.find_compiler()
    return (compiler.parent,) if compiler else ()


TOOLKITS = {
    "cuda": Toolkit(
        title="nvcc",
        compiler=lambda: cuda_toolkit.find_nvcc(),
        folders=cuda_toolkit.folders_to_show,
        options=cuda_toolkit.gpu_code,
    ),
    "cuda-emulator": Toolkit(
        title="the emulated CUDA device",
        compiler=lambda: emulator.find_compiler(),
        folders=_emulator_folders,
    ),
}
