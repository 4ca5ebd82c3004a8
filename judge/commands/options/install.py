"""`judge install`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from judge.commands.options.declare import Option


@dataclass(frozen=True)
class InstallOptions:
    prefix: Annotated[
        Path | None,
        Option(help="Install into its bin/ and share/; default: /usr/local for root, else ~/.local."),
    ] = None


def run(options: InstallOptions) -> int:
    from judge.commands.install import install
    from judge.commands.options.group import this_command_line
    from judge.commands.options.here import host_here

    return install(host_here().installation, options.prefix, this_command_line())
