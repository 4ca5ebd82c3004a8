"""`judge clean`."""

from dataclasses import dataclass
from typing import Annotated

from judge.commands.options.declare import Option


@dataclass(frozen=True)
class CleanOptions:
    """What `clean` is called with."""

    cache: Annotated[bool, Option("--cache", help="Remove what is only there to spare work.")] = False
    all: Annotated[
        bool,
        Option(
            "--all",
            help="Remove all of it, the history and logins included, and what `install` has put on PATH.",
        ),
    ] = False
    yes: Annotated[bool, Option("-y", "--yes", help="Do not ask.")] = False


def run(options: CleanOptions) -> int:
    """Nothing is removed without an option, and never the data folder of an online judge."""
    from judge.commands.clean import clean
    from judge.commands.options.here import host_here

    return clean(host_here().installation, options)
