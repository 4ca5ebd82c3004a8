"""`judge manual`."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ManualOptions:
    """The options of `manual`."""


def run(options: ManualOptions) -> int:
    from judge.commands.manual import manual
    from judge.commands.options.group import this_command_line

    return manual(this_command_line())
