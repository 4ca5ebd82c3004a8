"""Whether there is a GPU to judge on, and what a CUDA program is allowed besides the limits of its problem.

The allowances cover what every CUDA program does before its first kernel, whatever its author wrote. They are
generous, so that a slow machine does not fail correct solutions. The figures are from an H200.
"""

import fcntl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MIB = 1 << 20
START_UP_S = 1.0
"""Wall and CPU time to load the driver and make a context: 0.28 to 0.40 s, nearly all of it CPU time in the kernel."""
HOST_MEMORY_BYTES = 512 * MIB
"""Memory of the host for a context: 25 MiB as a control group counts it, 69 where the driver compiles PTX. Without a
control group all that is resident counts, the driver's libraries too."""
DEVICE_MEMORY_BYTES = 1024 * MIB
"""Memory of the GPU that a context takes: 529 MiB, and more with a library's work space."""


def gpu_obstacle(gpu: int) -> str | None:
    """Why nothing can run on the GPU of this number; None when it is there."""
    node = Path(f"/dev/nvidia{gpu}")
    if node.exists():
        return None
    name = f"GPU {gpu}" if gpu else "GPU"
    return f"no {name} here ({node} does not exist)"


class GpuTurns:
    """Which of this judge's threads may use the GPU: several that share it, or one with exclusive use.

    The runner's lock on the node does the same among all judges, but lets sharers overtake a thread waiting for
    exclusive use, as long as any of them is left.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._sharing = 0
        self._is_taken = False
        self._waiting = 0
        """Threads waiting for exclusive use go first."""

    @contextmanager
    def turn(self, shared: bool) -> Iterator[None]:
        with self._changed:
            if shared:
                self._changed.wait_for(lambda: not self._is_taken and not self._waiting)
                self._sharing += 1
            else:
                self._waiting += 1
                try:
                    self._changed.wait_for(lambda: not self._is_taken and not self._sharing)
                finally:
                    self._waiting -= 1
                self._is_taken = True
        try:
            yield
        finally:
            with self._changed:
                if shared:
                    self._sharing -= 1
                else:
                    self._is_taken = False
                self._changed.notify_all()


GPU_TURNS = GpuTurns()


@contextmanager
def gpu_taken(gpu: int) -> Iterator[None]:
    """Holds the GPU for the time of the `with` block, once no run has it: the runner's lock on the node."""
    with Path(f"/dev/nvidia{gpu}").open("rb", buffering=0) as node:
        fcntl.flock(node, fcntl.LOCK_EX)
        yield
