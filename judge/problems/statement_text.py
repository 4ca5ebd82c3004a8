"""The text of a statement in any encoding: by its byte-order mark, by its declaration, as UTF-8, or else in the
Windows code page that its bytes suggest."""

import codecs
import re
from pathlib import Path

from judge.base.outside_files import TEXT_BYTES, content_of

MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
DECLARED = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]{1,40})|\\usepackage\[([\w-]{1,40})\]\{inputenc\}""",
    re.IGNORECASE,
)
IN_TEX = {"utf8": "utf-8", "utf8x": "utf-8", "latin1": "cp1252", "latin2": "iso8859-2", "ansinew": "cp1252"}
"""TeX's names of encodings."""
CYRILLIC = re.compile(rb"[\xc0-\xff]{3}")
"""A sign of Cyrillic: in a Western text, letters beyond ASCII come singly or in pairs."""


def decoded_text(path: Path, charset: str | None = None, most_bytes: int = TEXT_BYTES) -> str:
    """`charset`: the package's declaration. Raises JudgeError for text that cannot be read; meaningless bytes are
    replaced."""
    content = content_of(path, most_bytes)
    for mark, encoding in MARKS.items():
        if content.startswith(mark):
            return content.decode(encoding, errors="replace")
    for encoding in (charset or "", _declared(content), "utf-8"):
        try:
            return content.decode(IN_TEX.get(encoding.lower(), encoding or "utf-8"))
        except (UnicodeError, LookupError):
            continue
    return content.decode("cp1251" if CYRILLIC.search(content) else "cp1252", errors="replace")


def _declared(content: bytes) -> str:
    found = DECLARED.search(content)
    return (found[1] or found[2]).decode("ascii", errors="replace") if found else ""
