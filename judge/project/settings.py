"""The options of a command that hold for every run of it."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from judge.machine.cuda_toolkit import CudaSetup, this_cuda
from judge.machine.gpus import Gpus

if TYPE_CHECKING:
    from judge.machine.hardware import Hardware


@dataclass(frozen=True)
class Settings:
    require_isolation: bool = False
    """Whether a run without full isolation is refused. Otherwise its result says what was missing."""
    gpus: Gpus = field(default_factory=Gpus)
    cuda: CudaSetup = field(default_factory=this_cuda)
    keeps_history: bool = True
    """Whether results are stored in the user's history (judge/history/recorder.py)."""
    emulated_most_s: float = 5.0
    """CPU seconds that the emulated GPU may spend on one test (judge/judging/emulated_cost.py)."""
    emulated_most_beside_others_s: float = 0.5
    """The same, where it is one of the devices that are judged for: one run in twenty takes more, and those take three
    fifths of the time of all."""
    builds: bool = True
    """Whether a command first brings build/ up to date. Without, it takes what is there."""
    engine_file: Path | None = None
    """engine.yaml, which says how to judge on a cluster. None: it is judged on this machine."""
    session: str = ""
    """On a cluster: the name of the session that is begun or continued."""
    nodes: "Hardware | None" = None
    """What the cluster's nodes are. None: it is judged on this machine."""

    @property
    def hardware(self) -> "Hardware":
        """Of what it is judged on."""
        from judge.machine.hardware import this_hardware

        return self.nodes or this_hardware(self.gpus.numbers)
