"""One interface to read and write any database: transactions over a pool of connections.

SQL is written once, with `?` for values; a Dialect contains what differs between databases.
"""

import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cached_property
from itertools import accumulate
from typing import Any, Protocol, TypeVar

from judge.base.records import replace
from judge.base.sqlite import PATIENCE_S
from judge.store.errors import NotInStore, StoreError, Unavailable
from judge.store.rows import Shape, columns, record_of, row_of, storable

MARKS_AGAIN_S = 60.0
"""The time after a failed mark in which none is tried: a busy store lets each wait."""
NUMBERS_AT_ONCE = 500
"""The most values in a statement: databases limit the number."""
IDLE_AT_MOST = 8
"""The most idle connections."""
Begun = TypeVar("Begun")
Query = tuple[str, Sequence[object]]
"""A statement and its values."""


class Connection(Protocol):
    """A connection of sqlite3 or psycopg: each statement is a transaction unless one was begun."""

    def execute(self, sql: str, values: Sequence[Any] = ..., /) -> Any: ...
    def cursor(self) -> Any: ...
    def close(self) -> None: ...


class Dialect(Protocol):
    """A database: how to reach it, and its own syntax."""

    errors: tuple[type[Exception], ...]
    """Exceptions of its driver."""
    skip_locked: str
    """A suffix of SELECT: locks the rows for this transaction, and skips those that another has locked."""
    locked: str
    """A suffix of SELECT: locks the rows for this transaction, and waits for another that has locked them."""
    writers: threading.Semaphore
    """The number of concurrent writers."""

    def connect(self) -> Connection: ...
    def sql(self, text: str) -> str: ...
    def begin_write(self, connection: Connection, *, durable: bool) -> int:
        """Begins a transaction that writes. Returns its time: milliseconds since 1970, UTC."""

    def begin_read(self, connection: Connection) -> None: ...
    def together(self, connection: Connection) -> AbstractContextManager[object]:
        """Sends the statements of the `with` block to the server together: the block waits for the server once, unless
        it asks for rows in between."""

    def serialize(self, connection: Connection, what: str) -> None: ...
    def now_ms(self, connection: Connection) -> int: ...
    def is_gone(self, connection: Connection) -> bool:
        """Whether the connection has lost its server."""

    def explained(self, error: Exception) -> StoreError: ...
    def migrate(self) -> None:
        """Updates the schema to this version. Raises StoreError for a database that must not be changed."""


