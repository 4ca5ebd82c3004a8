"""Files in the work directory of a program before it starts."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

COPYING = 'cp -r -- "$1/." . && shift && exec "$@"'

RENAMING = """
input=$1 output=$2
shift 2
if [ "$input" ]; then cat > "$input" && exec < /dev/null; fi
if [ -z "$output" ]; then exec "$@"; fi
"$@" > /dev/null
code=$?
case $((code - 128)) in
[1-9] | 1[0-6] | 2[4-79] | [3-5][0-9] | 6[0-4]) kill -"$((code - 128))" $$ ;;
esac
if [ -f "$output" ] && [ ! -L "$output" ]; then cat -- "$output"; fi
exit "$code"
"""
"""A shell that a signal ends like its program, so that the signal is visible. The numbers of signals that do not end
a process are codes with which the program has exited."""


class NamedFiles(Struct, frozen=True):
    """Names of files in the work directory; empty: standard input, or output."""

    input: str = ""
    output: str = ""


def with_files(command: Sequence[str | Path], folder: Path | None) -> tuple[str | Path, ...]:
    """The command, run after the folder's content is copied; None: there is none. The program replaces the shell, so
    that the observed run is its own."""
    return tuple(command) if folder is None else ("/bin/sh", "-c", COPYING, "sh", folder, *command)


def with_named_files(command: Sequence[str | Path], names: NamedFiles | None) -> tuple[str | Path, ...]:
    """The command, with files of these names in place of standard input and output; None: it uses those."""
    if names is None:
        return tuple(command)
    return ("/bin/sh", "-c", RENAMING, "sh", names.input, names.output, *command)


def visible_with_files(
    command: Sequence[str | Path], folder: Path | None, names: NamedFiles | None = None
) -> tuple[Path, ...]:
    """Additional files that such a command needs to see: the runner shows only what it starts itself."""
    started = (Path(command[0]),) if folder or names else ()
    return (*((folder,) if folder else ()), *started)
