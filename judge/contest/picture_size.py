"""The width and height that a picture's file states: PNG, JPEG and SVG, the Contest API's types."""

import re
import struct

MIMES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".svg": "image/svg+xml"}
"""Media types by suffix."""
MOST = 10_000_000
"""The bound of a side."""
PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8"
FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""Markers of JPEG that are followed by the size."""
WITHOUT_LENGTH = {0x01, *range(0xD0, 0xD9)}
SVG = re.compile(rb"<svg\b([^<>]*)>")
SVG_LOOKED_AT = 64 << 10
SIDES = [
    re.compile(rb"\s" + side + rb"\s*=\s*[\"']\s*([0-9]{1,7}(?:\.[0-9]{0,9})?)(?:px)?\s*[\"']")
    for side in (b"width", b"height")
]
VIEW_BOX = re.compile(rb"\sviewBox\s*=\s*[\"']([0-9\s.,+-]{7,200})[\"']")


def picture_size(content: bytes, mime: str) -> tuple[int, int] | None:
    """Width and height in pixels, each at least 1; None: it is not a picture of this type, or does not say."""
    found = {"image/png": _png, "image/jpeg": _jpeg, "image/svg+xml": _svg}[mime](content)
    return found if found and min(found) >= 1 else None


def _png(content: bytes) -> tuple[int, int] | None:
    if not content.startswith(PNG) or content[12:16] != b"IHDR" or len(content) < 24:
        return None
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def _jpeg(content: bytes) -> tuple[int, int] | None:
    if not content.startswith(JPEG):
        return None
    at = 2
    while at + 9 <= len(content) and content[at] == 0xFF:
        marker = content[at + 1]
        if marker == 0xFF:  # padding
            at += 1
        elif marker in FRAMES:
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            return width, height
        elif marker in WITHOUT_LENGTH:
            at += 2
        else:
            at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
    return None


def _svg(content: bytes) -> tuple[int, int] | None:
    root = SVG.search(content[:SVG_LOOKED_AT])
    if root is None:
        return None
    told = b" " + root[1]
    sides = [found[1] for side in SIDES if (found := side.search(told))]
    if len(sides) < 2:
        box = VIEW_BOX.search(told)
        sides = re.split(rb"[\s,]+", box[1].strip())[2:] if box else []
    try:
        width, height = (float(one) for one in sides)
    except ValueError:  # it has more or fewer than two numbers
        return None
    if not (0 < width < MOST and 0 < height < MOST):
        return None
    return max(1, round(width)), max(1, round(height))
