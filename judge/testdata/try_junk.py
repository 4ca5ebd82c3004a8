"""Gives junk to a problem's own validators: which junk they accept, and on which they fail."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.base.scratch import scratch_folder
from judge.judging.validators import validate_output, validated_input
from judge.judging.verdicts import Validation
from judge.languages.problem_tools import ToolProgram, compiled_program, output_validators, tool_program
from judge.problems.model import Problem, TestCase
from judge.problems.program import files_of
from judge.problems.test_cases import input_validator_args, load_test_cases
from judge.project.host import JudgeHost
from judge.testdata.junk import junk_of
from judge.testdata.known_junk import Asked, JunkReport, junk_key, known_or_given

LARGEST_BYTES = 1 << 16
"""The size of a test from which junk is made."""
MOST_SECONDS = 10.0
"""The time for one validation; the first that takes longer is the last."""
Ask = Callable[[TestCase, Path], Validation]


def try_junk(host: JudgeHost, problem: Problem) -> list[JunkReport]:
    """One report for each of the problem's own validators; none for an interactive problem, or without a small
    test."""
    limits = replace(problem.limits, validation_time_s=min(MOST_SECONDS, problem.limits.validation_time_s))
    problem = replace(problem, limits=limits)
    tests = [test for test in load_test_cases(host.installation, problem) if _is_small(test)]
    if not tests:
        return []
    first = tests[0]
    validators = _input_validators(host, problem, first)
    if problem.output_validators and not problem.is_interactive:
        validators = chain(validators, [_output_validators(host, problem, tests)])
    return [
        known_or_given(
            host.installation.data, junk_key(host, problem, asked), partial(_tried, asked, ask, first)
        )
        for asked, ask in validators
    ]


def has_tools(host: JudgeHost, problem: Problem) -> bool:
    """Whether the validators of one of our own can be run without a build."""
    try:
        tool_program(host, problem, "validate-input")
    except JudgeError:
        return False
    return True


def _is_small(test: TestCase) -> bool:
    sizes = [path.stat().st_size for path in (test.input, test.answer) if path.exists()]
    return len(sizes) == 2 and 0 < sizes[0] <= LARGEST_BYTES and sizes[1] <= LARGEST_BYTES


def _input_validators(host: JudgeHost, problem: Problem, test: TestCase) -> Iterator[tuple[Asked, Ask]]:
    if problem.package is None:
        program = tool_program(host, problem, "validate-input")
        group = host.installation.committed_data(problem.id) / test.name.partition("/")[0]
        named = [("input_validators", program, input_validator_args(group))]
    else:
        named = [
            (path.name, compiled_program(host, problem, path), test.args_of_input_validator(path.name))
            for path in problem.package.input_validators
        ]
    files = test.files if problem.package else None
    reads = {str(path.relative_to(files)): path for path in files_of(files)} if files else {}
    for name, program, arguments in named:

        def ask(
            _: TestCase, file: Path, program: ToolProgram = program, arguments: Sequence[str] = arguments
        ) -> Validation:
            return validated_input(host, problem, program, file, _subject(file), arguments, files)

        yield Asked(name, [program], arguments, reads, test.input.read_bytes()), ask


def _output_validators(host: JudgeHost, problem: Problem, tests: Sequence[TestCase]) -> tuple[Asked, Ask]:
    first, answers = tests[0], [test.answer.read_bytes() for test in tests]
    asked = Asked(
        ", ".join(program.name for program in problem.output_validators),
        output_validators(host, problem),
        first.validator_args,
        {"input": first.input, "answer": first.answer},
        answers[0],
        next((one for one in answers if one != answers[0]), None),
    )
    return asked, lambda test, output: validate_output(host, problem, test, output)


def _subject(file: Path) -> str:
    """The subject of a failure: the kind of junk."""
    return f"junk/{file.name}"


def _tried(asked: Asked, ask: Ask, test: TestCase) -> JunkReport:
    report = JunkReport(asked.name)
    for kind, junk in junk_of(asked.good, asked.another):
        with scratch_folder() as folder:
            file = folder / kind.name
            file.write_bytes(junk)
            found = ask(replace(test, name=_subject(file)), file)
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
