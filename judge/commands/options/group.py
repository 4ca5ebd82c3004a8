"""The commands as a group: each is loaded when it is called, and its first line of help is known before."""

from importlib import import_module
from typing import cast

import click

from judge.commands.options.declare import CommandModule, TypedCommand


class CommandLine(click.Group):
    """Commands in the order in which they are given. Until one is called, it is a name with a line of help; then it is
    made from the module of its name in this folder."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return self.loaded(cmd_name) if cmd_name in self.commands else None

    def loaded(self, name: str) -> TypedCommand:
        """The command of this name, which there is."""
        command = self.commands[name]
        if not isinstance(command, TypedCommand):
            module = import_module(f"judge.commands.options.{name}")
            command = TypedCommand(name, command.help or "", cast(CommandModule, module))
            self.commands[name] = command
        return command

    def whole(self) -> dict[str, TypedCommand]:
        """All commands by name, loaded."""
        return {name: self.loaded(name) for name in self.commands}

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists what each does whole, also where there is little room."""
        rows = [(name, command.get_short_help_str(limit=1000)) for name, command in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def this_command_line() -> CommandLine:
    """The group that the running command belongs to."""
    return cast(CommandLine, click.get_current_context().find_root().command)
