"""Whether the plain form of what is printed was asked for; `plain_form` has that form."""

import os

VARIABLE = "WARP_JUDGE_PLAIN"


def is_plain() -> bool:
    """Whether it was asked for, by the variable or by --plain, which sets it."""
    return os.environ.get(VARIABLE, "0") not in ("", "0")
