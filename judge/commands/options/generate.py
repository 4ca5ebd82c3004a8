"""`judge generate`."""

from dataclasses import dataclass
from typing import Annotated

from judge.commands.options.common import ProblemNames
from judge.commands.options.declare import Option


@dataclass(frozen=True)
class GenerateOptions:
    problems: ProblemNames = ()
    check: Annotated[
        bool, Option(help="Change nothing; check that data, validators and answers are consistent.")
    ] = False
    large: Annotated[
        bool, Option(help="Generate the tests larger than those of contests, instead of the others.")
    ] = False


def run(options: GenerateOptions) -> int:
    from judge.commands.generate import generate
    from judge.commands.options.here import host_here

    return generate(host_here(), options)
