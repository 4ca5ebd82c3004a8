"""Options and arguments that several commands have in common."""

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

import click

from judge.base.usage import Decimal, OneOf, Whole

Command = TypeVar("Command", bound=Callable[..., int])
FILE = click.Path(path_type=Path)
MOST_GPU = 255
"""The greatest number of a GPU that the runner takes."""


def to_file_or_stdout(_: click.Context, __: click.Parameter, file: Path | None) -> Path | None:
    """The file that was named; with "-" all else that is printed goes to stderr, so that stdout holds that alone."""
    if file == Path("-"):
        from judge.base.console import out

        out.stderr = True
    return file


def not_both(context: click.Context, _: click.Parameter, asked: bool) -> bool:
    """Of --quiet and --verbose; called for each, in the order in which they were typed."""
    if asked and context.meta.setdefault("told", 0):
        raise click.UsageError("expected one of --quiet and --verbose, found both")
    context.meta["told"] = context.meta.get("told", 0) + asked
    return asked


def one_of(names: type[StrEnum]) -> OneOf:
    """By their values; click itself would take an enumeration's names."""
    return OneOf([name.value for name in names])


class ContestTime(click.ParamType[int]):
    """A time since the start of a contest, in ms."""

    name = "time"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        from judge.contest.times import RELATIVE_FORM, relative_ms

        time_ms = relative_ms(str(value))
        if time_ms is None or time_ms < 0:
            self.fail(f"expected {RELATIVE_FORM}, found {value}", param, ctx)
        return time_ms


class GpuNumbers(click.ParamType[tuple[int, ...]]):
    """The number of a GPU, or all that are here."""

    name = "gpu"
    ALL = "all"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        from judge.machine.gpus import all_gpus

        if isinstance(value, tuple):
            return value
        if value == self.ALL:
            return all_gpus()
        text = str(value)
        if not (text.isascii() and text.isdecimal() and int(text) <= MOST_GPU):
            self.fail(f"expected a whole number from 0 to {MOST_GPU}, or all, found {text}", param, ctx)
        return (int(text),)


class InOrder(click.Group):
    """Lists its commands in the order of this file, what each does whole, also where there is little room."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        listed = [(name, command) for name, command in self.commands.items() if not command.hidden]
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(limit=1000)) for name, command in listed])


class WithSteps(click.Command):
    """The help of `test` ends with its steps."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from judge.selftest.steps import STEPS

        with formatter.section("Steps"):
            formatter.write_dl([(step.name, step.what) for step in STEPS])
        super().format_epilog(ctx, formatter)


