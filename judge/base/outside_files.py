"""Files from outside, which anybody may have written: each is read within bounds, and every failure is a JudgeError
that names the file and, if known, the line.

A pipe or a device is never opened: opening it could block, never end, or have side effects.
"""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.units import mebibytes

TEXT_BYTES = 4 << 20
"""The most bytes of a file that people write: YAML, INI, a list of teams."""
DATA_BYTES = 32 << 20
"""The most bytes of a file that programs write: JSON, XML."""
OF_THE_MACHINE = (
    errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.ENOMEM,
)  # fmt: skip
"""Errors of a machine that is out of a resource, which say nothing about the file."""
KINDS = {
    stat.S_ISFIFO: "a pipe",
    stat.S_ISSOCK: "a socket",
    stat.S_ISCHR: "a device",
    stat.S_ISBLK: "a device",
    stat.S_ISDIR: "a folder",
}
RAISED = (
    OSError,
    EOFError,
    ValueError,  # bytes that are not UTF-8, a number of too many digits
    ArithmeticError,
    LookupError,  # an unknown encoding
    RecursionError,
    MemoryError,
    RuntimeError,  # zipfile, for a password; NotImplementedError, for a method of compression
)
RAISED_BY_LIBRARIES = (
    ("zipfile", "BadZipFile"),
    ("zlib", "error"),
    ("lzma", "LZMAError"),
    ("tarfile", "TarError"),
    ("struct", "error"),
    ("yaml", "YAMLError"),
    ("msgspec", "MsgspecError"),
    ("xml.parsers.expat", "ExpatError"),
    ("configparser", "Error"),
    ("csv", "Error"),
)
"""Classes of errors by module. Modules that are not loaded have raised nothing."""


@contextmanager
def reading(shown: object, remedy: str = "Correct it.") -> Iterator[None]:
    """Turns what a reader raises within the `with` block into a JudgeError about the file `shown`, unless the machine
    is at fault."""
    try:
        yield
    except JudgeError:
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno in OF_THE_MACHINE:
            raise
        loaded = ((sys.modules.get(module), name) for module, name in RAISED_BY_LIBRARIES)
        if not isinstance(error, (*RAISED, *(getattr(module, name) for module, name in loaded if module))):
            raise
        raise JudgeError(f"{shown}{_in_words(error)} {remedy}") from error


@contextmanager
def opened(path: Path, shown: object = None) -> Iterator[BufferedReader]:
    """The file, open for reading. Raises JudgeError for anything but a regular file."""
    shown = shown or path
    with reading(shown, "Correct that."):
        require_kind(path.stat().st_mode, shown)
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as file:
            require_kind(os.fstat(descriptor).st_mode, shown)  # it may have been replaced by now
            yield file


def require_kind(mode: int, shown: object) -> None:
    """Raises JudgeError for anything but a regular file."""
    if not stat.S_ISREG(mode):
        kind = next((name for test, name in KINDS.items() if test(mode)), "no file")
        raise JudgeError(f"{shown} is {kind}: expected a file.")


def content_of(path: Path, most_bytes: int = DATA_BYTES, shown: object = None) -> bytes:
    """The bytes of a file. Raises JudgeError for more than `most_bytes`."""
    with opened(path, shown) as file:
        content = file.read(most_bytes + 1)
    if len(content) > most_bytes:
        size = path.stat().st_size
        raise JudgeError(
            f"{shown or path} has {size} bytes: expected at most {most_bytes}, {mebibytes(most_bytes)}."
        )
    return content


def text_of(path: Path, most_bytes: int = TEXT_BYTES, *, errors: str = "strict") -> str:
    """The text of a UTF-8 file, without a byte-order mark. Raises JudgeError with the first line that is not UTF-8,
    unless `errors` says otherwise."""
    content = content_of(path, most_bytes)
    with reading(path, "Save it as UTF-8."):
        return content.decode("utf-8-sig", errors=errors)


def _in_words(error: Exception) -> str:
    """The place and the error, to follow the file's name: ", line 3, column 5: cannot be read: ..."."""
    line, column, what = _place(error)
    where = f", line {line}" if line else ""
    where += f", column {column}" if column else ""
    return f"{where}: cannot be read: {what.strip().rstrip('.')}."


def _place(error: Exception) -> tuple[int | None, int | None, str]:
    """Line and column, from 1, as far as the error knows them, and its message."""
    if isinstance(error, OSError) and error.strerror:
        return None, None, error.strerror
    if isinstance(error, UnicodeDecodeError):
        before = error.object[: error.start]
        return before.count(b"\n") + 1, error.start - before.rfind(b"\n"), f"{error.reason} in UTF-8"
    if isinstance(error, RecursionError):
        return None, None, "it is nested too deep"
    if isinstance(error, MemoryError):
        return None, None, "it needs more memory than there is"
    if isinstance(line := getattr(error, "lineno", None), int):  # of JSON and XML
        column = getattr(error, "colno", None) or getattr(error, "offset", 0) + 1
        return line, column, str(getattr(error, "msg", error)).partition(": line ")[0]
    mark = getattr(error, "problem_mark", None)  # of YAML
    if mark is not None and getattr(error, "problem", None):
        return mark.line + 1, mark.column + 1, str(error.problem)  # type: ignore[attr-defined]
    lines = [line.strip() for line in str(error).splitlines()] or [type(error).__name__]
    return None, None, " ".join(lines)
