"""The one exception that ends a command, with exit status 2 unless a subclass says otherwise."""

import errno
import os
import traceback

from judge.base.next_steps import NextStep, for_shell

TRACEBACK = "WARP_JUDGE_TRACEBACK"
"""The variable that makes internal errors print their whole traceback."""
MOST_CHARACTERS = 2000
"""The longest line of a message: a key that it quotes may take 80 kB."""


class JudgeError(Exception):
    """Wrong usage, or a failure of the judge itself. The message names what, where, what was expected and found.

    Its text is for a terminal; another front end takes the message and words the next step itself.
    """

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


class ToolInterrupted(JudgeError):
    """A tool that a signal ended: other runs of it may succeed."""


class NoSpace(JudgeError):
    """A full disk, or one so nearly full that nothing more is written to it."""


OF_FULL_DISKS = (errno.ENOSPC, errno.EDQUOT)
MOST_CAUSES = 20


def is_disk_full(error: BaseException | None) -> bool:
    """Whether an error comes from a full disk, directly or through the error that caused it."""
    for _ in range(MOST_CAUSES):
        if error is None:
            return False
        if isinstance(error, NoSpace) or (isinstance(error, OSError) and error.errno in OF_FULL_DISKS):
            return True
        error = error.__cause__ or error.__context__
    return False


def _cut(line: str) -> str:
    """A long line without its middle: the place is at its beginning, and the next step at its end."""
    half = MOST_CHARACTERS // 2
    return line if len(line) <= MOST_CHARACTERS else f"{line[:half]} ... {line[-half:]}"


def fault(error: Exception) -> str:
    """The message about an unexpected error."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    shown = "".join(["\n", *traceback.format_exception(error)]) if TRACEBACK in os.environ else ""
    return (
        f"an internal error: {type(error).__name__}: {error} ({at.filename}:{at.lineno}). "
        f"Please report it, with what {TRACEBACK}=1 shows.{shown}"
    )
