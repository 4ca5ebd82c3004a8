"""The device that a solution computes on, and what that means for it wherever it is judged."""

from enum import Enum

EMULATED_MARKS = ("emulated", "not timed")
NOT_TIMED = ", ".join(EMULATED_MARKS)


class Device(Enum):
    CPU = "cpu"
    GPU = "gpu"
    EMULATED = "emulated"
    """A GPU made of CPU threads: its output is judged, its time is not."""

    @property
    def needs_gpu(self) -> bool:
        """Whether nothing runs on it without a real GPU."""
        return self is Device.GPU

    @property
    def computes_on_gpu(self) -> bool:
        """A real one or the emulated one."""
        return self is not Device.CPU

    @property
    def is_emulated(self) -> bool:
        return self is Device.EMULATED

    @property
    def is_timed(self) -> bool:
        return self is not Device.EMULATED
