"""The content of a problem for a package, whether it is one of our own or came in a package."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.problems.export.sources import Sources, own_sources, package_sources
from judge.problems.formats.data_2025_09 import OUTPUTS
from judge.problems.formats.legacy import FOLDERS
from judge.problems.formats.polygon import NAME as POLYGON
from judge.problems.formats.polygon_solutions import TAGS
from judge.problems.model import JudgedOutput, Package, Problem, TestCase
from judge.problems.program import files_of
from judge.problems.submission_rules import COMPILE_ERROR, Expectation, SubmissionRules, main_verdict
from judge.problems.submission_uses import read_submission_uses
from judge.problems.test_cases import input_validator_args, output_validator_args
from judge.project.installation import Installation

OWN_FOLDERS = {
    **FOLDERS,
    "memory_limit_exceeded": FOLDERS["run_time_error"],
    "output_limit_exceeded": FOLDERS["run_time_error"],
    "compile_error": Expectation(frozenset({COMPILE_ERROR}), frozenset({COMPILE_ERROR})),
}
"""Folders of submissions to our own problems; judging them ends at the first failure, as in the format legacy."""
FOLDER_OF_TAG = {
    "main": "accepted",
    "accepted": "accepted",
    "wrong-answer": "wrong_answer",
    "presentation-error": "wrong_answer",
    "time-limit-exceeded": "time_limit_exceeded",
    "runtime-error": "run_time_error",
    "failed": "rejected",
}
"""The folder of a Polygon solution; other tags have a folder of their own."""


class ExportedSubmission(Struct, frozen=True):
    name: str
    """Below submissions/: "accepted/scanf.cpp"."""
    path: Path
    """A file or a folder."""
    expectations: tuple[Expectation, ...]
    tag: str = ""
    """The tag in a Polygon package."""
    best: Fraction | None = None
    """The most points of a scoring problem."""

    @property
    def main_verdict(self) -> str:
        return main_verdict(self.expectations, self.best)

    @property
    def files(self) -> dict[str, Path]:
        """Files by their names below submissions/."""
        if self.path.is_file():
            return {self.name: self.path}
        return {f"{self.name}/{path.relative_to(self.path)}": path for path in files_of(self.path)}


class Content(Struct, frozen=True):
    installation: Installation
    problem: Problem
    """The problem with its time limit, if one is known."""
    tests: Sequence[TestCase]
    rules: SubmissionRules
    submissions: Sequence[ExportedSubmission]
    input_validators: Sequence[Sources]
    output_validators: Sequence[Sources]
    valid_inputs: Sequence[TestCase]
    invalid_inputs: Sequence[TestCase]
    judged_outputs: Sequence[JudgedOutput]

    @property
    def static_validator(self) -> Sources | None:
        program = self.problem.package.static_validator if self.problem.package else None
        return package_sources(program) if program else None

    def unused_parts(self) -> list[str]:
        """A line for each part of the package that the judge does not use, and so cannot export."""
        notes = self.problem.package.notes if self.problem.package else ()
        return [f"{one.unused}: not part of the problem" for one in notes if one.unused]


def require_secret_test(content: Content, format_name: str) -> None:
    """Raises JudgeError if all tests are samples, which a package of this format does not permit."""
    if all(test.is_sample for test in content.tests):
        raise JudgeError(
            f"{content.problem.id}: the format {format_name} requires at least one secret test, found none; the "
            "formats domjudge and polygon do not."
        )


def require_one_validator(content: Content, format_name: str) -> None:
    """Raises JudgeError for several output validators, all of which must accept."""
    if (count := len(content.output_validators)) > 1:
        raise JudgeError(
            f"{content.problem.id}: {count} output validators, all of which must accept, cannot be expressed in the "
            f"format {format_name}: make them one program."
        )


def content_of(installation: Installation, problem: Problem, tests: Sequence[TestCase]) -> Content:
    """Raises JudgeError for a program that cannot be exported alone."""
    package = problem.package
    if problem.interactor:
        raise JudgeError(
            f"{problem.id}: interactive problems of Polygon cannot be exported: no other format has interactors."
        )
    if problem.count_rules:
        raise JudgeError(
            f"{problem.id}: counts.yaml cannot be exported: no other judge counts what kernels do to memory."
        )
    if package:
        content = Content(
            installation,
            problem,
            tests,
            package.rules,
            [
                ExportedSubmission(name, path, package.rules.of(name), best=problem.best_points)
                for name, path in sorted(package.submissions.items())
            ],
            [package_sources(program) for program in package.input_validators],
            [package_sources(program) for program in problem.output_validators],
            _besides_outputs(package),
            package.invalid_inputs,
            package.judged_outputs,
        )
        return _from_polygon(content, package) if package.format == POLYGON else content
    rules = SubmissionRules(OWN_FOLDERS, uses=read_submission_uses(problem.folder))
    data = installation.committed_data(problem.id)
    invalid = [
        TestCase(f"invalid_input/{path.stem}", path, path, (), input_validator_args(data / "invalid_input"))
        for path in sorted((data / "invalid_input").glob("*.in"))
    ]
    inputs = problem.folder / "input_validators"
    return Content(
        installation,
        problem,
        [_with_input_args(data, test) for test in tests],
        rules,
        _own_submissions(problem, rules),
        [own_sources(installation, inputs)] if inputs.is_dir() else [],
        [own_sources(installation, program.path) for program in problem.output_validators],
        [],
        invalid,
        [one for group, is_right in OUTPUTS.items() for one in _own_outputs(data / group, is_right)],
    )


def _besides_outputs(package: Package) -> list[TestCase]:
    """The valid inputs, without those of outputs, which come with these."""
    of_outputs = {one.test.input for one in package.judged_outputs}
    return [test for test in package.valid_inputs if test.input not in of_outputs]


def _from_polygon(content: Content, package: Package) -> Content:
    """The content, with the folders' names in the ICPC's formats."""
    submissions: dict[str, ExportedSubmission] = {}
    for name, path in sorted(package.submissions.items(), key=lambda item: not item[0].startswith("main/")):
        tag, _, file = name.partition("/")
        new = f"{FOLDER_OF_TAG.get(tag, tag)}/{file}"
        new = f"{FOLDER_OF_TAG.get(tag, tag)}/{tag}_{file}" if new in submissions else new
        submissions[new] = ExportedSubmission(new, path, package.rules.of(name), tag)
    folders = {FOLDER_OF_TAG.get(tag, tag): wanted for tag, wanted in TAGS.items() if wanted}
    return replace(
        content,
        rules=SubmissionRules(folders),
        submissions=list(submissions.values()),
        invalid_inputs=[
            replace(test, name=f"invalid_input/{test.name.rpartition('/')[2]}")
            for test in package.invalid_inputs
        ],
        judged_outputs=[
            replace(
                one,
                test=replace(
                    one.test,
                    name=f"{'valid' if one.is_right else 'invalid'}_output/{one.test.name.rpartition('/')[2]}",
                ),
            )
            for one in package.judged_outputs
        ],
    )


def _with_input_args(data: Path, test: TestCase) -> TestCase:
    arguments = input_validator_args(data / test.name.partition("/")[0])
    return TestCase(test.name, test.input, test.answer, test.validator_args, arguments)


def _own_outputs(folder: Path, is_right: bool) -> list[JudgedOutput]:
    return [
        JudgedOutput(
            TestCase(
                f"{folder.name}/{path.stem}",
                path,
                path.with_suffix(".ans"),
                output_validator_args(folder),
                input_validator_args(folder),
            ),
            path.with_suffix(".out"),
            is_right,
        )
        for path in sorted(folder.glob("*.in"))
    ]


def _own_submissions(problem: Problem, rules: SubmissionRules) -> list[ExportedSubmission]:
    found = []
    for path in sorted((problem.folder / "submissions").glob("[!.-]*/[!.-]*")):
        name = f"{path.parent.name}/{path.name}"
        if rules.of(name):
            found.append(ExportedSubmission(name, path, rules.of(name)))
    return found