class Transaction:
    """An open transaction. One thread may use it until the `with` block ends."""

    def __init__(self, connection: Connection, dialect: Dialect, now_ms: int | None = None) -> None:
        """`now_ms`: its time; None: it is queried when needed."""
        self._connection, self.dialect, self._now_ms = connection, dialect, now_ms
        self._log: list[tuple[str, Mapping[str, object]]] = []

    @cached_property
    def now_ms(self) -> int:
        """Its time: milliseconds since 1970, UTC."""
        return self.dialect.now_ms(self._connection) if self._now_ms is None else self._now_ms

    def rows(self, sql: str, *values: object) -> list[Sequence[Any]]:
        return list(self._execute(sql, values).fetchall())

    def first(self, sql: str, *values: object) -> Sequence[Any] | None:
        found: Sequence[Any] | None = self._execute(sql, values).fetchone()
        return found

    def records(self, shape: type[Shape], sql: str, *values: object) -> list[Shape]:
        """Records of the rows, whose columns are those of the shape."""
        return [record_of(shape, row) for row in self.rows(sql, *values)]

    def record(self, shape: type[Shape], sql: str, *values: object) -> Shape | None:
        """The first of these records."""
        row = self.first(sql, *values)
        return record_of(shape, row) if row else None

    def get(
        self, shape: type[Shape], table: str, number: int, what: str, *, to_change: bool = False
    ) -> Shape:
        """The record of this number. `to_change`: no other transaction changes it until this one ends. Raises
        NotInStore, in which `what` names the record."""
        locked = self.dialect.locked if to_change else ""
        row = self.first(f"SELECT {columns(shape)} FROM {table} WHERE id = ? {locked}", number)
        if row is None:
            raise NotInStore(f"{what} {number} is not in the store.")
        return record_of(shape, row)

    def together(self) -> AbstractContextManager[object]:
        """Waits for the database once, at the end of the `with` block, whose statements must not depend on each
        other's results."""
        return self.dialect.together(self._connection)

    def first_of_each(self, *queries: Query) -> list[Sequence[Any] | None]:
        """The first row of each, which must not depend on each other's results: waits for the database once."""
        with self.together():
            answers = [self._execute(sql, values) for sql, values in queries]
        return [answer.fetchone() for answer in answers]

    def change(self, sql: str, *values: object) -> int:
        """The number of changed rows, which is unknown where statements are sent together."""
        return int(self._execute(sql, values).rowcount)

    def update(self, table: str, row: Mapping[str, object], number: int, key: str = "id") -> None:
        """Sets these columns of the row of this number."""
        changes = ", ".join(f"{name} = ?" for name in row)
        self.change(f"UPDATE {table} SET {changes} WHERE {key} = ?", *row.values(), number)

    def insert(self, table: str, row: Mapping[str, object], *, on_conflict: str = "") -> int:
        """The new row's id; 0: no row was added, by `on_conflict`."""
        sql, values = insertion(table, row, on_conflict)
        found = self.first(sql, *values)
        return int(found[0]) if found else 0

    def add(self, table: str, record: Shape, **changes: Any) -> Shape:
        """Inserts the record with these changes. Returns it as it is in the store, with its id."""
        new = replace(record, **changes)
        return replace(new, id=self.insert(table, row_of(new)))

    def put(
        self,
        table: str,
        rows: Iterable[Mapping[str, object]],
        *,
        on_conflict: str = "",
        replacing: Sequence[str] = (),
    ) -> None:
        """Inserts rows of one shape into a table without ids. `replacing`: the columns of a key; a row replaces the one
        with its key."""
        listed = list(rows)
        if not listed:
            return
        if replacing:
            changes = ", ".join(f"{name} = excluded.{name}" for name in listed[0] if name not in replacing)
            on_conflict = f"ON CONFLICT ({', '.join(replacing)}) DO UPDATE SET {changes}"
        sql = self.dialect.sql(_insertion(table, listed[0], on_conflict))
        values = [[storable(value, name) for name, value in row.items()] for row in listed]
        if len(values) == 1:  # many take one more exchange with a server
            self._connection.execute(sql, values[0])
        else:
            self._connection.cursor().executemany(sql, values)

    def log(self, table: str, row: Mapping[str, object]) -> None:
        """Inserts it at the end: rows of a log get their numbers in the order of commits, so that a reader up to a
        number has missed none."""
        self._log.append((table, row))

    def commit(self) -> None:
        """Writes what was logged, and ends the transaction."""
        if not self._log:
            self._connection.execute("COMMIT")
            return
        with self.together():  # nobody else waits for the log while this client is busy
            self.serialize("log")
            for table, row in self._log:
                self._execute(_insertion(table, row), [*row.values()])
            self._connection.execute("COMMIT")

    def serialize(self, what: str) -> None:
        """Lets no other transaction beyond this point until the end of this one."""
        self.dialect.serialize(self._connection, what)

    def _execute(self, sql: str, values: Sequence[object]) -> Any:
        return self._connection.execute(self.dialect.sql(sql), [storable(value) for value in values])


