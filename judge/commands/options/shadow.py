"""`judge shadow`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from judge.commands.options.common import Output, Quiet
from judge.commands.options.declare import Argument, Option
from judge.commands.options.engine import EngineOptions


@dataclass(frozen=True, kw_only=True)
class ShadowOptions(EngineOptions):
    source: Annotated[
        str,
        Argument(
            metavar="URL|DIR",
            help="The contest elsewhere: https://HOST/api/contests/ID, or a contest package or recorded feed.",
        ),
    ]
    folder: Annotated[
        Path, Argument(metavar="FOLDER", help="Stores what was received and judged; name it again to resume.")
    ]
    problems: Annotated[
        Path | None,
        Option(
            "--problems",
            metavar="DIR",
            help="A contest or contest package with the problems; default: FOLDER/problems, or ours.",
        ),
    ] = None
    once: Annotated[bool, Option(help="Compare what is there now; do not wait for more.")] = False
    quiet: Quiet = False
    json: Annotated[Path | None, Output("--json", "Also write the differences to this file, as JSON")] = None


def run(options: ShadowOptions) -> int:
    """The exit status is 1 if anything differs or could not be judged here."""
    from judge.base.priority import Priority
    from judge.commands.engine_choice import on_engine
    from judge.commands.options.here import host_here
    from judge.commands.shadow import shadow

    return shadow(on_engine(host_here(), options, Priority.CONTEST), options)
