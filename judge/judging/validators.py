"""Calling validators: `validator INPUT ANSWER FEEDBACK_DIR [flags] < OUTPUT`, and input validators."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from judge.base.processes import call
from judge.base.scratch import scratch_folder
from judge.base.text import read_text
from judge.judging.verdicts import Validation
from judge.problems.model import Problem
from judge.problems.test_cases import TestCase
from judge.project.paths import Project

TIME_LIMIT_S = 60


def output_validator(project: Project, problem: Problem) -> Path:
    """The problem's own validator where it has one, else the default comparison."""
    special = project.tool(problem.id, "validate-output")
    return special if (problem.folder / "output_validator").is_dir() else project.default_validator


def validate_output(project: Project, problem: Problem, test: TestCase, output: Path) -> Validation:
    """What the problem's output validator says of an output."""
    with scratch_folder() as feedback:
        command: list[str | Path] = [
            output_validator(project, problem),
            test.input,
            test.answer,
            feedback,
            *test.validator_args,
        ]
        code, stderr = _run(command, output)
        # The message is for a refusal; most outputs are right.
        message = "" if code == 42 else read_text(feedback / "judgemessage.txt").strip() or stderr
    return Validation(code, message)


def validate_input(project: Project, problem: Problem, input_file: Path) -> Validation:
    """What the problem's input validator says of an input; 42 means valid."""
    return Validation(*_run([project.tool(problem.id, "validate-input")], input_file))


def _run(command: Sequence[str | Path], stdin: Path) -> tuple[int, str]:
    with scratch_folder() as folder:
        try:
            code = call(command, stdin=stdin, stderr=folder / "stderr", timeout_s=TIME_LIMIT_S)
        except (OSError, subprocess.TimeoutExpired) as error:
            return -1, str(error)
        return code, "" if code == 42 else read_text(folder / "stderr").strip()
