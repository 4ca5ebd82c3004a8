"""Standard streams that are closed, or cannot be written to.

If stdout cannot be written, that is an error, unless its reader has gone: then the judge ends, as any program does.
Messages that stderr does not take are lost. SIGPIPE stays ignored, Python's default: if the reader of another pipe or
socket goes (a killed helper, a closed browser), the judge must not end.
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
    """A stdout that fails once, with a message; afterwards it drops everything, as nothing more can be reported at the
    end."""

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
    """A stderr that drops what cannot be written."""

    def write(self, content: Any, /) -> int:
        with suppress(OSError):
            super().write(content)
        return memoryview(content).nbytes


def set_up_streams() -> None:
    """Sets up the streams before anything is printed or opened: a file must not get the number of a closed stream."""
    # Opened in the opposite direction, so that using it fails as if it were closed.
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
    """A stream with the encoding that Python has chosen for the one that it replaces."""
    return io.TextIOWrapper(
        io.BufferedWriter(file),
        replaced.encoding if replaced else None,
        "backslashreplace",  # a locale, or PYTHONIOENCODING, may name an encoding that lacks a character
        line_buffering=replaced is None or bool(replaced.line_buffering),
    )
