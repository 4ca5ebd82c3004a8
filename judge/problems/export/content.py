"""What there is of a problem to put into a package, whether it is one of our own or came in a package."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from judge.base.errors import JudgeError
from judge.problems.export.amalgamation import Amalgamation, is_self_contained
from judge.problems.formats.data_2025_09 import OUTPUTS
from judge.problems.formats.legacy import FOLDERS
from judge.problems.model import JudgedOutput, Problem, TestCase
from judge.problems.program import Program, Protocol
from judge.problems.submission_rules import COMPILE_ERROR, Expectation, SubmissionRules, main_verdict
from judge.problems.submission_uses import read_submission_uses
from judge.problems.test_cases import input_validator_args, output_validator_args
from judge.project.paths import Project

CPP = ".cpp"
OWN_FOLDERS = {
    **FOLDERS,
    "memory_limit_exceeded": FOLDERS["run_time_error"],
    "output_limit_exceeded": FOLDERS["run_time_error"],
    "compile_error": Expectation(frozenset({COMPILE_ERROR}), frozenset({COMPILE_ERROR})),
}
"""Of submissions to our own problems; judging them ends at the first failure, as in the format legacy."""


@dataclass(frozen=True)
class Sources:
    """A validator: its files by their names, relative to its folder. One that is a file has only that."""

    name: str
    files: Mapping[str, Path | str]
    """Each as it is, or as text."""
    is_folder: bool = False


@dataclass(frozen=True)
class Submission:
    name: str
    """Below submissions/: "accepted/scanf.cpp"."""
    path: Path
    """A file or a folder."""
    expectations: tuple[Expectation, ...]

    @property
    def main_verdict(self) -> str:
        return main_verdict(self.expectations)

    @property
    def files(self) -> dict[str, Path]:
        """By their names below submissions/."""
        if self.path.is_file():
            return {self.name: self.path}
        return {
            f"{self.name}/{path.relative_to(self.path)}": path
            for path in sorted(self.path.rglob("*"))
            if path.is_file()
        }


@dataclass(frozen=True)
class Content:
    problem: Problem
    """With the time limit that is known, if any."""
    tests: Sequence[TestCase]
    rules: SubmissionRules
    submissions: Sequence[Submission]
    input_validators: Sequence[Sources]
    output_validators: Sequence[Sources]
    invalid_inputs: Sequence[TestCase]
    judged_outputs: Sequence[JudgedOutput]


def content_of(project: Project, problem: Problem, tests: Sequence[TestCase]) -> Content:
    """Raises JudgeError for a program that cannot stand alone."""
    package = problem.package
    if package:
        return Content(
            problem,
            tests,
            package.rules,
            [
                Submission(name, path, package.rules.of(name))
                for name, path in sorted(package.submissions.items())
            ],
            [_sources(problem, program) for program in package.input_validators],
            [_sources(problem, program) for program in problem.output_validators],
            package.invalid_inputs,
            package.judged_outputs,
        )
    rules = SubmissionRules(OWN_FOLDERS, uses=read_submission_uses(problem.folder))
    data = project.committed_data(problem.id)
    invalid = [
        TestCase(f"invalid_input/{path.stem}", path, path, (), input_validator_args(data / "invalid_input"))
        for path in sorted((data / "invalid_input").glob("*.in"))
    ]
    inputs = problem.folder / "input_validators"
    return Content(
        problem,
        [_with_input_args(data, test) for test in tests],
        rules,
        _own_submissions(problem, rules),
        [_own_sources(project, inputs)] if inputs.is_dir() else [],
        [_own_sources(project, program.path) for program in problem.output_validators],
        invalid,
        [one for group, is_right in OUTPUTS.items() for one in _own_outputs(data / group, is_right)],
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


def _own_submissions(problem: Problem, rules: SubmissionRules) -> list[Submission]:
    found = []
    for path in sorted((problem.folder / "submissions").glob("[!.-]*/[!.-]*")):
        name = f"{path.parent.name}/{path.name}"
        if rules.of(name):
            found.append(Submission(name, path, rules.of(name)))
    return found


def _sources(problem: Problem, program: Program) -> Sources:
    path = program.path
    if program.protocol is not Protocol.ICPC:
        raise JudgeError(
            f"{problem.id}: {path.name} follows the rules of testlib, for which the ICPC's formats have no place."
        )
    if path.is_file():
        return Sources(path.name, {path.name: path})
    files = {str(file.relative_to(path)): file for file in sorted(path.rglob("*")) if file.is_file()}
    return Sources(path.name, files, is_folder=True)


def _own_sources(project: Project, folder: Path) -> Sources:
    """One in C++ becomes one file, as it is built with the project's headers."""
    files = {str(file.relative_to(folder)): file for file in sorted(folder.rglob("[!.]*")) if file.is_file()}
    sources = [file for file in files.values() if file.suffix == CPP]
    if sources and not all(map(is_self_contained, sources)):
        text = Amalgamation(project.root).of(sources)
        return Sources(f"validate{CPP}", {f"validate{CPP}": text})
    if len(files) == 1:
        [name] = files
        return Sources(name, files)
    return Sources("validate", files, is_folder=True)
