"""Which limit of the caller's shell is behind an error, in words."""

import errno
import os
import resource

BOUNDS = {
    errno.EFBIG: "ulimit -f",
    errno.EMFILE: "ulimit -n",
    errno.EAGAIN: "ulimit -u, ulimit -v",
    errno.ENOMEM: "ulimit -v, ulimit -d",
}
"""What to look at, by the error that a limit of setrlimit(2) causes."""
NO_THREAD = "can't start new thread"
"""What Python says where pthread_create(3) gives EAGAIN."""


def with_limit(text: str, number: int | None) -> str:
    """The text of an error, with the limit that may be in the way."""
    if number not in BOUNDS:
        return text
    return f"{text}. A limit of the shell that this was started from is in the way: {BOUNDS[number]}."


def nothing_can_be_written() -> bool:
    """Whether no file may get any content."""
    return resource.getrlimit(resource.RLIMIT_FSIZE)[0] == 0


def number_in(text: str) -> int | None:
    """The one of those errors that a message of another program ends with."""
    return next((number for number in BOUNDS if text.endswith(os.strerror(number))), None)
