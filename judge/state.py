"""The folder for what must last, by the XDG Base Directory Specification."""

import os
from pathlib import Path


def state_folder() -> Path:
    """$XDG_STATE_HOME/warp-judge, or ~/.local/state/warp-judge; it may not exist yet.

    Raises OSError where there is no home: none is made for a user without one.
    """
    base = os.environ.get("XDG_STATE_HOME", "")
    if Path(base).is_absolute():  # the specification: a relative path is to be ignored
        return Path(base) / "warp-judge"
    home = Path(os.path.expanduser("~"))  # noqa: PTH111  # Path.home() raises where there is none
    if not home.is_dir():
        raise FileNotFoundError(f"there is no home folder: {home} does not exist")
    return home / ".local" / "state" / "warp-judge"
