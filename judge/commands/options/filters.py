"""The options that select what is shown of the history."""

from dataclasses import dataclass
from typing import Annotated

from judge.commands.options.common import Json
from judge.commands.options.declare import Option


@dataclass(frozen=True, kw_only=True)
class FilterOptions:
    """Which results of the history are shown, and where they are written."""

    names: Annotated[
        tuple[str, ...],
        Option(
            "--name",
            metavar="PATTERN",
            help="Show only solutions with this name or file name; * and ? are wildcards; repeatable.",
        ),
    ] = ()
    authors: Annotated[
        tuple[str, ...], Option("--author", help="Show only this author's submissions; repeatable.")
    ] = ()
    since: Annotated[
        str | None,
        Option(
            metavar="DATE",
            help="Show nothing earlier than today, yesterday, 2026-11-20, '2026-11-20 14:30' (UTC) or '3 days'.",
        ),
    ] = None
    until: Annotated[
        str | None,
        Option(metavar="DATE", help="Show nothing later; a day includes its end. Dates as for --since."),
    ] = None
    json: Json = None
