"""Junk given to a problem's own validators: which they accept, and on which they fail."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.base.scratch import scratch_folder
from judge.judging.validators import validate_output, validated_input
from judge.judging.verdicts import Validation
from judge.languages.problem_tools import ToolProgram, compiled_program, tool_program
from judge.problems.model import Problem, TestCase
from judge.problems.test_cases import input_validator_args, load_test_cases
from judge.project.paths import Project
from judge.testdata.junk import junk_of

LARGEST_BYTES = 1 << 16
"""Of a test that junk is made from."""
MOST_SECONDS = 10.0
"""For one validation; the first that takes longer is the last."""
Ask = Callable[[TestCase, Path], Validation]


@dataclass
class JunkReport:
    """What came of one validator."""

    validator: str
    kinds: int = 0
    accepted: list[str] = field(default_factory=list)
    accepted_harmless: list[str] = field(default_factory=list)
    """Kinds of which only the form is another."""
    failed: dict[str, list[str]] = field(default_factory=dict)
    """Kinds by how it ended."""
    repeat: str = ""
    """How the first failure is repeated."""


def try_junk(project: Project, problem: Problem) -> list[JunkReport]:
    """One for each validator of the problem's own; none of an interactive one, and none without a small test."""
    limits = replace(problem.limits, validation_time_s=min(MOST_SECONDS, problem.limits.validation_time_s))
    problem = replace(problem, limits=limits)
    tests = [test for test in load_test_cases(project, problem) if _is_small(test)]
    if not tests:
        return []
    found = []
    for name, ask in _input_validators(project, problem):
        found.append(_tried(name, ask, tests[0], tests[0].input.read_bytes()))
    if problem.output_validators and not problem.is_interactive:
        name = ", ".join(program.name for program in problem.output_validators)
        answers = [test.answer.read_bytes() for test in tests]
        another = next((one for one in answers if one != answers[0]), None)
        found.append(
            _tried(
                name,
                lambda test, output: validate_output(project, problem, test, output),
                tests[0],
                answers[0],
                another,
            )
        )
    return found


def has_tools(project: Project, problem: Problem) -> bool:
    """Whether the validators of one of our own can be run without a build."""
    try:
        tool_program(project, problem, "validate-input")
    except JudgeError:
        return False
    return True


def _is_small(test: TestCase) -> bool:
    sizes = [path.stat().st_size for path in (test.input, test.answer) if path.exists()]
    return len(sizes) == 2 and 0 < sizes[0] <= LARGEST_BYTES and sizes[1] <= LARGEST_BYTES


def _input_validators(project: Project, problem: Problem) -> Iterator[tuple[str, Ask]]:
    if problem.package is None:
        program = tool_program(project, problem, "validate-input")

        def ask_ours(test: TestCase, file: Path) -> Validation:
            group = project.committed_data(problem.id) / test.name.partition("/")[0]
            return validated_input(project, problem, program, file, _on(file), input_validator_args(group))

        yield "input_validators", ask_ours
        return
    for path in problem.package.input_validators:
        compiled = compiled_program(project, problem, path)

        def ask(
            test: TestCase, file: Path, name: str = path.name, program: ToolProgram = compiled
        ) -> Validation:
            arguments = test.args_of_input_validator(name)
            return validated_input(project, problem, program, file, _on(file), arguments, test.files)

        yield path.name, ask


def _on(file: Path) -> str:
    """What a failure is said to be on: the kind of junk."""
    return f"junk/{file.name}"


def _tried(name: str, ask: Ask, test: TestCase, good: bytes, another: bytes | None = None) -> JunkReport:
    report = JunkReport(name)
    for kind, junk in junk_of(good, another):
        with scratch_folder() as folder:
            file = folder / kind.name
            file.write_bytes(junk)
            found = ask(replace(test, name=_on(file)), file)
        report.kinds += 1
        if found.accepted:
            (report.accepted_harmless if kind.is_harmless else report.accepted).append(kind.name)
        elif not found.rejected:
            how = "was stopped" if found.exit_code is None else f"exit code {found.exit_code}"
            report.failed.setdefault(how, []).append(kind.name)
            report.repeat = report.repeat or found.message
            if found.exit_code is None and "time limit" in found.message:
                break
    return report
