"""The one exception that ends a command, with exit status 2 unless a kind of it says otherwise."""


class JudgeError(Exception):
    """Wrong usage, or a failure of the judge itself. The message names what, where and the next step."""

    exit_status = 2
