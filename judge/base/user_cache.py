"""The folder for caches, by the XDG Base Directory Specification."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """$XDG_CACHE_HOME/warp-judge, or ~/.cache/warp-judge; it may not exist yet."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if Path(base).is_absolute():  # the specification: a relative path must be ignored
        return Path(base) / "warp-judge"
    return Path(os.path.expanduser("~")) / ".cache" / "warp-judge"  # noqa: PTH111  # Path.home() raises where there is none
