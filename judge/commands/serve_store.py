"""The store of `judge serve`: a file of the data folder, or a database on a server."""

from pathlib import Path

from msgspec import Struct

STORE = "store.sqlite"


class ServedStore(Struct, frozen=True):
    data: Path
    server: str | None = None
    """The address of the database; None: the file. A store on a server may be served by several processes, all with
    one data folder."""

    @property
    def address(self) -> str | Path:
        return self.server or self.data / STORE

    @property
    def words(self) -> list[str]:
        """Options of a worker that name both."""
        return ["--store", str(self.address), *(["--data", str(self.data)] if self.server else [])]
