"""The judge on a terminal, where it shows what moves."""

import os
import pty
import subprocess
import sys

from judge.project.paths import this_project


def on_terminal(*arguments: str) -> str:
    """All that a command writes to a terminal, to its end, with what moves the cursor."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "judge", *arguments],
        cwd=this_project().root,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
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
    return written.decode(errors="replace")
