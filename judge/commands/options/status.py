"""`judge status`."""

from dataclasses import dataclass
from typing import Annotated

from judge.base.errors import JudgeError
from judge.base.usage import Whole
from judge.commands.options.common import Json, Quiet, Told
from judge.commands.options.declare import Argument, Option


@dataclass(frozen=True)
class StatusOptions:
    number: Annotated[
        int | None,
        Argument(
            metavar="[N]", type=Whole(1, 2**53), help="The number of a submission; default: list yours."
        ),
    ] = None
    to: Annotated[
        str | None,
        Option(metavar="URL|NAME", help="The judge; default: the only one that you are logged in to."),
    ] = None
    watch: Annotated[
        bool, Option(help="Wait until it is judged; without a number, watch your newest submission.")
    ] = False
    problems: Annotated[bool, Option(help="Show the open problems there.")] = False
    json: Json = None
    quiet: Quiet = False
    verbose: Annotated[bool, Told("--verbose", "Show longer excerpts.")] = False


def run(options: StatusOptions) -> int:
    """The exit status for one submission is that of `judge submit`: 0 accepted, 1 not accepted or not judged yet."""
    from judge.commands.status import problems_there, status_of, submissions_there
    from judge.commands.terminal import Terminal

    if options.problems:
        if options.number is not None or options.watch:
            raise JudgeError("--problems shows the problems: expected neither N nor --watch.")
        return problems_there(options.to, options.json)
    if options.number is None and not options.watch:
        return submissions_there(options.to, options.json)
    return status_of(Terminal(), options)
