"""One run of an interactive problem: the solution and the output validator, each in a sandbox, talk to each other.

The first rule that applies decides who is to blame:

- The validator failed: it ended with a code other than 42 or 43, or exceeded its limits. JE.
- It said 43 before the solution had ended. That is then ended at once, and the verdict is WA; but TLE if it had used
  more than its time by then.
- The solution failed: RTE, TLE, MLE or OLE, as in any problem. By a limit, other than by waiting, that decides, and
the
  validator is ended: a flood may keep it busy for long. Where both wait for each other it is the solution that
  is ended, by its wall limit, as the validator may wait for longer; the validator then gets the end of its input.
  But if for more than half of that time it was the validator that computed, or was ready to and had no core, JE.
- What the validator said. Where a testlib interactor talked, and accepts, what the checker says of the file that it
  wrote.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from judge.base.records import replace
from judge.base.scratch import scratch_folder
from judge.base.units import seconds
from judge.judging.validators import (
    INTERACTORS_OUTPUT,
    MESSAGE,
    OUTPUT_CODES,
    interactor_run,
    output_validator_run,
    validate_output,
    validation_of,
)
from judge.judging.verdicts import LIMIT_VERDICTS, Validation
from judge.languages.problem_tools import compiled_program, output_validators
from judge.problems.limits import limits_of_interaction
from judge.problems.model import Problem, TestCase
from judge.project.host import JudgeHost
from judge.sandbox.conversation import Conversation, ConversationPart, RunnerEnded, converse
from judge.sandbox.facts import Facts
from judge.sandbox.run import Pipes, RunLimits
from judge.sandbox.transcript import JUDGES, SOLUTIONS, Transcript

ENDED = "ended-by-caller"
BOTH_WAITED = (
    "neither it nor the validator had anything left to read: does it answer each message, and flush stdout?"
)


class Interaction(Struct, frozen=True):
    facts: Facts
    """The facts of the solution's run."""
    validation: Validation | None
    """None: the solution exceeded a limit, and the validator was not consulted."""


def interact(
    host: JudgeHost,
    problem: Problem,
    test: TestCase,
    folder: Path,
    limits: RunLimits,
    run_solution: Callable[[Pipes], Facts],
    transcript: Transcript,
    feedback: Path | None = None,
) -> Interaction:
    """`run_solution` runs it in this folder, under these limits. Its output is left there as the file stdout.
    `feedback`: the files of the validator's feedback folder, before and after."""
    allowed = limits_of_interaction(problem.limits, limits)
    output = folder / "stdout"
    with scratch_folder() as validators:
        left = validators / "left"
        left.mkdir()
        if problem.interactor:
            program = compiled_program(host, problem, problem.interactor)
            tool = interactor_run(host, problem, test, program, allowed, left)
        else:
            (program,) = output_validators(host, problem)
            tool = output_validator_run(host, problem, test, program, allowed, output, feedback)
        codes = OUTPUT_CODES[program.protocol]
        solution = ConversationPart(
            run_solution,
            SOLUTIONS,
            limits.output_bytes,
            output,
            tells_closing=problem.package is not None and problem.package.tells_closing,
            decides=_is_too_much,
        )
        validator = ConversationPart(
            lambda pipes: tool.run(validators, keep=MESSAGE, pipes=pipes),
            JUDGES,
            allowed.output_bytes,
            decides=lambda ended: not _accepts(ended.facts, codes),
        )
        said = converse(folder, solution, validator, transcript)
        facts, of_validator = _limited(said.first), _limited(said.second)
        both_waited = facts.is_idle and said.first_ended_first and said.nothing_unread
        if facts.outcome == "wall-limit" and both_waited:
            facts = replace(facts, message=BOTH_WAITED)
        if of_validator.outcome == ENDED:
            return Interaction(facts, None)
        validation = validation_of(tool, of_validator, validators, codes)
        if problem.interactor and validation.accepted and facts.succeeded:
            (left / INTERACTORS_OUTPUT).touch()
            validation = validate_output(host, problem, test, left / INTERACTORS_OUTPUT)
    blamed = _slow_validator(problem, test, said, limits)
    is_final = facts.outcome == ENDED or not said.first_ended_first
    validation = replace(validation, is_final=is_final)
    return Interaction(facts, blamed or validation)


def _accepts(facts: Facts, codes: Mapping[int, bool]) -> bool:
    return facts.outcome == "exited" and facts.exit_code is not None and codes.get(facts.exit_code, False)


def _is_too_much(ended: RunnerEnded) -> bool:
    """Whether the solution exceeded a limit, other than by waiting: the validator need not read all of its output."""
    return _limited(ended).outcome in LIMIT_VERDICTS.keys() - {"wall-limit"}


def _limited(ended: RunnerEnded) -> Facts:
    """The facts with what the runner cannot know: the length of the output."""
    facts = replace(ended.facts, stdout_bytes=ended.said_bytes)
    if ended.is_over_limit:
        facts = replace(facts, outcome="output-limit", message="it wrote more than that to the other program")
    return facts


def _slow_validator(
    problem: Problem, test: TestCase, said: Conversation, limits: RunLimits
) -> Validation | None:
    """A failed validation if the solution only reached its wall limit as it waited for the validator, which computed
    or had no core. A validator that exceeded its own CPU time limit fails in any case."""
    solution, validator = said.first.facts, said.second.facts
    if validator.outcome == "cpu-limit":
        return None
    without_core_ns = (validator.contention.waited_ns or 0) if validator.contention else 0
    waited_ns = min(validator.cpu_ns + without_core_ns, solution.wall_ns)
    if solution.outcome != "wall-limit" or solution.wall_ns - waited_ns > limits.wall_ms * 500_000:
        return None
    if validator.cpu_ns >= without_core_ns:
        next_step = "the validator must answer faster"
    else:
        next_step = "other programs used the cores: judge it on a less busy machine"
    return Validation(
        None,
        f"the output validator of {problem.id} used {seconds(validator.cpu_ns)} of CPU time on {test.name} and was "
        f"{seconds(without_core_ns)} without a core, for which the solution waited until its wall time was over: "
        f"{next_step}",
    )
