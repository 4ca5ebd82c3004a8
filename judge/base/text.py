"""Text that a program wrote, safe to show."""

from pathlib import Path
from typing import Any


def read_text(path: Path, most: int = 16 * 1024, skip: int = 0) -> str:
    """The beginning of a file that a program wrote, after `skip` bytes, safe to print whatever is in it."""
    try:
        with path.open("rb") as file:
            file.seek(skip)
            return printable(file.read(most).decode("utf-8", errors="replace"))
    except FileNotFoundError:
        return ""


def printable(text: str) -> str:
    """The text with its control characters escaped: a terminal would obey them."""
    text = text.replace("\r\n", "\n")
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else ascii(c)[1:-1] for c in text)


def as_utf8(text: str) -> str:
    """Bytes of a file's name that are no UTF-8 become text like "\\xff"."""
    return text.encode("utf-8", errors="surrogateescape").decode("utf-8", errors="backslashreplace")


def all_as_utf8(value: Any) -> Any:
    """The same for all texts in a JSON value."""
    if isinstance(value, dict):
        return {key: all_as_utf8(item) for key, item in value.items()}
    if isinstance(value, list):
        return [all_as_utf8(item) for item in value]
    return as_utf8(value) if isinstance(value, str) else value
