"""Calls validators: `validator INPUT ANSWER FEEDBACK_DIR [flags] < OUTPUT`, and `validator [flags] < INPUT`; testlib's
as `checker INPUT OUTPUT ANSWER`, and as `validator < INPUT`.

A problem's own validator runs in the sandbox, under the limits validation_* of its problem.yaml, and in an empty work
directory, which is the feedback folder. The default validator is ours and runs without a sandbox: every test needs it.
"""

import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from judge.base.processes import call
from judge.base.same_bytes import have_same_bytes
from judge.base.scratch import scratch_folder
from judge.base.text import read_text
from judge.judging.verdicts import Validation
from judge.languages.problem_tools import ToolProgram, compiled_program, output_validators, tool_program
from judge.machine.cores import pinned
from judge.problems.limits import limits_of_validation
from judge.problems.model import Problem, TestCase
from judge.problems.points import points_of
from judge.problems.program import Program, Protocol
from judge.problems.test_cases import input_validator_args
from judge.problems.tools import ToolRun
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.sandbox.facts import Facts
from judge.sandbox.run import RunLimits
from judge.sandbox.work_files import visible_with_files, with_files

ACCEPTED = 42
REJECTED = 43
OUTPUT_CODES = {
    Protocol.ICPC: {ACCEPTED: True, REJECTED: False},
    # Wrong answer; wrong format, also known as "dirt" or an unexpected end of file.
    Protocol.TESTLIB: {0: True, 1: False, 2: False, 4: False, 8: False},
}
"""Exit codes of output validators: whether a code accepts. Any other code is a failure."""
INPUT_CODES = {
    Protocol.ICPC: {ACCEPTED: True, REJECTED: False},
    Protocol.TESTLIB: {0: True, 3: False},
}
POINTS = 7
"""testlib's exit code of a checker that gives points, which precede its message."""
POINTS_SAID = re.compile(r"points (\S+)")
PARTIALLY = re.compile(r"partially correct \((\d{1,3})\)")
"""The prefix of a checker's message that gives a share of the points, in percent, which is also its exit code."""
MESSAGE = "judgemessage.txt"
"""The feedback file in which an output validator gives its reason."""
INTERACTORS_OUTPUT = "output.txt"
"""The file that a testlib interactor writes for the checker, in its work directory."""
FEEDBACK_FOLDER = "./"
"""The format requires a separator at its end."""


def validate_output(
    host: JudgeHost,
    problem: Problem,
    test: TestCase,
    output: Path,
    feedback: Path | None = None,
    cores: Sequence[int] = (),
) -> Validation:
    """The decision of the problem's output validator, or of the default comparison, on an output. `feedback`: the
    files of its feedback folder, before and after. `cores`: those for the comparison of large outputs; none: all."""
    if not problem.output_validators:
        return _compare(host.installation, problem, test, output, cores)
    for program in output_validators(host, problem):
        tool = output_validator_run(
            host, problem, test, program, limits_of_validation(problem.limits), output, feedback
        )
        if program.protocol is Protocol.TESTLIB:
            validation = _checked(tool, is_scored=problem.scoring is not None)
        else:
            validation = _validated(tool, OUTPUT_CODES[program.protocol])
        if not validation.accepted:
            break
    return validation


def output_validator_run(
    host: JudgeHost,
    problem: Problem,
    test: TestCase,
    program: ToolProgram,
    limits: RunLimits,
    output: Path,
    feedback: Path | None = None,
) -> ToolRun:
    """One call of an output validator."""
    is_testlib = program.protocol is Protocol.TESTLIB
    files = (test.input, output, test.answer) if is_testlib else (test.input, test.answer)
    feedback_argument = () if is_testlib else (FEEDBACK_FOLDER,)
    return ToolRun(
        host,
        problem,
        "output validator",
        test.name,
        (*program.command, *files, *feedback_argument, *test.validator_args),
        limits,
        stdin=None if is_testlib else output,
        files=files,
        visible=program.visible,
        feedback=feedback,
    )


def interactor_run(
    host: JudgeHost, problem: Problem, test: TestCase, program: ToolProgram, limits: RunLimits, left: Path
) -> ToolRun:
    """One call of a testlib interactor, `interactor INPUT OUTPUT ANSWER`. Its file is then in `left`."""
    files = (test.input, test.answer)
    return ToolRun(
        host,
        problem,
        "interactor",
        test.name,
        (*program.command, test.input, INTERACTORS_OUTPUT, test.answer),
        limits,
        files=files,
        visible=program.visible,
        feedback=left,
    )


