"""Compresses stored data, and reads it back within bounds."""

import json
import zlib
from typing import Any

from judge.base.text import all_as_utf8
from judge.store.errors import StoreError

MOST_BYTES = 256 << 20
"""The most bytes of one stored item, uncompressed."""


def compressed(content: bytes, what: str) -> bytes:
    """Raises StoreError for too much data."""
    if len(content) > MOST_BYTES:
        raise StoreError(f"{what}: expected at most {MOST_BYTES:,} bytes, found {len(content):,}.")
    return zlib.compress(content)


def uncompressed(content: bytes, what: str, size: int = MOST_BYTES) -> bytes:
    """The content, at most `size` bytes. Raises StoreError if it is damaged."""
    reader = zlib.decompressobj()
    try:
        result = reader.decompress(content, size + 1)
    except zlib.error as error:
        raise _damaged(what, str(error)) from error
    if len(result) > size or not (reader.eof or len(result) == size == 0):
        raise _damaged(what, f"expected at most {size:,} bytes")
    return result


def packed(value: Any, what: str) -> bytes:
    """JSON, compressed. Texts that are not UTF-8 are escaped."""
    return compressed(json.dumps(all_as_utf8(value), separators=(",", ":")).encode(), what)


def unpacked(content: bytes, what: str) -> Any:
    try:
        return json.loads(uncompressed(content, what))
    except ValueError as error:
        raise _damaged(what, str(error)) from error


def _damaged(what: str, why: str) -> StoreError:
    return StoreError(f"{what} is damaged in the store ({why}): restore a backup.")
