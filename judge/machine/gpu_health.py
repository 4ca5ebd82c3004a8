"""Whether a GPU still works, checked when something has failed on it."""

from judge.machine.gpus import Gpus
from judge.machine.hardware import Hardware, this_hardware
from judge.machine.probe import Machine, this_machine


def failure_of(machine: Machine, gpus: Gpus, number: int, name: str | None) -> str | None:
    """The reason why nothing can run on the GPU any more; None: no reason is known. `name`: its earlier name in
    nvidia-smi."""
    node = gpus.nodes / f"nvidia{number}"
    if not node.exists():
        return f"{node} does not exist any more"
    if name is None:
        return None
    answer = machine.output(["nvidia-smi", f"--id={number}", "--query-gpu=name", "--format=csv,noheader"])
    if answer is None or name in answer.splitlines():
        return None
    return f"nvidia-smi says: {(answer.splitlines() or ['nothing'])[0]}"


class WatchedGpu:
    """The first of these GPUs, looked at before it is used. `nodes`: the nodes expected."""

    def __init__(self, gpus: Gpus, nodes: Hardware | None) -> None:
        self._gpus = gpus
        self._is_there = gpus.obstacle is None
        self._name = this_hardware(gpus.numbers).gpu if self._is_there else None
        self._expected = nodes.gpu if nodes else None

    @property
    def failure(self) -> str | None:
        """The failure, "GPU 0: why"; None: the GPU works, as far as is known, or never existed."""
        if not self._is_there:
            return None
        number = self._gpus.first
        reason = failure_of(this_machine(), self._gpus, number, self._name)
        if reason is None and self._name is None and self._expected is not None:
            reason = f"nvidia-smi does not know it, expected {self._expected}"
        return f"GPU {number}: {reason}" if reason else None
