"""A problem's own programs: where their sources are, and the rules by which they are called."""

from enum import StrEnum
from pathlib import Path

from msgspec import Struct


class Protocol(StrEnum):
    """The way in which a validator is called, and the meaning of its exit codes."""

    ICPC = "icpc"
    """`validator INPUT ANSWER FEEDBACK_DIR < OUTPUT`, 42 or 43."""
    TESTLIB = "testlib"
    """`checker INPUT OUTPUT ANSWER`, `validator < INPUT`: exit code 0, or a reason for rejection."""


def files_of(path: Path) -> list[Path]:
    """The file itself, or those of the folder, by name."""
    return sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]


class Program(Struct, frozen=True):
    path: Path
    """A file, or a folder that is one program as a whole."""
    beside: tuple[Path, ...] = ()
    """Files that are next to a single source when it is compiled, such as headers."""
    protocol: Protocol = Protocol.ICPC
    entry_point: str = ""
    """The file that starts, of several; empty: the one that its language prefers."""

    @property
    def paths(self) -> tuple[Path, ...]:
        return (self.path, *self.beside)

    @property
    def name(self) -> str:
        return self.path.name
