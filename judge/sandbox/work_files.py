"""Files that lie in the work directory of a program before it starts."""

from collections.abc import Sequence
from pathlib import Path

COPYING = 'cp -r -- "$1/." . && shift && exec "$@"'


def with_files(command: Sequence[str | Path], folder: Path | None) -> tuple[str | Path, ...]:
    """The command, once the content of the folder is copied; None: there is none. The program takes the place of the
    shell, so that what is seen of the run is its own."""
    return tuple(command) if folder is None else ("/bin/sh", "-c", COPYING, "sh", folder, *command)


def visible_with_files(command: Sequence[str | Path], folder: Path | None) -> tuple[Path, ...]:
    """What such a command needs to see besides: the runner shows only what it starts itself."""
    return () if folder is None else (folder, Path(command[0]))
