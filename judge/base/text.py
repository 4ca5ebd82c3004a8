"""Text that a program wrote, safe to show."""

from pathlib import Path


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
