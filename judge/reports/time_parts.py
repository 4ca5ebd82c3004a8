"""The parts of a run's time for display: the kind of each, and its look in a terminal and on the page."""

from msgspec import Struct


class Look(Struct, frozen=True):
    kind: str
    """The name of its colour in the page's style: part-KIND."""
    mark: str
    """Its character in a terminal, so that it reads without colour too."""
    style: str
    """Rich style."""


LOOKS = {
    "start and end": Look("start", ".", "bright_black"),
    "before CUDA": Look("start", ".", "bright_black"),
    "start-up": Look("start", "▒", "yellow"),
    "read beside start-up": Look("read", "R", "yellow"),
    "read": Look("read", "r", "cyan"),
    "copy in": Look("copy-in", ">", "blue"),
    "copy, fill": Look("copy", "+", "cyan"),
    "solve": Look("compute", "█", "green"),
    "kernels": Look("compute", "█", "green"),
    "user": Look("compute", "█", "green"),
    "copy out": Look("copy-out", "<", "magenta"),
    "print": Look("print", "p", "magenta"),
    "system": Look("system", "▒", "yellow"),
    "rest of solve": Look("rest", "-", "bright_black"),
    "idle": Look("rest", ".", "bright_black"),
    "rest": Look("rest", "-", "bright_black"),
}
"""Looks by the part's name (judging/times.py)."""
SOURCES = {
    "trace": "from the trace of its CUDA calls",
    "phases": "from its own phases",
    "process": "as accounted by the operating system",
}
"""The sources of the split."""
