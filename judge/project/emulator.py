"""The emulated CUDA device: the path of its compiler, and why there is none."""

import shutil
from pathlib import Path

from judge.project.installation import Installation

CLANG = "clang++"


def find_compiler(installation: Installation) -> Path | None:
    """The command that compiles for the emulated device, in a folder with everything that it needs; None: it is not
    built."""
    command = installation.build / "cuda-emulator" / "compile"
    parts = ("compile", "cuda-device-module", "libcuda-emulator.a")
    return command if all((command.parent / part).is_file() for part in parts) else None


def build_option() -> str:
    """CMake's option that builds the emulated GPU if there is clang, and omits it otherwise."""
    return f"-DWARP_JUDGE_EMULATOR={'ON' if shutil.which(CLANG) else 'OFF'}"


def why_left_out(installation: Installation) -> str | None:
    """Why there is no emulated GPU here and no build will make it, and what to do; None: there is one, or will be."""
    if shutil.which(CLANG) or find_compiler(installation):
        return None
    return f"the emulated GPU is not built: {CLANG} not found; install it: apt-get install clang"
