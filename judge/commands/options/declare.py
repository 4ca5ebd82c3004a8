"""Options as fields: a dataclass whose annotations declare a command's arguments and options, made into click's.

A field `large: Annotated[bool, Option(help=...)] = False` is the flag --large: what an option is called, what a value
is converted to, whether it is repeatable and what its default is all follow from the field's name, type and default.
"""

import types
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from inspect import cleandoc, get_annotations
from pathlib import Path
from typing import Any, Literal, Protocol, TypedDict, Union, Unpack, cast, get_args, get_origin

import click

from judge.base.usage import OneOf

FILE: click.Path = click.Path(path_type=Path)


class Attributes(TypedDict, total=False):
    """What click is told beyond the names, the help and what follows from the field."""

    metavar: str
    type: "click.ParamType[Any]"
    show_default: bool | str
    flag_value: str
    hidden: bool
    callback: Callable[[click.Context, click.Parameter, Any], Any]
    shell_complete: Callable[[click.Context, click.Parameter, str], list[str]]


class Option:
    """The declaration of an option, as a part of a field's annotation."""

    def __init__(self, *names: str, help: str, **attributes: Unpack[Attributes]) -> None:
        """`names`: without a long one, the option is called like its field."""
        self.names = names
        self.help = help
        self.attributes = attributes

    def names_of(self, field: str) -> tuple[str, ...]:
        is_named = any(name.startswith("--") for name in self.names)
        return self.names if is_named else (f"--{field.replace('_', '-')}", *self.names)

    def parameter(self, field: str, attributes: dict[str, Any]) -> click.Parameter:
        return click.Option([*self.names_of(field), field], help=self.help, **attributes)


class Argument(Option):
    """The declaration of an argument, which is identified by its position."""

    def __init__(self, *, help: str, **attributes: Unpack[Attributes]) -> None:
        super().__init__(help=help, **attributes)

    def parameter(self, field: str, attributes: dict[str, Any]) -> click.Parameter:
        if attributes.pop("multiple", False):
            attributes["nargs"] = -1
        return click.Argument([field], help=self.help or None, **attributes)


class Behind:
    """The declaration of a field that takes all words after `--`, unchanged; `word`: the name of each in the usage
    line."""

    def __init__(self, word: str) -> None:
        self.word = word


class MemberOf(OneOf):
    """A member of an enumeration by its value; click itself would use the names."""

    def __init__(self, members: type[StrEnum]) -> None:
        super().__init__([member.value for member in members])
        self.members = members

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> StrEnum:
        word = value.value if isinstance(value, self.members) else value
        return self.members(super().convert(word, param, ctx))


class CommandModule(Protocol):
    """A module of this folder: `run` takes the options, whose class its annotation names, and returns the exit status.
    The help shows its docstring after the first line."""

    __name__: str
    run: Callable[[Any], int]


class TypedCommand(click.Command):
    """A command that is called with one object, made from the command line."""

    def __init__(self, name: str, line: str, module: CommandModule) -> None:
        self.options: type = module.run.__annotations__["options"]
        super().__init__(
            name,
            params=[*parameters_of(self.options)],
            callback=lambda **typed: module.run(self.options(**typed)),
            help=f"{line}\n\n{cleandoc(module.run.__doc__ or '')}".strip(),
        )
        self.behind = {
            name: declared.word for name, declared in _declared(self.options) if isinstance(declared, Behind)
        }
        """The name of the field that takes the words after `--`; at most one."""
        self.last_section: Callable[[], tuple[str, Sequence[tuple[str, str]]]] | None = getattr(
            module, "last_section", None
        )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        behind: list[str] = []
        if self.behind and "--" in args:
            at = args.index("--")
            args, behind = args[:at], args[at + 1 :]
        try:
            rest = super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # the parser itself does not know the command
            raise
        ctx.params |= {name: tuple(behind) for name in self.behind}
        return rest

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [*super().collect_usage_pieces(ctx), *(f"[-- {word}...]" for word in self.behind.values())]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if self.last_section:
            title, rows = self.last_section()
            with formatter.section(title):
                formatter.write_dl(rows)
        super().format_epilog(ctx, formatter)


def parameters_of(options: type) -> Iterator[click.Parameter]:
    """The parameters that a class declares: its own first, then those of its bases."""
    for name, annotation, default in fields_of(options):
        for declared in annotation.__metadata__:
            if isinstance(declared, Option):
                yield declared.parameter(name, attributes_of(annotation.__origin__, default, declared))


def _declared(options: type) -> Iterator[tuple[str, Any]]:
    """Each declaration with the name of its field."""
    for name, annotation, _ in fields_of(options):
        for declared in annotation.__metadata__:
            yield name, declared


def fields_of(options: type) -> Iterator[tuple[str, Any, Any]]:
    """Each field with its annotation and its default, or ... if it has none."""
    for owner in options.__mro__:
        for name, annotation in get_annotations(owner).items():
            yield name, annotation, getattr(options, name, ...)


def attributes_of(value_type: Any, default: Any, declared: Option) -> dict[str, Any]:
    """Attributes for click, from the field and its declaration."""
    found: dict[str, Any] = {}
    if default is ... or isinstance(declared, Argument):
        found["required"] = default is ...
    if not any(default is nothing for nothing in (..., None, False, ())):
        shown = default.value if isinstance(default, StrEnum) else default
        found |= {"default": shown, "show_default": True}
    if get_origin(value_type) in (types.UnionType, Union):
        [value_type] = set(get_args(value_type)) - {types.NoneType}
    if get_origin(value_type) is tuple:
        found["multiple"] = True
        value_type = get_args(value_type)[0]
    if value_type is bool:
        found["is_flag"] = True
    elif "type" not in declared.attributes:
        found["type"] = type_of(value_type)
    return {**found, **declared.attributes}


def type_of(value_type: Any) -> "click.ParamType[Any] | type":
    """The converter to this type: click has converters for the simple ones."""
    if get_origin(value_type) is Literal:
        return OneOf(get_args(value_type))
    if value_type is Path:
        return FILE
    if issubclass(value_type, StrEnum):
        return MemberOf(value_type)
    if value_type not in (str, int, float):
        raise TypeError(f"no option can be of type {value_type.__name__}")
    return cast(type, value_type)
