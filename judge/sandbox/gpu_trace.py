"""A CUDA program's use of the GPU, as the runner's gpu_trace library observed it (docs/gpu.md).

The library runs in the program's own process, so a malicious program can forge all of it. No limit and no verdict
rests on it.
"""

from typing import Annotated

from msgspec import Meta

from judge.base.records import Count, Positive, Record

Extent = tuple[Positive, Positive, Positive]
"""x, y and z."""


class Transfers(Record, frozen=True):
    """Copies in one direction, or fills, together."""

    count: Count
    """The number of them."""
    bytes: Count
    """Bytes of all of them."""
    total_ns: Count
    """Their time on the GPU, in ns."""


class Managed(Record, frozen=True):
    """Pages of managed memory that moved on demand."""

    to_device_bytes: Count
    """Bytes that moved to the GPU."""
    to_host_bytes: Count
    """Bytes that moved to the host."""


class Kernel(Record, frozen=True):
    """All launches of one kernel; the shape is that of its longest launch."""

    name: str
    """Its demangled name."""
    launches: Count
    """How often it was launched."""
    completed: Count
    """The number of launches that were seen to end."""
    total_ns: Count
    """Time of all launches, in ns."""
    longest_ns: Count
    """Time of the longest, in ns."""
    registers: Count | None
    """Registers of a thread; null, as for what follows: no launch was seen to end."""
    shared_bytes: Count | None
    """Shared memory of a block, static and dynamic, in bytes."""
    local_bytes: Count | None
    """Local memory of a thread, in bytes."""
    block: Extent | None
    """Threads of a block in x, y and z."""
    grid: Extent | None
    """Blocks in x, y and z."""
    occupancy: Annotated[float, Meta(ge=0, le=1)] | None
    """The most warps that can be resident at once, as a share of the GPU's capacity; null: unknown."""
    occupancy_limit: str | None
    """What limits it: "registers", "shared memory", "blocks", "threads" or "barriers"; null: not known, or nothing."""


class ApiError(Record, frozen=True):
    """A CUDA call that failed and did not end the program."""

    call: str
    """The function."""
    code: int
    """CUDA's number of the error."""
    name: str
    """CUDA's name of the error."""
    count: Count
    """How often."""


class GpuTrace(Record, frozen=True):
    """The program's use of the GPU, observed from within its process; docs/gpu.md. All processes of the run
    together."""

    can_be_forged: bool
    """True: the program could forge all of this, as it was gathered in its process."""
    complete: bool
    """Whether every process ended regularly; otherwise this is what was known until then."""
    processes: Count
    """Processes that used CUDA."""
    before_cuda_ns: Count
    """Time from the program's start to its first use of CUDA, in ns."""
    start_up_ns: Count
    """Time from then until the first context was ready, in ns."""
    copy_in: Transfers
    """Transfers from the host to the GPU."""
    copy_out: Transfers
    """Transfers from the GPU to the host."""
    copy_device: Transfers
    """Within the GPU's memory."""
    memset: Transfers
    """Fills of the GPU's memory."""
    managed: Managed | None
    """Null: no managed memory, or its moves could not be observed."""
    kernels: tuple[Kernel, ...]
    """Longest total time first."""
    kernels_total_ns: Count
    """Sum over all kernels, in ns."""
    kernel_launches: Count
    """Launches of all kernels."""
    busy_ns: Count
    """Time in which any kernel ran, in ns: overlaps count once."""
    peak_memory_bytes: Count
    """Peak of the GPU memory that the program allocated, in bytes."""
    unfreed_bytes: Count | None
    """GPU memory that it never freed, in bytes; null: not known."""
    errors: tuple[ApiError, ...]
    """Errors after which the program continued."""
    synchronized_before_exit: bool | None
    """Whether it waited for the GPU before it ended; null: it launched nothing, or did not end regularly."""
