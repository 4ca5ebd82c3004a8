"""`judge test`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import click

from judge.base.usage import Whole
from judge.commands.options.declare import Argument, Option


def step_names(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """Completes a step."""
    from judge.selftest.steps import STEPS

    return [step.name for step in STEPS if step.name.startswith(typed)]


@dataclass(frozen=True)
class TestOptions:
    steps: Annotated[
        tuple[str, ...],
        Argument(metavar="[STEP]...", shell_complete=step_names, help="Run only these steps."),
    ] = ()
    quick: Annotated[
        bool, Option(help="Run what needs no build, in a few minutes, and list what is left out.")
    ] = False
    again: Annotated[bool, Option(help="Also run tests that have passed here with the same inputs.")] = False
    profile: Annotated[bool, Option(help="Show how long each part takes, next to the previous time.")] = False
    long: Annotated[
        bool, Option(help="Run the open-ended tests instead: fuzzing, killing at random, all of Kattis.")
    ] = False
    """Replaces the ordinary steps."""
    seconds: Annotated[int, Option(type=Whole(1), help="How long each part of --long takes.")] = 60
    mutants: Annotated[
        tuple[str, ...],
        Option(
            metavar="N|all|FAULT",
            help="Plant faults one at a time, and show which test catches each; repeatable.",
        ),
    ] = ()
    seed: Annotated[
        int, Option(type=Whole(0), help="Seed that picks the faults if --mutants is a number.")
    ] = 1
    whole: Annotated[bool, Option(help="Run all steps on a fault that its own tests miss.")] = False
    known_skips_only: Annotated[
        bool, Option(help="Fail if a test is skipped for an unknown reason, as CI does.")
    ] = False


def last_section() -> tuple[str, Sequence[tuple[str, str]]]:
    """The list of steps, with which the help ends."""
    from judge.selftest.steps import STEPS

    return "Steps", [(step.name, step.what) for step in STEPS]


def run(options: TestOptions) -> int:
    from judge.commands.options.here import host_here
    from judge.project.checkout import require_checkout

    require_checkout(host_here().installation, "judge test")
    if options.mutants:
        from judge.commands.testing_mutants import mutants

        return mutants(host_here(), options.mutants, options.seed, whole=options.whole)
    from judge.commands.testing import test

    return test(host_here(), options)
