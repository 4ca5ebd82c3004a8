"""Where it is judged: on this machine, or on a cluster."""

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from judge.base.priority import Priority

if TYPE_CHECKING:
    from judge.machine.hardware import Hardware


class EngineChoice(Struct, frozen=True):
    file: Path | None = None
    """engine.yaml, which says how to judge on a cluster. None: it is judged on this machine."""
    session: str = ""
    """The name, on a cluster, of the session that is begun or continued."""
    nodes: "Hardware | None" = None
    """The hardware of the cluster's nodes. None: it is judged on this machine."""
    priority: Priority = Priority.PRACTICE
    """The priority, on a cluster, of what a command judges."""
