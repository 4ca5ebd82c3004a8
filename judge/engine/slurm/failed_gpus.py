"""Nodes on which a GPU failed: they get no more jobs that need one."""

import re

from judge.base.events import GpuFailed, Listener
from judge.engine.slurm.batches import Need
from judge.engine.slurm.client import NoAnswer, ask
from judge.engine.slurm.settings import ClusterKeys


class FailedGpus:
    def __init__(self, keys: ClusterKeys, tell: Listener) -> None:
        self._keys, self._tell = keys, tell
        self._nodes: dict[str, str] = {}
        """Nodes, each with its first failure."""

    def take_out(self, node: str, failure: str) -> str:
        """Excludes a node. `failure`: "GPU 0: why". Returns the failure with the node's name."""
        told = f"{node}, {failure}"
        if node not in self._nodes:
            self._nodes[node] = told
            gpu, _, reason = failure.partition(": ")
            self._tell(GpuFailed(gpu, reason, node))
        return told

    def options(self, need: Need) -> list[str]:
        """Options of sbatch. Slurm can exclude nodes, not single GPUs of them."""
        return [f"--exclude={','.join(self._nodes)}"] if need is Need.GPU and self._nodes else []

    @property
    def none_left(self) -> str | None:
        """Why no job that needs a GPU can run any more; None: other nodes have GPUs, as far as is known."""
        gpu = self._keys.gpu
        assert gpu
        partition = gpu.partition or self._keys.partition
        where = [f"--partition={partition}"] if partition else []
        try:
            listed = ask("sinfo", "-N", "-h", *where, "-o", "%N|%G").splitlines()
        except NoAnswer:
            return None
        wanted = re.compile(rf"(^|,){re.escape(gpu.gres.removesuffix(':1'))}\b")
        having = {node for node, _, gres in (line.partition("|") for line in listed) if wanted.search(gres)}
        return None if having - self._nodes.keys() else f"no GPU is left ({'; '.join(self._nodes.values())})"
