"""Stores for tests, opened sooner than new ones: all migrations of a schema take longer than a small test."""

import tempfile
from functools import cache
from pathlib import Path

from judge.store.addresses import SERVERS
from judge.store.store import Store


def open_new(address: str | Path) -> Store:
    """Opens a store that does not exist yet. Its file begins as a copy of one that this process has made."""
    if not str(address).startswith(SERVERS):
        assert not Path(address).exists()
        Path(address).write_bytes(_empty())
    return Store.open(address)


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "store.sqlite"
        Store.open(path).close()
        return path.read_bytes()
