"""`judge languages`."""

from dataclasses import dataclass
from typing import Annotated

import click

from judge.commands.options.common import Json
from judge.commands.options.declare import Argument, Option


def language_ids(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """Completes a language."""
    from judge.languages.table import LANGUAGES

    return [language.id for language in LANGUAGES if language.id.startswith(typed)]


@dataclass(frozen=True)
class LanguagesOptions:
    names: Annotated[
        tuple[str, ...],
        Argument(
            metavar="[LANGUAGE]...",
            shell_complete=language_ids,
            help="Language ids from the table; default: all.",
        ),
    ] = ()
    install: Annotated[
        bool, Option(help="Install the named languages with apt-get or pip, and check them.")
    ] = False
    yes: Annotated[bool, Option("-y", help="With --install: do not ask first.")] = False
    check: Annotated[bool, Option(help="Run the self-tests of installed languages.")] = False
    json: Json = None


def run(options: LanguagesOptions) -> int:
    from judge.commands.languages import languages
    from judge.commands.options.here import host_here

    return languages(host_here(), options)
