"""The choice where solutions are judged: on this machine, or on a cluster."""

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from judge.base.priority import Priority

if TYPE_CHECKING:
    from judge.machine.hardware import Hardware


class EngineChoice(Struct, frozen=True):
    file: Path | None = None
    """engine.yaml, which describes the cluster. None: this machine judges."""
    session: str = ""
    """The name of the session that is begun or continued on a cluster."""
    nodes: "Hardware | None" = None
    """The hardware of the cluster's nodes. None: this machine judges."""
    priority: Priority = Priority.PRACTICE
    """The priority of the command's jobs on a cluster."""
