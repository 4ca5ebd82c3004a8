"""Keys that make repeated requests harmless: the same content with the same key is one submission."""

import hashlib
from collections.abc import Mapping


def content_key(key: str, language: str, files: Mapping[str, bytes]) -> str | None:
    """The key for this content, from the client's key; None: there is none."""
    if not key:
        return None
    digest = hashlib.sha256(f"{key}\n{language}\n".encode("utf-8", errors="replace"))
    for name, content in sorted(files.items()):
        digest.update(name.encode("utf-8", errors="surrogateescape") + b"\0" + content)
    return digest.hexdigest()
