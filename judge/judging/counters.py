"""The emulated GPU's counts of kernels: accesses to memory, meetings of threads, launches (docs/emulated-gpu.md).

The program's own process wrote them next to its findings, so they are only hints, too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from msgspec import Meta

from judge.base.records import Count, Positive, Record, decoded, replace
from judge.base.text import printable
from judge.judging.findings import FILE_NAME, MOST_CHARACTERS, Index, reported_lines
from judge.judging.kernel_resources import KernelResources, short_name

COUNTERS_ENVIRONMENT = [f"CUDA_EMULATOR_COUNTERS={FILE_NAME}"]
"""Variables that tell an emulated program to count."""
MEETINGS = ("warp-operation", "tensor-operation", "barrier")
"""Kinds of counts that are not accesses to memory."""
LANES = 32
"""Lanes of a warp."""
MOST_STEPS = 10
"""Steps of the tree of 1024 threads."""
WARPS_OF_MULTIPROCESSOR = 64
REGISTERS_OF_MULTIPROCESSOR, REGISTERS_AT_ONCE, PARTS_OF_MULTIPROCESSOR = 65_536, 256, 4
"""The limits of compute capability 9.0 (CUDA C++ Programming Guide, table of technical specifications); the pieces in
which registers are given out are those of its occupancy calculator."""


class LineCounts(Record, frozen=True, forbid_unknown_fields=False):
    """What one line of a kernel did to memory, or how often threads met there, in all launches together."""

    counted: Literal[
        "load",
        "store",
        "atomic",
        "shared-load",
        "shared-store",
        "shared-atomic",
        "warp-operation",
        "tensor-operation",
        "barrier",
    ]
    """The kind of access; without "shared": to global memory. Or where threads meet: a shuffle, a vote or __syncwarp(),
    a product of matrices by a warp, and a barrier of the block."""
    kernel: str
    """Its name."""
    requests: Count
    """How often a warp executed one of the line's accesses of this kind."""
    lanes: Count
    """The lanes that took part, of all requests together: 32 times as many if all lanes were active."""
    bytes: Count
    """The bytes that these lanes requested."""
    sectors: Count | None = None
    """The sectors of 32 bytes of global memory that were touched; null: no access to it."""
    wavefronts: Count | None = None
    """The passes through shared memory; null: no access to it."""
    conflicts: Count | None = None
    """The passes that come from bank conflicts; null: no access to it."""
    collisions: Count = 0
    """The lanes of atomic operations that meet another lane of their warp at the same address."""
    least_sectors: Count | None = None
    """The sectors needed if the bytes of each request were contiguous."""
    gapped: Count = 0
    """Requests in which every second or every fourth lane takes part."""
    one_address: bool = False
    """Whether all of these atomic operations changed the same address."""
    step: int | None = None
    """The distance in bytes from a lane to the next, in most requests with a constant one; null: in none."""
    step_requests: Count = 0
    """The number of requests with this step."""
    lane_bytes: Count = 0
    """What each lane requested in the request that is drawn."""
    offsets: Annotated[tuple[Annotated[int, Meta(ge=0, lt=2**48)] | None, ...], Meta(max_length=LANES)] = ()
    """The offset of each lane's bytes in the request with the greatest excess, from a multiple of 128 bytes; null: the
    lane takes no part. Empty: no picture is stored."""
    idle_turns: Count = 0
    """The turns at memory that idle warps sat out in the steps of a tree that are made here: at least three steps from
    barrier to barrier, each with half of the threads of the one before."""
    block_warps: Annotated[int, Meta(ge=0, le=LANES)] = 0
    """Warps of the block with the longest tree."""
    warps_at_work: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=LANES)], ...], Meta(max_length=MOST_STEPS)
    ] = ()
    """Warps that use memory in each step of that tree."""
    file: str | None = None
    """The file of the source; null: not known."""
    line: Index | None = None
    """The line there; null: not known."""

    @property
    def place(self) -> str:
        """ "mine.cu:12", or as much as is known of the place."""
        return f"{self.file}:{self.line}" if self.file and self.line else self.file or ""


