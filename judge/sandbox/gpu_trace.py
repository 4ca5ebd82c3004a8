"""What a CUDA program did with the GPU, as the runner's gpu_trace library observed it (docs/gpu.md).

The library lives in the program's own process: a program that wants to can forge all of it. No limit and no verdict
rests on it.
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Transfers:
    """Copies of one direction, or fills, together."""

    count: int
    bytes: int
    total_ns: int


@dataclass(frozen=True)
class Managed:
    """Pages of managed memory that moved on demand."""

    to_device_bytes: int
    to_host_bytes: int


@dataclass(frozen=True)
class Kernel:
    """All launches of one kernel; the shape is that of its longest launch."""

    name: str
    launches: int
    completed: int
    """Fewer than `launches` where the program ended, or was ended, before the others did."""
    total_ns: int
    longest_ns: int
    registers: int | None
    """Of a thread. None, as what follows: no launch was seen to end."""
    shared_bytes: int | None
    """Of a block, static and dynamic."""
    local_bytes: int | None
    """Of a thread."""
    block: tuple[int, int, int] | None
    grid: tuple[int, int, int] | None
    occupancy: float | None
    """The most warps that can be resident, as a share of what the GPU has room for; None: not known."""
    occupancy_limit: str | None
    """What sets it: "registers", "shared memory", "blocks", "threads" or "warps"."""


@dataclass(frozen=True)
class ApiError:
    """A call of CUDA that failed, `count` times, and did not end the program."""

    call: str
    code: int
    name: str
    count: int


@dataclass(frozen=True)
class GpuTrace:
    """All processes of a run together."""

    can_be_forged: bool
    complete: bool
    """Whether every process came to its regular end; otherwise the trace holds what was known until then."""
    processes: int
    before_cuda_ns: int
    """From the program's start until it turned to CUDA."""
    start_up_ns: int
    """From then until the first context on the GPU was ready."""
    copy_in: Transfers
    copy_out: Transfers
    copy_device: Transfers
    memset: Transfers
    managed: Managed | None
    """None: no managed memory, or its moves could not be observed."""
    kernels: tuple[Kernel, ...]
    """Those that took most first."""
    kernels_total_ns: int
    kernel_launches: int
    busy_ns: int
    """The time in which any kernel ran: what overlaps counts once."""
    peak_memory_bytes: int
    """Of the GPU's memory, as the program allocated it."""
    unfreed_bytes: int | None
    """None: not known, as the program did not come to its regular end."""
    errors: tuple[ApiError, ...]
    synchronized_before_exit: bool | None
    """None: it launched nothing, or did not come to its regular end."""


def trace_from_json(content: dict[str, Any]) -> GpuTrace:
    """Raises KeyError or TypeError where a key is missing or unknown."""
    transfers = {key: Transfers(**content[key]) for key in ("copy_in", "copy_out", "copy_device", "memset")}
    kernels = tuple(
        Kernel(**{**kernel, "block": _extent(kernel["block"]), "grid": _extent(kernel["grid"])})
        for kernel in content["kernels"]
    )
    errors = tuple(ApiError(**error) for error in content["errors"])
    managed = Managed(**content["managed"]) if content["managed"] else None
    return GpuTrace(**{**content, **transfers, "kernels": kernels, "errors": errors, "managed": managed})


def _extent(size: list[int] | None) -> tuple[int, int, int] | None:
    return None if size is None else (size[0], size[1], size[2])
