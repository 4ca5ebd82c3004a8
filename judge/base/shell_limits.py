"""The limit of the caller's shell that is behind an error, as text."""

import errno
import os
import resource

BOUNDS = {
    errno.EFBIG: "ulimit -f",
    errno.EMFILE: "ulimit -n",
    errno.EAGAIN: "ulimit -u, ulimit -v",
    errno.ENOMEM: "ulimit -v, ulimit -d",
}
"""The limit to check, by the error that a limit of setrlimit(2) causes."""
NO_THREAD = "can't start new thread"
"""Python's message if pthread_create(3) returns EAGAIN."""


def with_limit(text: str, number: int | None) -> str:
    """The text of an error, with the limit that may have caused it."""
    if number not in BOUNDS:
        return text
    return f"{text}. A limit of the shell that this was started from is in the way: {BOUNDS[number]}."


def number_of(error: BaseException) -> int | None:
    """The number of such an error that was raised here; None: no limit causes it."""
    if isinstance(error, OSError):
        return error.errno if error.errno in BOUNDS else None
    return errno.EAGAIN if isinstance(error, RuntimeError) and str(error) == NO_THREAD else None


def nothing_can_be_written() -> bool:
    """Whether no file may get any content."""
    return resource.getrlimit(resource.RLIMIT_FSIZE)[0] == 0


def number_in(text: str) -> int | None:
    """The number of such an error at the end of another program's message."""
    return next((number for number in BOUNDS if text.endswith(os.strerror(number))), None)
