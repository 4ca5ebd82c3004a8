"""Whether there is a GPU to judge on, and what a CUDA program is allowed besides the limits of its problem.

The allowances are for what every CUDA program does before its first kernel, whatever its author wrote. They are
generous, so that a slow machine does not turn right solutions into wrong ones. The figures are of an H200.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from judge.project import Project

MIB = 1 << 20
START_UP_S = 1.0
"""Wall and CPU time to load the driver and make a context: 0.28 to 0.40 s, nearly all of it CPU time in the kernel."""
HOST_MEMORY_BYTES = 512 * MIB
"""Memory of the host for a context: 25 MiB as a control group counts it, 69 where the driver compiles PTX. Without a
control group all that is resident counts, the driver's libraries too."""
DEVICE_MEMORY_BYTES = 1024 * MIB
"""Memory of the GPU that a context takes: 529 MiB, and more with a library's work space."""


def gpu_obstacle(project: Project) -> str | None:
    """Why nothing can run on the project's GPU; None when it is there."""
    node = Path(f"/dev/nvidia{project.gpu}")
    if node.exists():
        return None
    name = f"GPU {project.gpu}" if project.gpu else "GPU"
    return f"no {name} here ({node} does not exist)"


@contextmanager
def gpu_taken(project: Project) -> Iterator[None]:
    """Holds the project's GPU for the time of the `with` block, once no run has it: the runner's lock on the node."""
    with Path(f"/dev/nvidia{project.gpu}").open("rb", buffering=0) as node:
        fcntl.flock(node, fcntl.LOCK_EX)
        yield
