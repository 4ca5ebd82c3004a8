"""Standard streams that are closed, or cannot be written to.

What stdout does not take is an error, but where its reader has gone: that ends the judge, as it ends any program.
Messages that stderr does not take are lost. SIGPIPE stays ignored, as Python has it: the reader of any other pipe or
socket (a helper that was killed, a browser that was closed) must not end the judge.
"""

import errno
import io
import os
import signal
import sys
from contextlib import suppress
from typing import Any, TextIO

from judge.base.errors import JudgeError


class _Output(io.FileIO):
    """Fails once, in words; then it takes everything, as there is nothing more to say at the end."""

    _has_failed = False

    def write(self, content: Any, /) -> int:
        if self._has_failed:
            return memoryview(content).nbytes
        try:
            return super().write(content)
        except BrokenPipeError:
            os._exit(128 + signal.SIGPIPE)  # as a shell reports a death by it
        except OSError as error:
            self._has_failed = True
            why = "stdout is closed" if error.errno == errno.EBADF else error.strerror
            raise JudgeError(f"the output cannot be written: {why}") from error


class _Messages(io.FileIO):
    """Takes everything."""

    def write(self, content: Any, /) -> int:
        with suppress(OSError):
            super().write(content)
        return memoryview(content).nbytes


def set_up_streams() -> None:
    """Sets up the streams before anything is printed or opened: a file must not get the number of a closed stream."""
    # Opened the wrong way round, so that using it fails as with a closed one.
    for number, how in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, how)
    if sys.stdin is None:  # as it was closed
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)))
    sys.stdout = _text(_Output(1, "w", closefd=False), sys.stdout)
    sys.stderr = _text(_Messages(2, "w", closefd=False), sys.stderr)


def _text(file: io.FileIO, replaced: TextIO | None) -> TextIO:
    """A stream of the encoding that Python has chosen for the one that it replaces."""
    return io.TextIOWrapper(
        io.BufferedWriter(file),
        replaced.encoding if replaced else None,
        "backslashreplace",  # a locale, or PYTHONIOENCODING, may name an encoding that lacks what is said
        line_buffering=replaced is None or bool(replaced.line_buffering),
    )
