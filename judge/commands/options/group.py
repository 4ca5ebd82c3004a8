"""The commands as a group: each is loaded when it is called, but its first line of help is known before."""

from collections.abc import Collection, Mapping
from importlib import import_module
from typing import Any, cast

import click

from judge.base.usage import unknown
from judge.commands.options.declare import CommandModule, TypedCommand

GUESSES = {
    "submit": "compile evaluate exec grade judge solve upload",
    "verify": "validate verifyproblem",
    "cuda": "compute-sanitizer cuda-memcheck memcheck nvcc racecheck",
    "samples": "download fetch sample samplezip",
    "list": "ls problems",
    "statement": "description problem show",
    "new": "create init skel",
    "stress": "fuzz hack",
    "export": "convert pack package zip",
    "generate": "data gen testdata",
    "bench": "benchmark ladder profile time",
    "best": "fastest leaderboard records",
    "history": "attempts log results submissions",
    "similar": "compare copydetect dolos jplag moss plagiarism similarity",
    "contest": "board rejudge scoreboard standings",
    "serve": "server start web",
    "worker": "judgedaemon judgehost",
    "backup": "dump",
    "login": "auth signin",
    "logout": "signout",
    "doctor": "diagnose env info setup",
    "manual": "man",
}
"""Words that people try, and names of other judges' tools, by the matching command."""


class CommandLine(click.Group):
    """Commands in the order given. Until a command is called, it is a name with a line of help; then it is made from
    the module of its name in this folder. `groups`: the titles under which the help shows them."""

    def __init__(self, *arguments: Any, groups: Mapping[str, Collection[str]], **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        self.groups = groups

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggests the command that a mistyped word stands for."""
        try:
            return super().resolve_command(ctx, args)
        except click.exceptions.NoSuchCommand as error:
            meant = [name for name, words in GUESSES.items() if args[0].lower() in words.split()]
            if not meant:
                raise
            raise click.UsageError(unknown("command", args[0], meant), ctx) from error

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return self.loaded(cmd_name) if cmd_name in self.commands else None

    def loaded(self, name: str) -> TypedCommand:
        """The command of this name, which exists."""
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
        """Lists each command with its whole help line, also in narrow terminals, group by group in the same
        columns."""
        width = max(map(len, self.commands))
        for title, names in self.groups.items():
            with formatter.section(title):
                formatter.write_dl(
                    [(n.ljust(width), self.commands[n].get_short_help_str(limit=1000)) for n in names]
                )


def this_command_line() -> CommandLine:
    """The group that the running command belongs to."""
    return cast(CommandLine, click.get_current_context().find_root().command)
