"""Whether two files have the same contents."""

import os
from pathlib import Path

BLOCK_BYTES = 1 << 20


def have_same_bytes(one: Path, other: Path) -> bool:
    """Whether two files have the same contents; False also where one of them cannot be read. (filecmp.cmp() would
    reuse its result for an older file.)"""
    try:
        with one.open("rb", buffering=0) as left, other.open("rb", buffering=0) as right:
            if os.fstat(left.fileno()).st_size != os.fstat(right.fileno()).st_size:
                return False
            while block := left.read(BLOCK_BYTES):
                if block != right.read(len(block)):
                    return False
            return not right.read(1)
    except OSError:
        return False
