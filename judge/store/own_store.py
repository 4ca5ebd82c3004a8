"""A store of a user's commands, in a file of the user's folders, which may be on a network file system."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from judge.base.sqlite import FileKind
from judge.store.database import Database
from judge.store.old_files import OldFile
from judge.store.sqlite_dialect import SqliteDialect
from judge.store.store import Store


class OwnStore(Struct, frozen=True):
    path: Path
    kind: FileKind
    old: OldFile
    """The file of an earlier version, which may be next to it."""

    @property
    def is_there(self) -> bool:
        return self.path.exists() or self.path.with_name(self.old.name).exists()

    def open(self) -> Store:
        """Opens it; if there is none, creates it with an earlier version's data. Raises StoreError."""
        dialect = SqliteDialect(self.path, self.kind, may_be_shared=True)
        dialect.migrate()
        self.old.take_in(self.path, self.kind)
        return Store(Database(dialect))

    @contextmanager
    def opened_to_read(self) -> Iterator[Store]:
        """The store for the `with` block. Raises StoreError if it cannot be read."""
        dialect = SqliteDialect(self.path, self.kind, may_be_shared=True, reads_only=True)
        is_ready = self.path.exists() and dialect.is_up_to_date()
        if not is_ready or self.old.is_to_be_taken_in(self.path):
            self.open().close()
        with Store(Database(dialect)) as store:
            yield store
