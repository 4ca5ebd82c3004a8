"""The options that choose where solutions are judged: on this machine, or on a cluster."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from judge.commands.options.declare import Option

EngineName = Annotated[
    Literal["local", "slurm"], Option("--engine", help="Judge on this machine, or on a Slurm cluster.")
]
EngineFile = Annotated[
    Path | None,
    Option(
        "--engine-file", metavar="FILE", help="The file that describes the cluster; default: engine.yaml."
    ),
]


@dataclass(frozen=True)
class EngineOptions:
    """Where solutions are judged."""

    engine: EngineName = "local"
    engine_file: EngineFile = None
    """None: engine.yaml in the root of the checkout."""
    session: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="On a cluster: store results under this name, or resume an earlier command with this name.",
        ),
    ] = None
    """None: a new one."""