class LaunchCounts(Record, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """The launches of a kernel with blocks of one shape, and the occupancy that this shape permits."""

    launched: str
    """The kernel's name."""
    launches: Positive
    """How many there were."""
    blocks: Positive
    """The blocks of all of them together."""
    threads: Positive
    """Threads of a block."""
    shared_bytes: Count
    """Shared memory of a block, static and dynamic."""
    resident_blocks: Count
    """Blocks that a multiprocessor of compute capability 9.0 holds at once, by its threads, its shared memory and, if
    they are known, its registers."""
    occupancy: Annotated[float, Meta(ge=0, le=1)] = 0
    """The share of a multiprocessor's warps that these blocks fill."""
    registers: Positive | None = None
    """Registers of a thread, as nvcc's assembler counts them for compute capability 9.0; null: not known."""
    static_shared_bytes: Count | None = None
    """Shared memory of a block that its variables take, likewise."""
    spilled_bytes: Count | None = None
    """Bytes that the code of a thread moves to and from local memory for want of registers, likewise."""
    is_bound_by_registers: bool = False
    """Whether the multiprocessor would hold more blocks if they took fewer registers."""


def _occupied(one: LaunchCounts, resources: KernelResources | None = None) -> LaunchCounts:
    """The launches with what nvcc says of their kernel, and with the occupancy that follows from it."""
    blocks = one.resident_blocks
    if resources is not None:
        blocks = min(blocks, blocks_by_registers(resources.registers, one.threads))
    return replace(
        one,
        resident_blocks=blocks,
        occupancy=min(1.0, blocks * -(-one.threads // LANES) / WARPS_OF_MULTIPROCESSOR),
        registers=resources and resources.registers,
        static_shared_bytes=None if resources is None else resources.static_shared_bytes,
        spilled_bytes=None if resources is None else resources.spilled_bytes,
        is_bound_by_registers=blocks < one.resident_blocks,
    )


def with_resources(
    launches: Sequence[LaunchCounts], resources: Mapping[str, KernelResources]
) -> tuple[LaunchCounts, ...]:
    """The launches with what nvcc says of the kernels that it knows by the same names."""
    return tuple(_occupied(one, resources.get(short_name(one.launched))) for one in launches)


def blocks_by_registers(registers: int, threads: int) -> int:
    """Blocks that a multiprocessor of compute capability 9.0 has registers for. It gives them to warps in pieces of
    256, and each of its four parts has a quarter of them."""
    of_warp = -(-registers * LANES // REGISTERS_AT_ONCE) * REGISTERS_AT_ONCE
    warps = REGISTERS_OF_MULTIPROCESSOR // PARTS_OF_MULTIPROCESSOR // of_warp * PARTS_OF_MULTIPROCESSOR
    return warps // -(-threads // LANES)


class Counters(Record, frozen=True):
    """What was counted in a run."""

    lines: tuple[LineCounts, ...] = ()
    """The line with the most traffic first."""
    launches: tuple[LaunchCounts, ...] = ()


NOTHING_COUNTED = Counters()
OneCount = TypeVar("OneCount", LineCounts, LaunchCounts)


def read_counters(file: Path, rename: Callable[[str], str] = lambda text: text) -> Counters:
    """The counts of a run; lines of another form are ignored. `rename` restores the author's names."""
    written = reported_lines(file)
    lines = (
        replace(
            one,
            file=None if one.file is None else printable(rename(one.file))[:MOST_CHARACTERS],
            kernel=printable(one.kernel)[:MOST_CHARACTERS],
        )
        for one in _of_kind(written, LineCounts)
    )
    launches = (
        _occupied(replace(one, launched=printable(one.launched)[:MOST_CHARACTERS]))
        for one in _of_kind(written, LaunchCounts)
    )
    return Counters(tuple(lines), tuple(launches))


def _of_kind(written: Iterable[str], kind: type[OneCount]) -> Iterator[OneCount]:
    for line in written:
        with suppress(ValueError, RecursionError):
            yield decoded(line, kind)
