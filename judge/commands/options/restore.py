"""`judge restore`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from judge.commands.options.declare import Argument, Option


@dataclass(frozen=True)
class RestoreOptions:
    file: Annotated[Path, Argument(metavar="FILE", help="The file written by `judge backup`.")]
    data: Annotated[Path, Option("--data", metavar="FOLDER", help="The new data folder to make.")]


def run(options: RestoreOptions) -> int:
    """Compares each file with its checksum in the backup."""
    from judge.commands.backup import restored

    return restored(options.file, options.data)