def step_names(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """For completion."""
    from judge.selftest.steps import STEPS

    return [step.name for step in STEPS if step.name.startswith(typed)]


def problem_names(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """For completion."""
    from judge.problems.formats.own import problem_ids
    from judge.project.paths import this_project

    return [name for name in problem_ids(this_project()) if name.startswith(typed)]


def language_ids(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """For completion."""
    from judge.languages.table import LANGUAGES

    return [language.id for language in LANGUAGES if language.id.startswith(typed)]


def verdict_codes(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """For completion."""
    from judge.judging.verdicts import Verdict

    return [verdict.code for verdict in Verdict if verdict.code.startswith(typed.upper())]


def problem_argument(command: Command) -> Command:
    return click.argument(
        "problem", shell_complete=problem_names, help="A problem id, see `judge list`, or a package."
    )(command)


def problems_argument(command: Command) -> Command:
    return click.argument(
        "problems",
        metavar="[PROBLEM]...",
        nargs=-1,
        shell_complete=problem_names,
        help="Problem ids, or packages: folders or zip files; default: all of our own.",
    )(command)


def optional_problem_argument(what: str) -> Callable[[Command], Command]:
    return click.argument("problem", required=False, shell_complete=problem_names, help=what)


def report_options(command: Command) -> Command:
    """Files that `verify`, `submit` and `report` write besides what they print."""
    junit = click.option(
        "--junit",
        type=FILE,
        callback=to_file_or_stdout,
        help="Also write the result as JUnit XML, for CI systems; - is stdout.",
    )
    html = click.option(
        "--html",
        type=FILE,
        callback=to_file_or_stdout,
        help="Also write the result as an HTML page; - is stdout.",
    )
    return junit(html(command))


def csv_option(command: Command) -> Command:
    return click.option(
        "--csv",
        type=FILE,
        callback=to_file_or_stdout,
        help="Also write a table, as CSV: a row for each solution, a column for each test; - is stdout.",
    )(command)


def json_option(command: Command) -> Command:
    return click.option(
        "--json",
        type=FILE,
        callback=to_file_or_stdout,
        help="Also write the complete result to this file, as JSON; - is stdout.",
    )(command)


def gpu_option(command: Command) -> Command:
    return click.option(
        "--gpu",
        type=Whole(0, MOST_GPU),
        default=0,
        show_default=True,
        help="The GPU to run on: /dev/nvidiaN.",
    )(command)


def gpus_option(command: Command) -> Command:
    return click.option(
        "--gpu",
        type=GpuNumbers(),
        metavar="N|all",
        multiple=True,
        default=("0",),
        show_default="0",
        help="The GPU to run on: /dev/nvidiaN. Repeat it to use several equal ones, or all.",
    )(command)


def limit_option(default: int, text: str) -> Callable[[Command], Command]:
    return click.option("--limit", type=Whole(min=1), default=default, show_default=True, help=text)


def history_filters(command: Command) -> Command:
    """What `history` and `best` are limited to."""
    for option in (
        click.option(
            "--until", metavar="DATE", help="Show nothing later; a day counts to its end. Dates like --since."
        ),
        click.option(
            "--since",
            metavar="DATE",
            help="Show nothing earlier than today, yesterday, 2026-11-20, '2026-11-20 14:30' (UTC) or '3 days'.",
        ),
        click.option("--author", multiple=True, help="Show only what this author submitted; repeatable."),
        click.option(
            "--name",
            multiple=True,
            metavar="PATTERN",
            help="Show only solutions of this name, or file; * and ? stand for anything; repeatable.",
        ),
    ):
        command = option(command)
    return command


def verdict_filter(command: Command) -> Command:
    return click.option(
        "--verdict",
        multiple=True,
        shell_complete=verdict_codes,
        help="Show only attempts with this verdict, like WA; repeatable.",
    )(command)


def time_factor_option(command: Command) -> Command:
    return click.option(
        "--time-factor",
        type=Decimal(min=1),
        metavar="F",
        help="Set the time limit to F times the slowest accepted solution here.",
    )(command)


def time_limit_option(command: Command) -> Command:
    return click.option(
        "--time-limit",
        type=Decimal(min=0.001),
        metavar="S",
        help="CPU seconds per test, overriding any other limit.",
    )(command)


def judging_options(command: Command) -> Command:
    """What `verify` and `submit` have in common."""
    isolation = click.option(
        "--require-isolation", is_flag=True, help="Refuse to run anything with less than full isolation."
    )
    history = click.option(
        "--no-history", is_flag=True, help="Do not store this in the history; see `judge history`."
    )
    repeat = click.option(
        "--repeat",
        type=Whole(1, 1000),
        default=1,
        show_default=True,
        help="Time each passed test this many times and show medians and spread.",
    )
    times = (time_factor_option, time_limit_option)
    for option in (report_options, json_option, *times, repeat, history, isolation, gpus_option):
        command = option(command)
    return command


def engine_choice(command: Command) -> Command:
    """Where it runs."""
    file = click.option(
        "--engine-file", type=FILE, metavar="FILE", help="How to use the cluster; default: engine.yaml."
    )
    engine = click.option(
        "--engine",
        type=OneOf(["local", "slurm"]),
        default="local",
        show_default=True,
        help="Use this machine, or a cluster with Slurm.",
    )
    return engine(file(command))


def engine_options(command: Command) -> Command:
    """Where it is judged: the fields of EngineOptions."""
    session = click.option(
        "--session",
        metavar="NAME",
        help="On a cluster: keep results under this name, and go on where an earlier command stopped.",
    )
    return engine_choice(session(command))


def submit_options(command: Command) -> Command:
    """How `submit` judges and what it shows: the fields of SubmitOptions."""
    for option in (
        click.option("--times", is_flag=True, help="Show where the time of a failing test went, too."),
        click.option(
            "--sanitize",
            is_flag=True,
            help="Run a C or C++ program that crashed or is wrong again with sanitizers, and name the line.",
        ),
    ):
        command = option(command)
    quiet = "Show nothing but the last line."
    return telling_options(quiet, "Show longer excerpts, and times in any case.")(command)


def telling_options(quiet: str, verbose: str) -> Callable[[Command], Command]:
    """What `verify` and `submit` show, and what they put up with. `quiet`, `verbose`: what these options do."""

    def with_options(command: Command) -> Command:
        for option in (
            click.option("--verbose", "-v", is_flag=True, callback=not_both, help=verbose),
            click.option("--quiet", "-q", is_flag=True, callback=not_both, help=quiet),
            click.option(
                "--strict",
                is_flag=True,
                help="Fail an accepted solution in which the emulated GPU found an error.",
            ),
        ):
            command = option(command)
        return command

    return with_options
