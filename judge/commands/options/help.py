"""`judge help`."""

from dataclasses import dataclass
from typing import Annotated

from judge.commands.options.declare import Argument


@dataclass(frozen=True)
class HelpOptions:
    command: Annotated[str | None, Argument(help="A command; default: all.", metavar="[COMMAND]")] = None


def run(options: HelpOptions) -> int:
    """COMMAND --help prints the same. Without COMMAND, prints the list of commands."""
    from judge.commands.options.group import this_command_line

    this_command_line().main(
        [options.command or "--help", "--help"], prog_name="judge", standalone_mode=False
    )
    return 0
