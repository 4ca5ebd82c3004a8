"""Untrusted text, made safe to show: names, messages and program output."""

import json
import re
import unicodedata
from pathlib import Path
from typing import Any

from judge.base.outside_files import opened

JOINERS = "\u200c\u200d"
"""Format characters that Persian, the scripts of India and emoji need."""
UNSEEN = frozenset(["Cc", "Cf", "Cs", "Zl", "Zp"])
"""Categories of Unicode: control characters, characters that reorder or hide their neighbours, line ends,
surrogates."""
UNLIKE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters for codes that people type from paper or a screen: none looks like another."""
BYTES_AS_SURROGATES = range(0xDC80, 0xDD00)


def read_text(path: Path, most: int = 16 * 1024, skip: int = 0) -> str:
    """The beginning of a file that a program wrote, after `skip` bytes, made safe to print. Empty if there is none, as
    a program may have left a pipe in its place."""
    if not path.is_file():
        return ""
    with opened(path) as file:
        file.seek(skip)
        return printable(file.read(most).decode("utf-8", errors="replace"))


def printable(text: str) -> str:
    """A program's output, where each character counts: unusual blanks that look like a space are escaped, too."""
    text = text.replace("\r\n", "\n")
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else escaped(c) for c in text)


def harmless(text: str) -> str:
    """A text with characters escaped that act on a terminal or deceive a reader. Line ends stay."""
    if text.isprintable():
        return text
    return "".join(escaped(c) if _is_harmful(c) else c for c in text.replace("\r\n", "\n"))


def one_line(text: str) -> str:
    """A name, or other text that must not begin a line of its own: harmless, with its line ends escaped."""
    if text.isprintable():
        return text
    return "".join(escaped(c) if c in "\n\t" or _is_harmful(c) else c for c in text)


def in_one_line(text: str) -> str:
    """A title as one line, with a blank for each line end."""
    return " ".join(filter(None, (line.strip() for line in text.splitlines())))


def harmless_json(text: str) -> str:
    """Equivalent JSON, with harmful characters in its texts escaped as JSON escapes them."""
    if text.isascii() and "\x7f" not in text:
        return text
    return "".join(json.dumps(c)[1:-1] if _is_harmful(c) and c != "\x7f" else c for c in text).replace(
        "\x7f", "\\u007f"
    )


def _is_harmful(character: str) -> bool:
    return unicodedata.category(character) in UNSEEN and character not in "\n\t" + JOINERS


def escaped(character: str) -> str:
    r"""The character in ASCII: "\n", "\x1b", "\u202e". A byte that is not UTF-8 becomes "\xff"."""
    if ord(character) in BYTES_AS_SURROGATES:
        return as_utf8(character)
    return ascii(character)[1:-1]


def as_utf8(text: str) -> str:
    """A file's name as text; bytes that are not UTF-8 become text like "\\xff"."""
    return text.encode("utf-8", errors="surrogateescape").decode("utf-8", errors="backslashreplace")


def all_as_utf8(value: Any) -> Any:
    """A JSON value with all texts made valid UTF-8."""
    if isinstance(value, dict):
        return {all_as_utf8(key): all_as_utf8(item) for key, item in value.items()}
    if isinstance(value, list):
        return [all_as_utf8(item) for item in value]
    return as_utf8(value) if isinstance(value, str) else value


def people_order(name: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts names as people look for them: without regard to case and accents, numbers by their size."""
    plain = "".join(
        one for one in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(one)
    )
    parts = (part for part in re.split(r"(\d+)", plain) if part)
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)
