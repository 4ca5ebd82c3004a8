"""Server-sent events parsed from a stream, within bounds: libraries accept lines of any length."""

from collections.abc import Iterator

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.outside_files import DATA_BYTES


class ServerEvent(Struct, frozen=True):
    kind: str
    data: bytes
    id: int | None


class EventLines:
    """The part of the current event that has arrived so far."""

    def __init__(self, most_bytes: int = DATA_BYTES) -> None:
        self._most_bytes = most_bytes
        self._line = bytearray()
        """The part of the current line that has arrived."""
        self._begin()

    def _begin(self) -> None:
        self._kind = ""
        self._id: int | None = None
        self._data: list[bytes] = []
        self._size = 0
        """The bytes of the event's lines."""

    def feed(self, chunk: bytes) -> Iterator[ServerEvent]:
        """The events that end in these bytes. Raises JudgeError for one that is too large."""
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            self._add(end)
            line = bytes(self._line).removesuffix(b"\r")
            self._line.clear()
            if line:
                self._take(line)
                continue
            if self._kind or self._data:
                yield ServerEvent(self._kind or "message", b"\n".join(self._data), self._id)
            self._begin()
        self._add(rest)

    def _add(self, part: bytes) -> None:
        self._size += len(part)
        if self._size > self._most_bytes:
            raise JudgeError(f"an event has more than {self._most_bytes} bytes")
        self._line += part

    def _take(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            self._data.append(value)
        elif name == b"event":
            self._kind = value[:100].decode("ascii", errors="replace")
        elif name == b"id" and value.isdigit() and len(value) < 17:
            self._id = int(value)
