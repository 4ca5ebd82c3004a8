"""`judge backup`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from judge.commands.options.declare import Argument, Option


@dataclass(frozen=True)
class BackupOptions:
    """What `backup` is called with."""

    file: Annotated[Path, Argument(metavar="FILE", help="The file to write.")]
    data: Annotated[
        Path | None,
        Option("--data", metavar="FOLDER", help="The data folder; default: the one that serve takes."),
    ] = None


def run(options: BackupOptions) -> int:
    """The judge may go on meanwhile. The file holds all that is needed to go on elsewhere.
    A store in PostgreSQL is copied by pg_dump."""
    from judge.commands.backup import backup

    return backup(options.file, options.data)
