"""The names in a zip file, as common tools write them: in UTF-8 with its flag or without it (Finder, bsdtar), in a
Windows code page, with backslashes between folders, or beginning with ./"""

import re
import struct
import zipfile
import zlib

IS_UTF8 = 0x800
"""The flag of an entry whose name is declared to be UTF-8."""
DECLARED = "cp437"
"""The encoding of other names by the format, with which Python has decoded them."""
LETTERS = {"cp866": "А-Яа-яЁё№", "gbk": "\u4e00-\u9fff"}
"""Letters of Windows code pages. One is chosen if a name has a word of its letters, and no others but ASCII's: words
use one alphabet, so that "Größe" is not taken for anything else."""
CODE_PAGES = {
    encoding: re.compile(rf"(?=.*(?<![A-Za-z])[{letters}]{{2,}}(?![A-Za-z]))[ -~{letters}]*")
    for encoding, letters in LETTERS.items()
}
UNICODE_PATH = 0x7075
"""The extra field with a name in UTF-8, and the checksum of the other name."""


def name_of(entry: zipfile.ZipInfo) -> str:
    """The name; folders end with a slash. Without "." and empty parts; empty: the root itself. Names that lead
    elsewhere are kept."""
    name = _decoded(entry).replace("\\", "/")
    parts = [part for part in name.split("/") if part not in ("", ".")]
    is_folder = name.endswith(("/", "/.")) or name == "."
    root = "/" if name.startswith("/") else ""
    return root + "/".join(parts) + ("/" if parts and is_folder else "")


def _decoded(entry: zipfile.ZipInfo) -> str:
    written = entry.orig_filename
    if entry.flag_bits & IS_UTF8 or written.isascii():
        return written
    raw = written.encode(DECLARED)
    if said := _unicode_path(entry.extra, raw):
        return said
    for encoding, letters in {"utf-8": None, **CODE_PAGES}.items():
        try:
            name = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if letters is None or letters.fullmatch(name):
            return name
    return written


def _unicode_path(extra: bytes, raw: bytes) -> str | None:
    """The name in the extra field, if there is one that belongs to this name."""
    while len(extra) >= 4:
        kind, size = struct.unpack_from("<HH", extra)
        field, extra = extra[4 : 4 + size], extra[4 + size :]
        if kind == UNICODE_PATH and size > 5 and field[1:5] == struct.pack("<L", zlib.crc32(raw)):
            try:
                return field[5:].decode("utf-8")
            except UnicodeDecodeError:
                return None
    return None
