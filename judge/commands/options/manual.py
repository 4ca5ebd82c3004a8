"""`judge manual`."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ManualOptions:
    """What `manual` is called with."""


def run(options: ManualOptions) -> int:
    from judge.commands.manual import manual
    from judge.commands.options.group import this_command_line

    return manual(this_command_line())
