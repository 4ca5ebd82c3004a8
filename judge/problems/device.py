"""The device that a solution computes on, and its consequences for judging."""

from enum import Enum

from msgspec import Struct

MIB = 1 << 20
EMULATED_MARKS = ("emulated", "not timed")
NOT_TIMED = ", ".join(EMULATED_MARKS)


class Allowances(Struct, frozen=True):
    """The additions for every program on a device to the limits of its problem."""

    start_up_s: float = 0.0
    """Wall and CPU time."""
    memory_bytes: int = 0
    """Memory of the host."""
    device_memory_bytes: int | None = None
    """Memory of the GPU, to which the problem's limit applies as well; None: there is none."""
    wall_factor: int = 1
    """The factor for its waiting time, while it is idle or waits for a core."""
    processes: int | None = None
    """Processes and threads alive at once; None: the number for any program."""


class Device(Enum):
    CPU = "cpu"
    GPU = "gpu"
    EMULATED = "emulated"
    """A GPU made of CPU threads: its output is judged, its time is not."""

    @property
    def allowances(self) -> Allowances:
        return _ALLOWANCES.get(self, Allowances())

    @property
    def needs_gpu(self) -> bool:
        """Whether nothing runs on it without a real GPU."""
        return self is Device.GPU

    @property
    def computes_on_gpu(self) -> bool:
        """Whether it computes on a GPU, real or emulated."""
        return self is not Device.CPU

    @property
    def is_emulated(self) -> bool:
        return self is Device.EMULATED

    @property
    def is_timed(self) -> bool:
        return self is not Device.EMULATED


_ALLOWANCES = {
    # CUDA's own use before the first kernel, whatever the author wrote. Generous, so that a slow machine fails no
    # correct solution. Measured on an H200: 0.28 to 0.40 s to load the driver and make a context, nearly all of it CPU
    # time in the kernel; 25 MiB of the host as a control group counts them, 69 if the driver compiles PTX, and without
    # a control group all that is resident, including the driver's libraries; 529 MiB of the GPU, and more with a
    # library's work space.
    Device.GPU: Allowances(start_up_s=1.0, memory_bytes=512 * MIB, device_memory_bytes=1024 * MIB),
    # The stacks of a block's threads and the records of each allocation; the blocks of a cooperative grid have a
    # thread each. They may wait longer for a core, as nothing is timed.
    Device.EMULATED: Allowances(memory_bytes=512 * MIB, wall_factor=2, processes=1024),
}
