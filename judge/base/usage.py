"""Wrong usage of a command, in one line: which option of which command, what was expected, what was found."""

import math
import re
from typing import Any

import click

from judge.base.called import JUDGE


class Whole(click.IntRange):
    """A whole number in a range."""

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> int:
        try:
            return int(super().convert(value, parameter, context))
        except click.BadParameter:
            self.fail(f"expected a whole number {_range(self)}, found {value}", parameter, context)


class Decimal(click.FloatRange):
    """A number in a range."""

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> float:
        try:
            number = float(super().convert(value, parameter, context))
        except click.BadParameter:
            number = math.nan
        if not math.isfinite(number):
            self.fail(f"expected a number {_range(self)}, found {value}", parameter, context)
        return number


class Size(click.ParamType[int]):
    """A number of bytes: "500MiB", "2 GiB", "10G"."""

    name = "size"
    FORM = re.compile(r"(\d{1,12}(?:\.\d{1,3})?) ?([KMGT]?)(i?B)?")
    UNITS = "KMGT"

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        found = self.FORM.fullmatch(value.strip())
        if not found or (found[3] == "iB" and not found[2]):
            self.fail(f"expected a size like 500MiB, 2GiB or 0, found {value}", parameter, context)
        number, unit, end = found.groups()
        base = 1000 if unit and end == "B" else 1024
        return int(float(number) * base ** (self.UNITS.index(unit) + 1 if unit else 0))


class OneOf(click.Choice[str]):
    """One of several values."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        return f"expected one of {', '.join(self.choices)}, found {value}"


def _range(number: click.IntRange | click.FloatRange) -> str:
    return f"of at least {number.min:g}" if number.max is None else f"from {number.min:g} to {number.max:g}"


UNEXPECTED = re.compile(r"Got unexpected extra arguments? \((.*)\)")
NOT_WHOLE = re.compile(r"'(.*)' is not a valid integer")


def in_words(error: click.UsageError) -> str:
    """The error, and where to find help."""
    command = error.ctx.command_path if error.ctx else "judge"
    words = error.message
    if isinstance(error, click.MissingParameter) and error.param:
        words = f"expected {error.param.human_readable_name}, found nothing"
    elif isinstance(error, click.BadParameter) and error.param:
        not_whole = NOT_WHOLE.match(words)
        words = f"expected a whole number, found {not_whole[1]}" if not_whole else words
        words = f"{' / '.join(error.param.opts)}: {words}"
    elif isinstance(error, click.BadOptionUsage):
        words = f"{error.option_name}: expected a value, found nothing"
    elif extra := UNEXPECTED.match(words):
        words = f"expected nothing more, found '{extra[1]}'"
    elif isinstance(error, click.NoSuchOption):
        words = unknown("option", error.option_name, error.possibilities)
    elif isinstance(error, click.exceptions.NoSuchCommand):
        words = unknown("command", error.command_name, error.possibilities)
    of_command = command.removeprefix("judge").lstrip()
    place = f"{of_command}: " if of_command else ""
    end = "" if words.endswith("?") else "."
    typed = f"{JUDGE} {of_command}".rstrip()
    return f"{place}{words.rstrip('.')}{end} See: {typed} --help"


def unknown(kind: str, name: str, close: list[str] | None) -> str:
    """Reports an unknown option or command, and suggests the one that was meant."""
    suggestion = f". Did you mean '{close[0]}'?" if close else ""
    return f"unknown {kind} '{name}'{suggestion}"
