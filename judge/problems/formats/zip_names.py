"""The names in a zip file, as the tools in use write them: in UTF-8 with its flag or without it (Finder, bsdtar), in a
code page of Windows, with backslashes between folders, or beginning with ./"""

import re
import struct
import zipfile
import zlib

IS_UTF8 = 0x800
"""The flag of an entry whose name is declared to be UTF-8."""
DECLARED = "cp437"
"""What the format takes other names for, and Python has decoded them by."""
LETTERS = {"cp866": "А-Яа-яЁё№", "gbk": "\u4e00-\u9fff"}
"""Letters of code pages of Windows. One is taken where a name has a word of its letters, and no others but ASCII's:
words are of one alphabet, so that "Größe" is taken for nothing else."""
CODE_PAGES = {
    encoding: re.compile(rf"(?=.*(?<![A-Za-z])[{letters}]{{2,}}(?![A-Za-z]))[ -~{letters}]*")
    for encoding, letters in LETTERS.items()
}
UNICODE_PATH = 0x7075
"""The extra field that says a name in UTF-8, and the checksum of the other one."""


def name_of(entry: zipfile.ZipInfo) -> str:
    """Folders end with a slash. Without "." and empty parts; empty: the root itself. What leads elsewhere stays."""
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
