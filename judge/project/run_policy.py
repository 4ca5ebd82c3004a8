"""The rules under which programs run."""

from msgspec import Struct, field

from judge.machine.gpus import Gpus


class RunPolicy(Struct, frozen=True):
    require_isolation: bool = False
    """Whether a run without full isolation is refused. Otherwise its result reports what was missing."""
    gpus: Gpus = field(default_factory=Gpus)
    """The GPUs that programs may run on."""
    emulated_most_s: float = 5.0
    """CPU seconds that the emulated GPU may spend on one test (judge/judging/emulated_cost.py)."""
    emulated_most_beside_others_s: float = 0.5
    """The bound if the emulated GPU is one of several devices: one run in twenty takes more, and those runs take
    three fifths of the total time."""
