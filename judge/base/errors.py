"""The one exception that ends a command with exit status 2."""


class JudgeError(Exception):
    """Wrong usage, or a failure of the judge itself. The message names what, where and the next step."""
