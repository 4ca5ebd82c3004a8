"""The first difference between an output and the answer: both windows, line by line."""

from typing import Any

from msgspec import Struct

from judge.base.records import converted
from judge.judging.difference import Difference, Window


class Line(Struct, frozen=True):
    """A line of a window, cut at the mark; unmarked lines have all of their text before it."""

    number: int
    before: str
    is_marked: bool = False
    token: str = ""
    after: str = ""


class DrawnWindow(Struct, frozen=True):
    caption: str
    """What it is, and what is marked in it, as text, too."""
    lines: tuple[Line, ...]
    mark: str
    """What is at the mark if there is no token."""


class DrawnDifference(Struct, frozen=True):
    text: str
    windows: tuple[DrawnWindow, ...]


def drawn_difference(difference: Difference) -> DrawnDifference:
    """The difference as in the terminal."""
    windows = (("Expected output", difference.expected), ("Output", difference.found))
    return DrawnDifference(difference.text, tuple(_drawn(name, window) for name, window in windows))


def drawn_from_json(data: Any) -> DrawnDifference:
    """`data`: a difference from a report's JSON. Raises msgspec.ValidationError for anything else."""
    return drawn_difference(converted(data, Difference))


def _drawn(name: str, window: Window) -> DrawnWindow:
    number = window.first_line + window.marked
    marked = window.lines[window.marked]
    end = window.before + window.length
    token = marked[window.before : end]
    if token:
        what, mark = f"line {number}, marked: {token}", ""
    elif window.ends_at_mark:
        what, mark = f"it ends in line {number}", "it ends here"
    else:
        what, mark = f"line {number}, column {window.before + 1}", "here"
    lines = [
        Line(window.first_line + index, line)
        if index != window.marked
        else Line(number, line[: window.before], True, token, line[end:])
        for index, line in enumerate(window.lines)
    ]
    return DrawnWindow(f"{name}: {what}", tuple(lines), mark)
