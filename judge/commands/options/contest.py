"""`judge contest`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import click

from judge.commands.options.common import Output, Quiet
from judge.commands.options.declare import Argument, Option
from judge.commands.options.engine import EngineOptions


class ContestTime(click.ParamType[int]):
    """A time since the start of a contest, in ms."""

    name = "time"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        from judge.contest.times import RELATIVE_FORM, relative_ms

        time_ms = relative_ms(str(value))
        if time_ms is None or time_ms < 0:
            self.fail(f"expected {RELATIVE_FORM}, found {value}", param, ctx)
        return time_ms


@dataclass(frozen=True)
class ContestOptions:
    """Options for what `contest` judges, shows and writes."""

    names: Annotated[
        tuple[str, ...],
        Argument(
            metavar="[PROBLEM|SUBMISSION]...",
            help="The submissions, or problems, that --rejudge judges again; default: all.",
        ),
    ] = ()
    rejudge: Annotated[bool, Option(help="Judge again, and show whose rank changed.")] = False
    show: Annotated[bool, Option(help="Judge nothing; show what is known.")] = False
    at_ms: Annotated[
        int | None,
        Option(
            "--at",
            type=ContestTime(),
            metavar="TIME",
            help="Ignore everything after this contest time, such as 4:00:00.",
        ),
    ] = None
    frozen: Annotated[
        bool, Option(help="Show the public scoreboard: submissions since the freeze are pending.")
    ] = False
    quiet: Quiet = False
    html: Annotated[Path | None, Output("--html", "Also write the scoreboard as a page")] = None
    api: Annotated[
        Path | None,
        Option(
            metavar="FOLDER",
            help="Also write files in the format of the ICPC Contest API: scoreboard.json, "
            "judgements.json, runs.json, ...",
        ),
    ] = None
    json: Annotated[
        Path | None, Output("--json", "Also write all of these to one file, by the names of the endpoints")
    ] = None


@dataclass(frozen=True, kw_only=True)
class ContestArguments(ContestOptions, EngineOptions):
    folder: Annotated[Path, Argument(metavar="DIR", help="The folder of a contest, or a zip file of it.")]


def run(options: ContestArguments) -> int:
    """Judgements are stored in the folder; submissions with a judgement are not judged again."""
    from judge.base.priority import Priority
    from judge.commands.contest import contest
    from judge.commands.engine_choice import on_engine
    from judge.commands.options.here import host_here

    return contest(on_engine(host_here(), options, Priority.CONTEST), options.folder, options)
