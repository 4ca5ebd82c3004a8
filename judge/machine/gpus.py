"""The GPUs to judge on: whether they exist, and which of the judge's threads uses which."""

import fcntl
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from judge.base.processes import Stop, Stopped

STOP_NOTICED_S = 0.1
"""The longest time until a thread that waits notices that it need not."""


class Gpus(Struct, frozen=True):
    """The GPUs that runs may use: identical ones, at least one, whether they exist or not."""

    numbers: tuple[int, ...] = (0,)
    nodes: Path = Path("/dev")
    """The folder with their device nodes, nvidiaN."""
    chosen: int | None = None
    """The one that a solution has to itself, so that its times come from one GPU; None: each run has the least
    used."""
    of_nodes: bool | None = None
    """Whether they belong to a cluster: its nodes should have them; each reports it if it has none. None: those of
    this machine."""

    @property
    def first(self) -> int:
        return self.numbers[0]

    @property
    def for_a_run(self) -> tuple[int, ...]:
        return self.numbers if self.chosen is None else (self.chosen,)

    @property
    def here(self) -> tuple[int, ...]:
        """All of them, if they are on this machine; else none."""
        return self.numbers if self.obstacle is None else ()

    @property
    def obstacle(self) -> str | None:
        """The reason why nothing can run on them; None if all are available."""
        if self.of_nodes is not None:
            return None if self.of_nodes else "no GPU on the cluster (engine.yaml has no key 'gpu')"
        for number in self.numbers:
            node = self.nodes / f"nvidia{number}"
            if not node.exists():
                name = f"GPU {number}" if number else "GPU"
                return f"no {name} here ({node} does not exist)"
        return None


def all_gpus(nodes: Path = Path("/dev")) -> tuple[int, ...]:
    """The numbers of those on this machine; if there is none, of the first one that is missing."""
    found = (re.fullmatch(r"nvidia(\d+)", node.name) for node in nodes.iterdir())
    return tuple(sorted(int(match[1]) for match in found if match)) or (0,)


class _Gpu(Struct):
    """The current use of one GPU."""

    number: int
    sharing: int = 0
    """The number of threads that share it."""
    is_taken: bool = False
    waiting: int = 0
    """The number of threads that wait to have it exclusively: they go first."""

    @property
    def use(self) -> tuple[bool, int, int]:
        """How much it is used, as a sort key: the GPU with the least is chosen."""
        return self.is_taken, self.waiting, self.sharing


class GpuLeases:
    """Which of this judge's threads uses which GPU: several share one, or one has it exclusively.

    The runner's lock on the node does the same among all judges, but lets new sharers overtake a thread that waits for
    exclusive use. A GPU that failed is not leased any more.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._gpus: dict[int, _Gpu] = {}
        self._failed: dict[int, str] = {}

    def take_out(self, number: int, reason: str) -> bool:
        """Stops leasing a GPU that failed. Returns whether the failure is new."""
        with self._changed:
            is_new = number not in self._failed
            self._failed.setdefault(number, reason)
            return is_new

    def left(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """GPUs that have not failed."""
        return tuple(number for number in numbers if number not in self._failed)

    def failures(self, numbers: Sequence[int]) -> tuple[str, ...]:
        """GPUs that have failed, each with the reason."""
        return tuple(f"GPU {number}: {self._failed[number]}" for number in numbers if number in self._failed)

    @contextmanager
    def lease(self, numbers: Sequence[int], shared: bool, stop: Stop | None = None) -> Iterator[int]:
        """The number of one of these GPUs, the least used, for the `with` block. Raises Stopped if `stop` is set while
        it waits for one."""
        with self._changed:
            usable = self.left(numbers) or numbers
            gpus = [self._gpus.setdefault(number, _Gpu(number)) for number in usable]
            gpu = min(gpus, key=lambda each: each.use)
            if shared:
                self._wait_for(lambda: any(not each.is_taken and not each.waiting for each in gpus), stop)
                gpu = min(gpus, key=lambda each: each.use)
                gpu.sharing += 1
            else:
                gpu.waiting += 1
                try:
                    self._wait_for(lambda: not gpu.is_taken and not gpu.sharing, stop)
                except Stopped:
                    self._changed.notify_all()  # those who share it waited behind this thread
                    raise
                finally:
                    gpu.waiting -= 1
                gpu.is_taken = True
        try:
            yield gpu.number
        finally:
            with self._changed:
                if shared:
                    gpu.sharing -= 1
                else:
                    gpu.is_taken = False
                self._changed.notify_all()

    def _wait_for(self, is_so: Callable[[], bool], stop: Stop | None) -> None:
        """Waits until it is so. Raises Stopped if `stop` is set before. The caller holds the lock."""
        while not self._changed.wait_for(is_so, STOP_NOTICED_S if stop else None):
            if stop and stop.was_said:
                raise Stopped


GPU_LEASES = GpuLeases()


@contextmanager
def gpu_taken(gpu: int) -> Iterator[None]:
    """Holds the GPU for the `with` block, by the runner's lock on the node, once no run has it."""
    with Path(f"/dev/nvidia{gpu}").open("rb", buffering=0) as node:
        fcntl.flock(node, fcntl.LOCK_EX)
        yield
