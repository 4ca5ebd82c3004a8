"""The end of the process: every failure is one line on stderr and exit status 2, never a traceback."""

import errno
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable
from typing import NoReturn

import click

from judge.base.errors import TRACEBACK, JudgeError, fault
from judge.base.interruption import HEARD, park_if_interrupted, park_if_just_interrupted
from judge.base.shell_limits import BOUNDS, nothing_can_be_written, number_of, with_limit
from judge.base.usage import in_words

FAILED = 2


def end_with(command: Callable[[], int | None]) -> NoReturn:
    """Runs the command, and ends the process with its exit status."""
    status = exit_status_of(command)
    park_if_interrupted()
    # Only temporary folders are left to remove, and a helper does that.
    for number in HEARD:
        signal.signal(number, signal.SIG_DFL)
    sys.exit(status)


def exit_status_of(command: Callable[[], int | None]) -> int:
    try:
        _require_folder()
        status = command()
        sys.stdout.flush()
        return status or 0
    except click.ClickException as error:
        if isinstance(error, click.UsageError) and not isinstance(error, click.exceptions.NoArgsIsHelpError):
            return _failure(in_words(error), error.exit_code)
        error.show()
        return error.exit_code
    except JudgeError as error:
        return _failure(str(error), error.exit_status)
    except OSError as error:
        return _failure(_in_words(error))
    except MemoryError:
        return _failure(
            "there is not enough memory for the judge itself: see free -m, ulimit -v and ulimit -d."
        )
    except RuntimeError as error:
        number = number_of(error)
        return _failure(fault(error) if number is None else with_limit(str(error), number))
    except Exception as error:  # an internal error
        return _failure(fault(error))


def _require_folder() -> None:
    """Paths on the command line count from the current folder."""
    try:
        os.getcwd()  # noqa: PTH109  # the same call, named for what fails
    except OSError as error:
        raise JudgeError(
            f"the current folder cannot be determined: {error.strerror}. It may have been removed: cd to another one."
        ) from error


def _failure(message: str, status: int = FAILED) -> int:
    from judge.base.console import complain

    park_if_just_interrupted()
    complain(message)
    return status


def _in_words(error: OSError) -> str:
    if TRACEBACK in os.environ:
        traceback.print_exc()
    place = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
    text = f"{place}{error.strerror or error}"
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"{text}. Free some space, or set TMPDIR to a folder that has some; it is {tempfile.gettempdir()}."
    if error.errno in BOUNDS:
        return with_limit(text, error.errno)
    if error.filename is None and error.errno == errno.ENOENT and nothing_can_be_written():
        return with_limit(text, errno.EFBIG)  # tempfile tries each folder, but does not report why it failed
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return (
            f"{text}. Make it writable for this user; the judge needs to write to its build/ and to TMPDIR."
        )
    return text
