"""`judge history`."""

from dataclasses import dataclass
from typing import Annotated

import click

from judge.base.usage import Whole
from judge.commands.options.common import OptionalProblem
from judge.commands.options.declare import Option
from judge.commands.options.filters import FilterOptions


def verdict_codes(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """Completes a verdict."""
    from judge.judging.verdicts import Verdict

    return [verdict.code for verdict in Verdict if verdict.code.startswith(typed.upper())]


@dataclass(frozen=True)
class HistoryOptions(FilterOptions):
    problem: Annotated[
        str | None, OptionalProblem("Show the attempts at this problem; default: all sessions.")
    ] = None
    session: Annotated[int | None, Option(help="Show the whole of this `verify` or `submit`.")] = None
    by_author: Annotated[bool, Option(help="Show each author's attempts, best verdict and last attempt.")] = (
        False
    )
    verdicts: Annotated[
        tuple[str, ...],
        Option(
            "--verdict",
            shell_complete=verdict_codes,
            help="Show only attempts with this verdict, like WA; repeatable.",
        ),
    ] = ()
    limit: Annotated[
        int | None,
        Option(type=Whole(min=1), help="Maximum number of rows; default: 20, with --by-author all."),
    ] = None


def run(options: HistoryOptions) -> int:
    """Filters combine. With a verdict, a name or an author, it shows attempts instead of sessions."""
    from judge.commands.history import history

    return history(options)
