"""Atomic writing, and reading, of files that others may read or write at the same moment."""

import gzip
import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

from judge.base.callers_state import callers_mode
from judge.base.errors import JudgeError

STDOUT = Path("-")
COMPRESSED = ".gz"
"""The suffix of a file that is read and written compressed."""


def read_map(file: Path) -> dict[str, Any]:
    """The JSON object in a file that is only a cache: empty if the file is missing or damaged."""
    try:
        content = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def write_in_one_step(file: Path, content: str | bytes, mode: int | None = None) -> None:
    """Writes a file so that a reader sees either the old or the new one, never a partial one; two writers do not
    interfere. `mode`: of the new file; None: by the judge's umask. Raises OSError."""
    if file.exists() and not file.is_file():  # a device or a pipe, which must not be replaced
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return
    file = Path(os.path.realpath(file))  # a link stays a link
    temporary = file.with_name(f"{file.name}.{os.getpid()}-{threading.get_native_id()}.partial")
    try:
        temporary.write_bytes(content.encode() if isinstance(content, str) else content)
        if mode is not None:
            temporary.chmod(mode)
        temporary.replace(file)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def put_in_one_step(file: Path, content: str | bytes) -> None:
    """Writes a file so, in a folder that may not exist yet. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    write_in_one_step(file, content)


def write_text(file: Path, text: str) -> None:
    """Writes a text, compressed if the name says so; "-" is standard output. Raises JudgeError on failure."""
    if file == STDOUT:
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    content = text.encode()
    write_for_caller(file, gzip.compress(content, mtime=0) if file.suffix == COMPRESSED else content)


def write_for_caller(file: Path, content: bytes) -> None:
    """Writes a file that the caller asked for, with the mode of the caller's own. Raises JudgeError on failure."""
    try:
        write_in_one_step(file, content, callers_mode(0o666))
    except OSError as error:
        raise JudgeError(f"{file} cannot be written: {error.strerror}.") from error
