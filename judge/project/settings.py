"""The options of a command that hold for every run of it."""

from dataclasses import dataclass, field

from judge.machine.gpus import Gpus


@dataclass(frozen=True)
class Settings:
    require_isolation: bool = False
    """Whether a run without full isolation is refused. Otherwise its result says what was missing."""
    gpus: Gpus = field(default_factory=Gpus)
    finds_races: bool = False
    """Whether the emulated GPU also looks for races in shared memory, which takes it longer."""
    keeps_history: bool = True
    """Whether results are stored in the user's history (judge/history/recorder.py)."""
