"""The kind of a file, by its first bytes: for messages about a file that was expected to be of another kind."""

from pathlib import Path

ZIP = "a zip file"
BEGINNINGS = (
    (b"PK\x03\x04", ZIP),
    (b"PK\x05\x06", ZIP),
    (b"\x1f\x8b", "a file compressed by gzip"),
    (b"BZh", "a file compressed by bzip2"),
    (b"\xfd7zXZ\x00", "a file compressed by xz"),
    (b"\x28\xb5\x2f\xfd", "a file compressed by zstd"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a rar archive"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program for Windows"),
    (b"%PDF-", "a PDF"),
)
TAR_AT, TAR = 257, b"ustar"
READ_BYTES = 4096


def kind_of(path: Path) -> str:
    """The kind of a file as text: "a tar archive"."""
    with path.open("rb") as file:
        start = file.read(READ_BYTES)
    if start[TAR_AT:].startswith(TAR):
        return "a tar archive"
    for beginning, kind in BEGINNINGS:
        if start.startswith(beginning):
            is_tar = kind.startswith("a file compressed") and _tells_tar(path.name)
            return f"a tar archive, {kind.removeprefix('a file ')}" if is_tar else kind
    if not start:
        return "an empty file"
    return "a file of bytes that are not text" if b"\0" in start else "a text"


def _tells_tar(name: str) -> bool:
    return ".tar." in name.lower() or Path(name).suffix.lower() in (".tgz", ".tbz", ".tbz2", ".txz", ".tzst")
