"""`judge lesson`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import click

from judge.base.usage import Whole
from judge.commands.options.common import Json
from judge.commands.options.declare import FILE, Argument, Option


def lesson_of(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """Completes a lesson."""
    from judge.project.installation import this_installation
    from judge.service.lessons import lesson_names

    return [name for name in lesson_names(this_installation()) if name.startswith(typed)]


@dataclass(frozen=True)
class LessonOptions:
    name: Annotated[
        str | None,
        Argument(metavar="[LESSON]", help="A lesson; default: list all.", shell_complete=lesson_of),
    ] = None
    file: Annotated[
        str | None, Argument(metavar="[FILE.cu]", help="Your solution to the exercise; judges it.")
    ] = None
    writes: Annotated[
        Path | None,
        Option(
            "--write",
            type=FILE,
            metavar="FOLDER",
            help="Write the exercise to this folder, with the program that calls it.",
        ),
    ] = None
    hint: Annotated[int | None, Option(type=Whole(1, 99), metavar="N", help="Show hint N.")] = None
    solution: Annotated[bool, Option(help="Show the stored solution, once you have passed.")] = False
    gives_up: Annotated[
        bool, Option("--give-up", help="With --solution: show it even if you have not passed.")
    ] = False
    language: Annotated[
        str | None,
        Option("-l", show_default="that of LANG, else en", help="Language of the texts: en or zh."),
    ] = None
    json: Json = None


def run(options: LessonOptions) -> int:
    """Shows the idea, the exercise and what is counted, or judges a file on the emulated GPU: its output must be right,
    and its kernels may not use memory more than the lesson allows.

    Exit status: 0 passed or shown, 1 not passed."""
    from judge.commands.lesson import lesson
    from judge.commands.options.here import host_here

    return lesson(host_here(), options)
