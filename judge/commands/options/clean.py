"""`judge clean`."""

from dataclasses import dataclass
from typing import Annotated

from judge.commands.options.declare import Option


@dataclass(frozen=True)
class CleanOptions:
    cache: Annotated[bool, Option(help="Remove only what can be made again.")] = False
    all: Annotated[
        bool,
        Option(help="Remove everything, including the history, the logins and what `install` put on PATH."),
    ] = False
    yes: Annotated[bool, Option("-y", "--yes", help="Do not ask.")] = False


def run(options: CleanOptions) -> int:
    """Removes nothing without an option. The data folder of an online judge is never removed."""
    from judge.commands.clean import clean
    from judge.commands.options.here import host_here

    return clean(host_here().installation, options)
