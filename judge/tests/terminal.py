"""The judge on a terminal, where it shows what moves."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path

import pyte

from judge.project.installation import this_installation

LINES = 300
"""More than any command prints, so that nothing scrolls out of the screen."""


def on_terminal(*arguments: str, columns: int = 100) -> str:
    """All that a command of this checkout writes to a terminal, to its end, with what moves the cursor."""
    command = [sys.executable, "-m", "judge", *arguments]
    return written_to_terminal(command, this_installation().root, os.environ, columns).decode(
        errors="replace"
    )


def written_to_terminal(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], columns: int
) -> bytes:
    """All that a command writes to a terminal of this width, stdout and stderr."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**environment, "TERM": "xterm", "COLUMNS": str(columns)},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    written = b""
    try:
        while part := os.read(ours, 4096):
            written += part
    except OSError:  # the other side was closed
        pass
    os.close(ours)
    process.wait()
    return written


def screen_after(written: bytes, columns: int) -> list[str]:
    """The lines that a terminal of this width shows once all of that was written to it."""
    screen = pyte.Screen(columns, LINES)
    pyte.ByteStream(screen).feed(written)
    lines = [line.rstrip() for line in screen.display]
    while lines and not lines[-1]:
        lines.pop()
    return lines
