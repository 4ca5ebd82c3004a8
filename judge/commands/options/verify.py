"""`judge verify`."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import click

from judge.commands.options.common import ProblemNames, Strict, Told, problem_names
from judge.commands.options.declare import Option
from judge.commands.options.engine import EngineOptions
from judge.commands.options.judging import JudgingOptions, judging_host
from judge.project.devices import DeviceChoice, Requirement

if TYPE_CHECKING:
    from judge.judging.selection import Choice


@dataclass(frozen=True)
class VerifyOptions(JudgingOptions, EngineOptions):
    problems: ProblemNames = ()
    named: Annotated[
        tuple[str, ...],
        Option(
            "--problem", "-p", shell_complete=problem_names, help="Another way to name a PROBLEM; repeatable."
        ),
    ] = ()
    solver: Annotated[
        tuple[str, ...], Option("-s", help="Judge only solvers with this name; repeatable.")
    ] = ()
    device: Annotated[
        DeviceChoice,
        Option(
            show_default=False,
            help="Judge only solutions for this device; emulated: CUDA, on the emulated GPU.",
        ),
    ] = DeviceChoice.ALL
    require: Annotated[Requirement | None, Option(help="Fail if anything that needs this is skipped.")] = None
    large: Annotated[
        bool,
        Option(
            help="Judge the solvers on tests larger than those of contests instead, which are "
            "generated (gigabytes)."
        ),
    ] = False
    all_cores: Annotated[
        bool, Option(help="Run each solver on all cores, one after another, to time its whole program.")
    ] = False
    strict: Strict = False
    """Whether findings make an accepted solution count as unexpected."""
    quiet: Annotated[bool, Told("--quiet", "Show only what was not as expected, and the last line.")] = False
    verbose: Annotated[
        bool, Told("--verbose", "Explain what was not as expected: excerpts, findings, times.")
    ] = False

    @property
    def choice(self) -> "Choice":
        from judge.judging.selection import Choice

        problems = (*self.problems, *self.named)
        return Choice(problems, self.solver, self.device, self.large, self.require, self.all_cores)


PLAIN = VerifyOptions()


def run(options: VerifyOptions) -> int:
    from judge.base.priority import Priority
    from judge.commands.engine_choice import on_engine
    from judge.commands.verify import verify

    host = on_engine(judging_host(options), options, Priority.REJUDGING)
    if options.large and options.time_factor is not None:
        raise click.UsageError("--large measures no time limit: expected --time-limit, found --time-factor")
    _ = options.time_options  # refuses contradictory options before anything is written
    return verify(host, options.choice, options.files, options)
