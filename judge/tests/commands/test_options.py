"""Options as fields: what click is told follows from a field's type, and each option is declared once, with a help."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

import click
import pytest

from judge import cli
from judge.base.usage import OneOf, Whole, in_words
from judge.commands.options.declare import FILE, Argument, MemberOf, Option, fields_of, parameters_of
from judge.commands.options.group import GUESSES

COMMANDS = cli.judge.whole()
LINES_OF_CLI = 115


class Colour(StrEnum):
    RED = "r"
    BLUE = "b"


@dataclass(frozen=True)
class Shared:
    last: Annotated[bool, Option("--last", help="l")] = False


@dataclass(frozen=True, kw_only=True)
class Painted(Shared):
    """One field of each kind."""

    place: Annotated[Path, Argument(help="p")]
    others: Annotated[tuple[str, ...], Argument(metavar="[OTHER]...", help="o")] = ()
    colour: Annotated[Colour, Option("--colour", "-c", help="c")] = Colour.RED
    layers: Annotated[int, Option("--layers", type=Whole(0, 9), help="y")] = 0
    tool: Annotated[
        Literal["brush", "roller"] | None,
        Option("--tool", help="t"),
        Option("--brush", flag_value="brush", help="b"),
    ] = None
    names: Annotated[tuple[str, ...], Option("--name", help="n")] = ()


def typed(*words: str) -> Painted:
    called: list[Painted] = []
    command = click.Command(
        "paint",
        params=[*parameters_of(Painted)],
        callback=lambda **options: called.append(Painted(**options)),
    )
    command.main([*words], standalone_mode=False)
    return called[0]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["wall"], Painted(place=Path("wall"))),
        (["wall", "a", "b", "--last"], Painted(place=Path("wall"), others=("a", "b"), last=True)),
        (["wall", "-c", "b", "--layers", "9"], Painted(place=Path("wall"), colour=Colour.BLUE, layers=9)),
        (["wall", "--tool", "roller"], Painted(place=Path("wall"), tool="roller")),
        (["wall", "--brush"], Painted(place=Path("wall"), tool="brush")),
        (["wall", "--name", "x", "--name", "y"], Painted(place=Path("wall"), names=("x", "y"))),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_is_typed_becomes_one_object(words: list[str], expected: Painted) -> None:
    found = typed(*words)
    assert found == expected
    assert isinstance(found.colour, Colour)


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ([], click.MissingParameter),
        (["wall", "--colour", "RED"], click.BadParameter),
        (["wall", "--layers", "10"], click.BadParameter),
        (["wall", "--tool", "knife"], click.BadParameter),
    ],
)
def test_what_does_not_fit_the_field_is_refused(words: list[str], error: type[Exception]) -> None:
    with pytest.raises(error):
        typed(*words)


def test_a_class_lists_its_own_fields_before_those_of_its_bases() -> None:
    parameters = [*parameters_of(Painted)]
    assert [parameter.name for parameter in parameters] == [
        *("place", "others", "colour", "layers", "tool", "tool", "names", "last")
    ]
    types = {
        parameter.name: type(parameter.type)
        for parameter in parameters
        if not parameter.opts[0].startswith("--brush")
    }
    assert (types["place"], types["colour"], types["tool"]) == (type(FILE), MemberOf, OneOf)
    assert [parameter.default for parameter in parameters if parameter.name == "layers"] == [0]


def test_a_field_of_a_type_that_nothing_converts_to_is_an_error() -> None:
    @dataclass
    class Wrong:
        table: Annotated[dict[str, str] | None, Option("--table", help="x")] = None

    with pytest.raises(TypeError):
        [*parameters_of(Wrong)]


def declarations(classes: Iterable[type]) -> dict[int, tuple[type, Option]]:
    """All that the classes declare, each once, with a class that has it."""
    return {
        id(declared): (options, declared)
        for options in classes
        for _, annotation, _ in fields_of(options)
        for declared in annotation.__metadata__
        if isinstance(declared, Option)
    }


def declared_twice(classes: Iterable[type]) -> list[tuple[Any, ...]]:
    """Names with a help that more than one declaration has."""
    found = [(type(one), *one.names, one.help) for _, one in declarations(classes).values()]
    return sorted({one for one in found if found.count(one) > 1}, key=str)


def without_help(classes: Iterable[type]) -> list[str]:
    """Options and arguments that a user may type and that say nothing."""
    return [
        f"{options.__name__}: {declared.names}"
        for options, declared in declarations(classes).values()
        if not declared.help and declared.attributes.get("metavar") != ""
    ]


OPTIONS = [command.options for command in COMMANDS.values()]


def test_no_option_is_declared_twice() -> None:
    assert len(declarations(OPTIONS)) > 80
    assert declared_twice(OPTIONS) == []


def test_every_option_has_a_help() -> None:
    assert without_help(OPTIONS) == []


def test_no_help_is_indented_by_its_source() -> None:
    helps = {name: command.help or "" for name, command in cli.judge.whole().items()}
    assert [name for name, text in helps.items() if "\n  " in text] == []


def test_the_checks_catch_what_is_declared_twice_or_says_nothing() -> None:
    @dataclass
    class Copied:
        last: Annotated[bool, Option("--last", help="l")] = False
        silent: Annotated[bool, Option("--silent", help="")] = False

    assert declared_twice([Shared, Copied]) == [(Option, "--last", "l")]
    assert without_help([Shared, Copied]) == ["Copied: ('--silent',)"]


def test_no_command_has_two_parameters_of_one_name() -> None:
    for name, command in COMMANDS.items():
        names = [option for parameter in command.params for option in parameter.opts]
        assert len(names) == len({*names}), name


def test_the_command_line_is_a_table() -> None:
    text = Path(cli.__file__).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LINES_OF_CLI
    assert list(COMMANDS) == list(cli.COMMANDS)
    modules = {path.stem for path in (Path(cli.__file__).parent / "commands/options").glob("*.py")}
    assert {*COMMANDS} <= modules


def test_the_help_shows_each_command_under_one_title() -> None:
    grouped = [name for names in cli.GROUPS.values() for name in names]
    assert sorted(grouped) == sorted({*grouped}) == sorted(COMMANDS)
    context = click.Context(cli.judge, info_name="judge", terminal_width=80)
    lines = cli.judge.get_help(context).splitlines()
    columns = {
        line.index(text[:20])
        for name, text in cli.COMMANDS.items()
        for line in lines
        if line.startswith(f"  {name} ")
    }
    assert len(columns) == 1
    assert [title for title in cli.GROUPS if f"{title}:" not in lines] == []


def test_a_word_that_others_use_names_our_command() -> None:
    words = [word for line in GUESSES.values() for word in line.split()]
    assert len(words) == len({*words})
    assert {*GUESSES} <= {*COMMANDS}
    assert {*words} & {*COMMANDS} == set()
    for typed, meant in [("grade", "submit"), ("Plagiarism", "similar"), ("sbmit", "submit")]:
        with pytest.raises(click.UsageError) as caught:
            cli.judge.main([typed], standalone_mode=False)
        assert f"'{typed}'. Did you mean '{meant}'?" in in_words(caught.value)
    with pytest.raises(click.exceptions.NoSuchCommand):
        cli.judge.main(["qqq"], standalone_mode=False)


def test_help_is_that_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "help", "samples") == shown(capsys, "samples", "--help")
    assert shown(capsys, "help") == shown(capsys, "--help")
    with pytest.raises(click.exceptions.NoSuchCommand):
        cli.judge.main(["help", "swim"], standalone_mode=False)


def shown(capsys: pytest.CaptureFixture[str], *typed: str) -> str:
    cli.judge.main([*typed], prog_name="judge", standalone_mode=False)
    return capsys.readouterr().out
