"""`judge backup`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from judge.commands.options.declare import Argument, Option


@dataclass(frozen=True)
class BackupOptions:
    file: Annotated[Path, Argument(metavar="FILE", help="The file to write.")]
    data: Annotated[
        Path | None,
        Option("--data", metavar="FOLDER", help="The data folder; default: that of `judge serve`."),
    ] = None


def run(options: BackupOptions) -> int:
    """The judge may run meanwhile. The file holds everything needed to continue elsewhere. Copy a store in PostgreSQL
    with pg_dump."""
    from judge.commands.backup import backup

    return backup(options.file, options.data)
