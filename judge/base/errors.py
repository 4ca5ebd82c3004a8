"""The one exception that ends a command with exit status 2."""


class JudgeError(Exception):
    """Wrong use, or the judge's own failure. The message names what, where and the next step."""
