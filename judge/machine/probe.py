"""What checks may query of a machine. Tests give them one made of texts."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

PATIENCE_S = 20
"""The time limit of a command that queries a driver; a sleeping GPU takes seconds to answer."""


class Machine(Struct, frozen=True):
    text: Callable[[str], str | None]
    """The content of a file, without white space at both ends; None if it cannot be read."""
    names: Callable[[str], list[str]]
    """The names in a folder, sorted; empty if it cannot be read."""
    writable: Callable[[str], bool]
    output: Callable[[Sequence[str]], str | None]
    """All that a command prints; None if there is no such command."""
    user_id: int = 0

    @property
    def is_root(self) -> bool:
        return self.user_id == 0


def this_machine() -> Machine:
    return Machine(_text, _names, lambda path: os.access(path, os.W_OK), _output, os.geteuid())


def _text(path: str) -> str | None:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return None


def _names(folder: str) -> list[str]:
    try:
        return sorted(entry.name for entry in Path(folder).iterdir())
    except OSError:
        return []


def _output(command: Sequence[str]) -> str | None:
    if shutil.which(command[0]) is None:
        return None
    try:
        done = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=PATIENCE_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{command[0]} failed: {error}"
    return done.stdout.strip()


def kernel_driver_version(machine: Machine) -> str | None:
    text = machine.text("/proc/driver/nvidia/version") or ""
    version = re.search(r"Kernel Module.*?\s(\d+\.\d+(?:\.\d+)?)\s", text)
    return version[1] if version else None
