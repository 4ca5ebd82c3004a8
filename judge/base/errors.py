"""The one exception that ends a command, with exit status 2 unless a kind of it says otherwise."""

import errno
import os
import traceback

from judge.base.next_steps import NextStep, for_shell

TRACEBACK = "WARP_JUDGE_TRACEBACK"
"""The variable with which a failure that should not be is shown with all that led to it."""
MOST_CHARACTERS = 2000
"""The length of a line of a message: what it quotes may be a key of 80 kB."""


class JudgeError(Exception):
    """Wrong usage, or a failure of the judge itself. The message names what, where, what was expected and found.

    As a text it is for somebody at a terminal; another front end takes the message and words the step by itself."""

    exit_status = 2

    def __init__(self, message: object = "", next_step: NextStep | None = None) -> None:
        self.message = "\n".join(map(_cut, str(message).split("\n")))
        self.next_step = next_step
        super().__init__(self.message)

    def __str__(self) -> str:
        if self.next_step is None:
            return self.message
        ends_a_sentence = self.message.endswith((".", "?", "!", "\n"))
        return f"{self.message}{' ' if ends_a_sentence else '. '}{for_shell(self.next_step)}"


class NoSpace(JudgeError):
    """A disk is full, or so nearly full that nothing more is put there."""


OF_FULL_DISKS = (errno.ENOSPC, errno.EDQUOT)
MOST_CAUSES = 20


def is_disk_full(error: BaseException | None) -> bool:
    """Whether this came of a full disk, by itself or by what it was raised from."""
    for _ in range(MOST_CAUSES):
        if error is None:
            return False
        if isinstance(error, NoSpace) or (isinstance(error, OSError) and error.errno in OF_FULL_DISKS):
            return True
        error = error.__cause__ or error.__context__
    return False


def _cut(line: str) -> str:
    """Both ends of a long line: where it is stands at the beginning, and what to do at the end."""
    half = MOST_CHARACTERS // 2
    return line if len(line) <= MOST_CHARACTERS else f"{line[:half]} ... {line[-half:]}"


def fault(error: Exception) -> str:
    """The message about an error that nothing foresaw."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    shown = "".join(["\n", *traceback.format_exception(error)]) if TRACEBACK in os.environ else ""
    return (
        f"an internal error: {type(error).__name__}: {error} ({at.filename}:{at.lineno}). "
        f"Please report it, with what {TRACEBACK}=1 shows.{shown}"
    )
