"""`judge similar`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from judge.commands.options.common import Output, Quiet
from judge.commands.options.declare import Argument, Option


@dataclass(frozen=True)
class SimilarOptions:
    given: Annotated[
        tuple[str, ...],
        Argument(
            metavar="FOLDER|ZIP...",
            help="The submissions of a class: a folder with one for each author, a zip file of "
            "that, or several files.",
        ),
    ]
    template: Annotated[
        tuple[Path, ...],
        Option(
            "--template",
            metavar="FILE",
            help="A file that everybody was given; its code is not counted; repeatable.",
        ),
    ] = ()
    quiet: Quiet = False
    html: Annotated[Path | None, Output("--html", "Also write a page, with both sources side by side")] = None


def run(options: SimilarOptions) -> int:
    """The exit status is 1 if pairs stand out."""
    from judge.commands.options.here import host_here
    from judge.commands.similar import similar

    return similar(host_here(), options)
