"""`judge shadow`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from judge.commands.options.common import Output, Quiet
from judge.commands.options.declare import Argument, Option
from judge.commands.options.engine import EngineOptions


@dataclass(frozen=True, kw_only=True)
class ShadowOptions(EngineOptions):
    """What `shadow` is called with."""

    source: Annotated[
        str,
        Argument(
            metavar="URL|DIR",
            help="The contest elsewhere: https://HOST/api/contests/ID, or a contest package or recorded feed.",
        ),
    ]
    folder: Annotated[
        Path,
        Argument(metavar="FOLDER", help="What was told and judged is kept there; to go on, name it again."),
    ]
    problems: Annotated[
        Path | None,
        Option(
            "--problems",
            metavar="DIR",
            help="A contest or contest package whose problems it is judged with; default: FOLDER/problems, or ours.",
        ),
    ] = None
    once: Annotated[bool, Option("--once", help="Compare what is there now, and do not wait for more.")] = (
        False
    )
    quiet: Quiet = False
    json: Annotated[Path | None, Output("--json", "Also write the differences to this file, as JSON")] = None


def run(options: ShadowOptions) -> int:
    """Any difference, and whatever could not be judged here, ends it with 1."""
    from judge.base.priority import Priority
    from judge.commands.engine_choice import on_engine
    from judge.commands.options.here import host_here
    from judge.commands.shadow import shadow

    return shadow(on_engine(host_here(), options, Priority.CONTEST), options)
