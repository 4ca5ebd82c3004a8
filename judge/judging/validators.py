"""Calling validators: `validator INPUT ANSWER FEEDBACK_DIR [flags] < OUTPUT`, and `validator < INPUT`.

A problem's own run in the sandbox, under the limits validation_* of its problem.yaml, and in an empty work directory,
which is the feedback folder. The default validator is ours, and is called as it is: it is on the path of every test.
"""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from judge.base.processes import call
from judge.base.same_bytes import have_same_bytes
from judge.base.scratch import scratch_folder
from judge.base.text import read_text
from judge.judging.verdicts import Validation
from judge.languages.problem_tools import ToolProgram, output_validators, tool_program
from judge.problems.limits import limits_of_validation
from judge.problems.model import Problem, TestCase
from judge.problems.test_cases import input_validator_args
from judge.problems.tools import ToolRun
from judge.project.paths import Project

ACCEPTED = 42
JUDGED = (ACCEPTED, 43)
MESSAGE = "judgemessage.txt"
"""The feedback file in which an output validator gives its reason."""
FEEDBACK_FOLDER = "./"
"""The format wants a separator at its end."""


def validate_output(project: Project, problem: Problem, test: TestCase, output: Path) -> Validation:
    """What the problem's output validator, or the default comparison, says of an output."""
    if not problem.output_validators:
        return _compare(project, problem, test, output)
    for program in output_validators(project, problem):
        command = (*program.command, test.input, test.answer, FEEDBACK_FOLDER, *test.validator_args)
        validation = _validated(
            ToolRun(
                project,
                problem,
                "output validator",
                test.name,
                command,
                limits_of_validation(problem.limits),
                stdin=output,
                files=(test.input, test.answer),
                visible=program.visible,
            )
        )
        if not validation.accepted:
            break
    return validation


def validate_input(project: Project, problem: Problem, input_file: Path, group: str) -> Validation:
    """What the problem's input validator says of an input, with the flags of its group: "secret"."""
    flags = input_validator_args(project.committed_data(problem.id) / group)
    program = tool_program(project, problem, "validate-input")
    return validated_input(project, problem, program, input_file, f"{group}/{input_file.stem}", flags)


def validated_input(
    project: Project,
    problem: Problem,
    program: ToolProgram,
    input_file: Path,
    name: str,
    flags: Sequence[str],
) -> Validation:
    """What an input validator says of an input of this name."""
    return _validated(
        ToolRun(
            project,
            problem,
            "input validator",
            name,
            (*program.command, *flags),
            limits_of_validation(problem.limits),
            stdin=input_file,
            visible=program.visible,
        )
    )


def _validated(tool: ToolRun) -> Validation:
    with scratch_folder() as folder:
        facts = tool.run(folder, keep=MESSAGE)
        if facts.outcome != "exited" or facts.exit_code not in JUDGED:
            code = facts.exit_code if facts.outcome == "exited" else None
            return Validation(code, tool.failure(facts, folder))
        return Validation(facts.exit_code, _reason(facts.exit_code, folder))


def _compare(project: Project, problem: Problem, test: TestCase, output: Path) -> Validation:
    # To be the answer, byte for byte, is right by any rule; flags, though, may be wrong, and the validator says so.
    if not test.validator_args and have_same_bytes(output, test.answer):
        return Validation(ACCEPTED, "")
    with scratch_folder() as folder:
        command: list[str | Path] = [
            project.default_validator,
            test.input,
            test.answer,
            folder,
            *test.validator_args,
        ]
        try:
            code = call(
                command, stdin=output, stderr=folder / "stderr", timeout_s=problem.limits.validation_time_s
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return Validation(None, f"the default validator failed on {test.name}: {error}")
        reason = _reason(code, folder)
        if code not in JUDGED:
            reason = f"the default validator failed on {test.name}: exit code {code}: {reason}"
        return Validation(code, reason)


def _reason(code: int, folder: Path) -> str:
    """What a validator says of an output that it does not accept; most outputs are right."""
    if code == ACCEPTED:
        return ""
    return read_text(folder / MESSAGE).strip() or read_text(folder / "stderr").strip()
