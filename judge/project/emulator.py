"""The emulated CUDA device: where its compiler lies."""

from pathlib import Path

from judge.project.paths import Project


def find_compiler(project: Project) -> Path | None:
    """The command that compiles for the emulated device, in a folder with all that it needs; None: it is not
    built."""
    command = project.build / "cuda-emulator" / "compile"
    parts = ("compile", "cuda-device-module", "libcuda-emulator.a")
    return command if all((command.parent / part).is_file() for part in parts) else None
