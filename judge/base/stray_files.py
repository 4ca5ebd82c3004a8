"""Files that nobody meant to submit: those that systems, editors and interpreters leave in every folder."""

import re

STRAY = re.compile(
    r"\..*|__pycache__|__macosx|(thumbs|ehthumbs)\.db|desktop\.ini|icon\r|.*~|~\$.*|#.*#|.*\.(bak|orig|old|swp|swo|tmp|part)",
    re.IGNORECASE,
)


def is_stray(name: str) -> bool:
    """Whether a file or folder is one of these. `name`: without its path."""
    return STRAY.fullmatch(name) is not None
