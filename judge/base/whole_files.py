"""Writing files that others may read at the same moment."""

import os
from pathlib import Path


def write_in_one_step(file: Path, content: str | bytes) -> None:
    """A reader sees the file as it was or as it is now, never half of it; two writers do not meet. Raises OSError."""
    temporary = file.with_name(f"{file.name}.{os.getpid()}.partial")
    try:
        temporary.write_bytes(content.encode() if isinstance(content, str) else content)
        temporary.replace(file)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
