"""Whether plain output was requested; `plain_form` makes it."""

import os

VARIABLE = "WARP_JUDGE_PLAIN"


def is_plain() -> bool:
    """Whether plain output was requested, by the variable or by --plain, which sets it."""
    return os.environ.get(VARIABLE, "0") not in ("", "0")
