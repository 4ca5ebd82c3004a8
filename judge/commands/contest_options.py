"""What `judge contest` is asked for, besides the folder."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class ContestOptions:
    names: Sequence[str] = ()
    """Problems or submissions to judge again."""
    rejudge: bool = False
    show: bool = False
    """Whether nothing is judged."""
    at_ms: int | None = None
    """A time in the contest: nothing after it is judged or shown."""
    frozen: bool = False
    quiet: bool = False
    json: Path | None = None
    html: Path | None = None
    api: Path | None = None
    """A folder for the files of the Contest API."""
