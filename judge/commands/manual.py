"""`judge manual`: the manual page judge(1), made from the commands and their options."""

import re
from collections.abc import Iterator

import click

from judge.base.console import out
from judge.commands.options.group import CommandLine


def manual(command_line: CommandLine) -> int:
    """The command: the source of the page, for `man -l -`."""
    out.file.write(manual_page(command_line))
    return 0


def manual_page(command_line: CommandLine) -> str:
    """The manual page in the macros of man(7)."""
    return "\n".join(_page(command_line)) + "\n"


def _page(command_line: CommandLine) -> Iterator[str]:
    context = click.Context(command_line, info_name="judge", **command_line.context_settings)
    title, _, what = (command_line.help or "").partition(": ")
    yield f'.TH JUDGE 1 "" "{_escaped(title)}"'
    yield from (".SH NAME", f"judge \\- {_escaped(what.rstrip('.'))}")
    yield from (".SH SYNOPSIS", "\\fBjudge\\fR [\\fIOPTION\\fR]... \\fICOMMAND\\fR [\\fIARGUMENT\\fR]...")
    yield ".SH OPTIONS"
    yield from _entries(command_line, context)
    whole = command_line.whole()
    for group, names in command_line.groups.items():
        yield f".SH {_escaped(group.upper())}"
        for name in names:
            yield from _command(name, whole[name], context)
    yield ".SH NOTES"
    yield from _paragraphs(command_line.epilog or "")


def _command(name: str, command: click.Command, parent: click.Context) -> Iterator[str]:
    context = click.Context(command, info_name=name, parent=parent, **command.context_settings)
    yield f".SS {_escaped(f'judge {name}')}"
    yield from (
        f"\\fBjudge {_escaped(name)}\\fR {_escaped(' '.join(command.collect_usage_pieces(context)))}",
        ".PP",
    )
    yield from _paragraphs(command.help or "")
    yield from _entries(command, context)


def _entries(command: click.Command, context: click.Context) -> Iterator[str]:
    """Arguments and options, each with its explanation."""
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is None:
            continue
        names, meaning = record
        yield from (".TP", f"\\fB{_escaped(names)}\\fR", _line(meaning) or "\\&")


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        yield from (_line(" ".join(paragraph.split())), ".PP")


def _line(text: str) -> str:
    """A line of text that is not a macro, whatever it begins with."""
    escaped = _escaped(text)
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


def _escaped(text: str) -> str:
    return text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq").replace("`", "\\(ga")
