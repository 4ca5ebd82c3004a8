"""A problem's own programs: where their sources are, and by which rules they are called."""

from enum import StrEnum
from pathlib import Path

from msgspec import Struct


class Protocol(StrEnum):
    """How a validator is called, and what its exit codes mean."""

    ICPC = "icpc"
    """`validator INPUT ANSWER FEEDBACK_DIR < OUTPUT`, 42 or 43."""
    TESTLIB = "testlib"
    """`checker INPUT OUTPUT ANSWER`, `validator < INPUT`: 0, or why not."""


class Program(Struct, frozen=True):
    path: Path
    """A file, or a folder all of which is one program."""
    beside: tuple[Path, ...] = ()
    """Files that lie beside a single source when it is compiled, such as headers."""
    protocol: Protocol = Protocol.ICPC
    entry_point: str = ""
    """The file that starts, of several; empty: the one that its language prefers."""

    @property
    def paths(self) -> tuple[Path, ...]:
        return (self.path, *self.beside)

    @property
    def name(self) -> str:
        return self.path.name