def validate_input(host: JudgeHost, problem: Problem, input_file: Path, group: str) -> Validation:
    """The decision of the problem's input validator on an input, with the flags of its group: "secret"."""
    flags = input_validator_args(host.installation.committed_data(problem.id) / group)
    program = tool_program(host, problem, "validate-input")
    return validated_input(host, problem, program, input_file, f"{group}/{input_file.stem}", flags)


def validated_input(
    host: JudgeHost,
    problem: Problem,
    program: ToolProgram,
    input_file: Path,
    name: str,
    flags: Sequence[str],
    files: Path | None = None,
) -> Validation:
    """The decision of an input validator on an input with this name. `files`: a folder of files in its work
    directory."""
    return _validated(
        ToolRun(
            host,
            problem,
            "input validator",
            name,
            with_files((*program.command, *flags), files),
            limits_of_validation(problem.limits),
            stdin=input_file,
            visible=(*program.visible, *visible_with_files(program.command, files)),
        ),
        INPUT_CODES[program.protocol],
    )


def validated_by(host: JudgeHost, problem: Problem, program: Program, test: TestCase) -> Validation:
    """The decision of this input validator of a package on the input of a test, with its arguments and files."""
    arguments = test.args_of_input_validator(program.name)
    compiled = compiled_program(host, problem, program)
    return validated_input(host, problem, compiled, test.input, test.name, arguments, test.files)


def _validated(tool: ToolRun, codes: Mapping[int, bool]) -> Validation:
    """`codes`: whether an exit code accepts."""
    with scratch_folder() as folder:
        return validation_of(tool, tool.run(folder, keep=MESSAGE), folder, codes)


def _checked(tool: ToolRun, *, is_scored: bool) -> Validation:
    """The decision of a testlib checker, which may give points."""
    with scratch_folder() as folder:
        facts = tool.run(folder)
        code = facts.exit_code if facts.outcome == "exited" else None
        said = read_text(folder / "stderr")
        share = PARTIALLY.match(said)
        gives_share = share is not None and code == int(share[1])
        if code != POINTS and not gives_share:
            return validation_of(tool, facts, folder, OUTPUT_CODES[Protocol.TESTLIB])
        if not is_scored:
            return Validation(
                None,
                f"the checker gives points on {tool.on} (exit code {code}), which only scoring problems have",
            )
        if share and gives_share:
            return Validation(ACCEPTED, said[share.end() :].strip(), share=f"{int(share[1])}e-2")
        given = POINTS_SAID.match(said)
        if given is None or points_of(given[1]) is None:
            return Validation(
                None, f"the checker gives no points on {tool.on} (exit code 7), but {said[:60].strip()!r}"
            )
        return Validation(ACCEPTED, said[given.end() :].strip(), points=given[1])


def validation_of(
    tool: ToolRun, facts: Facts, folder: Path, codes: Mapping[int, bool] = OUTPUT_CODES[Protocol.ICPC]
) -> Validation:
    """The decision of a validator whose run left its message and its stderr in this folder."""
    code = facts.exit_code if facts.outcome == "exited" else None
    if code is None or code not in codes:
        failed = None if code in (ACCEPTED, REJECTED) else code  # which are not a failure by other rules
        return Validation(failed, tool.failure(facts, folder))
    judged = ACCEPTED if codes[code] else REJECTED
    return Validation(judged, _reason(judged, folder))


def _compare(
    installation: Installation, problem: Problem, test: TestCase, output: Path, cores: Sequence[int]
) -> Validation:
    # An output equal to the answer, byte for byte, is right by any rule; but flags may be invalid, and the validator
    # reports that.
    if not test.validator_args and have_same_bytes(output, test.answer):
        return Validation(ACCEPTED, "")
    with scratch_folder() as folder:
        command: list[str | Path] = [
            installation.default_validator,
            test.input,
            test.answer,
            folder,
            *test.validator_args,
        ]
        try:
            with pinned(cores):  # others are timed next to it
                code = call(
                    command,
                    stdin=output,
                    stderr=folder / "stderr",
                    timeout_s=problem.limits.validation_time_s,
                )
        except (OSError, subprocess.TimeoutExpired) as error:
            return Validation(None, f"the default validator failed on {test.name}: {error}")
        reason = _reason(code, folder)
        if code not in OUTPUT_CODES[Protocol.ICPC]:
            reason = f"the default validator failed on {test.name}: exit code {code}: {reason}"
        return Validation(code, reason)


def _reason(code: int, folder: Path) -> str:
    """The validator's reason for an output that it does not accept; most outputs are right."""
    if code == ACCEPTED:
        return ""
    return read_text(folder / MESSAGE).strip() or read_text(folder / "stderr").strip()
