"""`judge restore`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from judge.commands.options.declare import Argument, Option


@dataclass(frozen=True)
class RestoreOptions:
    """What `restore` is called with."""

    file: Annotated[Path, Argument(metavar="FILE", help="The file that judge backup wrote.")]
    data: Annotated[Path, Option("--data", metavar="FOLDER", help="A new folder for it.")]


def run(options: RestoreOptions) -> int:
    """Each file is compared with the checksum that was noted when it was backed up."""
    from judge.commands.backup import restored

    return restored(options.file, options.data)
