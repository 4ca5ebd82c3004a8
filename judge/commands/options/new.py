"""`judge new`."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

from judge.base.errors import JudgeError
from judge.commands.options.declare import Argument, Option


class Kind(StrEnum):
    """The type of a problem."""

    PASS_FAIL = "pass-fail"
    SCORING = "scoring"
    INTERACTIVE = "interactive"
    MULTI_PASS = "multi-pass"


@dataclass(frozen=True)
class NewOptions:
    name: Annotated[
        str,
        Argument(
            metavar="ID|FOLDER",
            help="The id of a problem in problems/: lower-case letters, digits and hyphens; or, "
            "with a slash, any folder.",
        ),
    ]
    kind: Annotated[
        Kind,
        Option("--type", help="The problem's type; all except pass-fail are packages in their own folder."),
    ] = Kind.PASS_FAIL
    language: Annotated[
        Literal["cpp", "python"] | None,
        Option(
            "-l",
            show_default="cpp, in a package python",
            help="The language of its generator, validator and submissions.",
        ),
    ] = None


def run(options: NewOptions) -> int:
    if "/" not in options.name and options.kind is Kind.PASS_FAIL:
        from judge.commands.new import new
        from judge.commands.options.here import host_here
        from judge.project.checkout import require_checkout

        require_checkout(host_here().installation, f"judge new {options.name}, without a slash,")
        return new(host_here(), options.name, options.language or "cpp")
    from judge.commands.new_package import new_package

    if options.language == "cpp":
        raise JudgeError(
            "--language cpp is for problems under problems/: the programs of a package are in Python."
        )
    return new_package(Path(options.name), options.kind)
