"""What the emulated GPU counted of the memory accesses of kernels (docs/emulated-gpu.md).

The program's own process wrote it down beside its findings, and it is a hint as they are.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from judge.base.records import Record, decoded, replace
from judge.base.text import printable
from judge.judging.findings import FILE_NAME, MOST_CHARACTERS, Index, reported_lines

COUNTERS_ENVIRONMENT = [f"CUDA_EMULATOR_COUNTERS={FILE_NAME}"]
"""Variables that tell an emulated program to count."""
SECTOR_BYTES = 32

Count = Annotated[int, Meta(ge=0)]


class LineCounts(Record, frozen=True, forbid_unknown_fields=False):
    """What one line of a kernel did to memory, in all launches together."""

    counted: Literal["load", "store", "atomic", "shared-load", "shared-store", "shared-atomic"]
    """The kind of access; without "shared": to global memory."""
    kernel: str
    """Its name."""
    requests: Count
    """How often a warp came to one of the line's accesses of this kind."""
    lanes: Count
    """The lanes that took part, of all requests together: 32 times as many where no branch left any out."""
    bytes: Count
    """What these lanes asked for."""
    sectors: Count | None = None
    """The sectors of 32 bytes of global memory that were touched; null: shared memory."""
    wavefronts: Count | None = None
    """The passes through shared memory; null: global memory."""
    conflicts: Count | None = None
    """How many of the passes come from conflicts of banks; null: global memory."""
    collisions: Count = 0
    """The lanes of atomic operations that meet another lane of their warp at the same address."""
    file: str | None = None
    """The file of the source; null: not known."""
    line: Index | None = None
    """The line there; null: not known."""

    @property
    def place(self) -> str:
        """ "mine.cu:12", or as much as is known of it."""
        return f"{self.file}:{self.line}" if self.file and self.line else self.file or ""


def read_counters(file: Path, rename: Callable[[str], str] = lambda text: text) -> tuple[LineCounts, ...]:
    """What was counted in a run; lines of another shape are ignored. `rename` restores the author's names."""
    return tuple(counts for line in reported_lines(file) if (counts := _line_counts(line, rename)))


def _line_counts(line: str, rename: Callable[[str], str]) -> LineCounts | None:
    try:
        counts = decoded(line, LineCounts)
    except (ValueError, RecursionError):
        return None
    name = None if counts.file is None else printable(rename(counts.file))[:MOST_CHARACTERS]
    return replace(counts, file=name, kernel=printable(counts.kernel)[:MOST_CHARACTERS])