class Database:
    """Transactions, for any number of threads."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self._idle: queue.LifoQueue[Connection] = queue.LifoQueue(IDLE_AT_MOST)
        self._closed = False
        self._marks_from_s = float("-inf")

    @contextmanager
    def write(self, *, durable: bool = False) -> Iterator[Transaction]:
        """Writes all or nothing. `durable`: after the block, a power failure does not undo it; otherwise a later
        durable write makes it safe. Raises StoreError if nothing was written, or if that is unknown."""

        def begin(connection: Connection) -> Transaction:
            return Transaction(
                connection, self.dialect, self.dialect.begin_write(connection, durable=durable)
            )

        with self._one_of_the_writers(), self._begun(begin) as transaction:
            yield transaction
            transaction.commit()

    def mark(self, sql: str, *values: object) -> None:
        """Writes when something was last used, if that is possible now: who only reads needs no more than that. After
        a failure none is written for a while."""
        if time.monotonic() < self._marks_from_s:
            return
        try:
            with self.write() as transaction:
                transaction.change(sql, *values)
        except Unavailable:
            self._marks_from_s = time.monotonic() + MARKS_AGAIN_S

    @contextmanager
    def read(self) -> Iterator[Transaction]:
        """A transaction that sees a consistent state."""

        def begin(connection: Connection) -> Transaction:
            self.dialect.begin_read(connection)
            return Transaction(connection, self.dialect)

        with self._begun(begin) as transaction:
            yield transaction
            transaction.commit()

    def rows(self, sql: str, *values: object) -> list[Sequence[Any]]:
        """The rows of one statement, as a transaction of its own."""
        with self._begun(lambda connection: Transaction(connection, self.dialect).rows(sql, *values)) as rows:
            return rows

    def first(self, sql: str, *values: object) -> Sequence[Any] | None:
        """The first row of one statement."""
        return next(iter(self.rows(sql, *values)), None)

    def records(self, shape: type[Shape], sql: str, *values: object) -> list[Shape]:
        """Records of the rows of one statement, as a transaction of its own."""
        return [record_of(shape, row) for row in self.rows(sql, *values)]

    def record(self, shape: type[Shape], sql: str, *values: object) -> Shape | None:
        """The first of these records."""
        row = self.first(sql, *values)
        return record_of(shape, row) if row else None

    def joined(self, shapes: tuple[type[Any], ...], sql: str, *values: object) -> list[Any]:
        """Records of each row of one statement, which has the columns of these shapes, one shape after another."""
        ends = list(accumulate(len(shape.__struct_fields__) for shape in shapes))
        parts = list(zip(shapes, [0, *ends], ends, strict=False))
        return [
            tuple(record_of(shape, row[first:end]) for shape, first, end in parts)
            for row in self.rows(sql, *values)
        ]

    def rows_of(self, sql: str, numbers: Iterable[int]) -> Iterator[Sequence[Any]]:
        """Rows of a statement with `IN ({})` for these numbers, each number once, in parts. Each part is a transaction
        of its own: a slow reader holds none."""
        return _in_parts(self.rows, sql, numbers)

    def records_of(self, shape: type[Shape], sql: str, numbers: Iterable[int]) -> list[Shape]:
        """Records of these rows, all of the same state."""
        with self.read() as transaction:
            return [record_of(shape, row) for row in _in_parts(transaction.rows, sql, numbers)]

    def number(self, sql: str, *values: object) -> int:
        """The number that one statement returns."""
        [[number]] = self.rows(sql, *values)
        return int(number)

    def close(self) -> None:
        self._closed = True
        self.close_idle()

    def close_idle(self) -> None:
        """Closes idle connections: the next ones are new."""
        with suppress(queue.Empty):
            while True:
                self._idle.get_nowait().close()

    @contextmanager
    def _one_of_the_writers(self) -> Iterator[None]:
        writers = self.dialect.writers
        if not writers.acquire(timeout=PATIENCE_S):
            raise Unavailable(f"others have been writing for {PATIENCE_S:g} s: try again.")
        try:
            yield
        finally:
            writers.release()

    @contextmanager
    def _begun(self, begin: Callable[[Connection], Begun]) -> Iterator[Begun]:
        """A transaction on a connection, which is returned to the pool unless it failed."""
        if self._closed:
            raise StoreError("the store is closed: open it again.")
        try:
            connection, begun = self._taken(begin)
            try:
                yield begun
            except BaseException:
                self._rolled_back(connection)
                raise
        except self.dialect.errors as error:
            raise self.dialect.explained(error) from error
        self._keep(connection)

    def _taken(self, begin: Callable[[Connection], Begun]) -> tuple[Connection, Begun]:
        """An idle connection, or a new one. An idle one may have lost its server, which its first statement shows."""
        with suppress(queue.Empty):
            while True:
                idle = self._idle.get_nowait()
                try:
                    return idle, begin(idle)
                except self.dialect.errors:
                    gone = self.dialect.is_gone(idle)
                    idle.close()
                    if not gone:
                        raise
        connection = self.dialect.connect()
        try:
            return connection, begin(connection)
        except BaseException:
            connection.close()
            raise

    def _rolled_back(self, connection: Connection) -> None:
        try:
            connection.execute("ROLLBACK")
        except self.dialect.errors:  # the transaction ended by itself, or the connection with it
            connection.close()
        else:
            self._keep(connection)

    def _keep(self, connection: Connection) -> None:
        try:
            if self._closed:
                raise queue.Full
            self._idle.put_nowait(connection)
        except queue.Full:
            connection.close()


def _in_parts(
    rows: Callable[..., list[Sequence[Any]]], sql: str, numbers: Iterable[int]
) -> Iterator[Sequence[Any]]:
    wanted = sorted(set(numbers))
    for first in range(0, len(wanted), NUMBERS_AT_ONCE):
        some = wanted[first : first + NUMBERS_AT_ONCE]
        yield from rows(sql.format(", ".join("?" * len(some))), *some)


def insertion(table: str, row: Mapping[str, object], on_conflict: str = "") -> Query:
    """The query that adds a row and finds its id."""
    return f"{_insertion(table, row, on_conflict)} RETURNING id", [*row.values()]


def _insertion(table: str, row: Mapping[str, object], on_conflict: str = "") -> str:
    return f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))}) {on_conflict}"


class StorePart:
    """What is asked of the store, and written to it, about one subject."""

    def __init__(self, database: Database) -> None:
        self._database = database
