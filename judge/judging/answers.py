"""Submissions to submit-answer problems: the outputs themselves instead of a program that writes them.

The format 2025-09 does not define their form. Here each is a folder or a zip file with a file for each secret test,
with the test's name and the suffix .ans or .out; or a file of any name if there is only one test. A test without a
file fails. A sample is judged if there is a file for it.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path, PurePosixPath

from judge.base.errors import JudgeError
from judge.base.outside_folders import files_below
from judge.base.units import mebibytes, plural
from judge.judging.attempt import RunSolution, Validate
from judge.judging.solutions import Solution
from judge.judging.validators import REJECTED
from judge.judging.verdicts import Validation, Verdict
from judge.languages.sources import FILES_AT_MOST, SourceFile, digest, read_file, read_folder
from judge.languages.table import by_suffix
from judge.problems.formats.archive import SUFFIXES, unpacked
from judge.problems.model import Problem, TestCase
from judge.project.host import JudgeHost
from judge.sandbox.facts import Facts

ENDINGS = (".ans", ".out")
PRINTING = ("/bin/cat",)
"""The command that runs instead of a program, with the output as its input: the output limit applies to it, too."""
SECRET = "secret/"


def are_answers(path: Path) -> bool:
    """Whether it is not a program: neither it nor a file in it is in a language."""
    files = files_below(path) if path.is_dir() else [path]
    return not any(by_suffix(file.name) for file in files)


def answers_in(problem: Problem, path: Path, shown: str, expected: Verdict = Verdict.AC) -> Solution:
    """The answers in this file, folder or zip file. Raises JudgeError, with the name `shown`, for anything else."""
    files = _read(problem, path, shown)
    return Solution(
        name=f"{expected.folder}/{path.name}",
        problem=problem,
        expected=expected,
        command=PRINTING,
        files=files,
        is_answers=True,
        source_sha256=digest(files),
    )


def with_answer(
    solution: Solution, test: TestCase, folder: Path, run: RunSolution, validate: Validate | None
) -> tuple[RunSolution, Validate | None]:
    """A command that prints the answer to this test, and what decides about it."""
    answer = solution.answer_to(test)
    if answer is None:
        validate = _missing
    file = folder / "answer"
    file.write_bytes(answer or b"")
    return partial(_run_on, run, file), validate


def _run_on(run: RunSolution, file: Path, **_: object) -> Facts:
    return run(stdin=file)


def _missing(_: JudgeHost, __: Problem, test: TestCase, ___: Path) -> Validation:
    return Validation(REJECTED, f"the submission has no answer: expected a file {_file_name(test)}")


def _read(problem: Problem, path: Path, shown: str) -> tuple[SourceFile, ...]:
    names = [test.name for test in problem.package.tests] if problem.package else []
    secret = [name for name in names if name.startswith(SECRET)]
    most = problem.limits.code_bytes
    folder = path
    if path.suffix.lower() in SUFFIXES and path.is_file():
        folder = unpacked(path, most, "the answers to tests")
    if folder.is_dir():
        package = problem.folder if folder.is_relative_to(problem.folder) else None
        files = read_folder(folder, shown, most, max(FILES_AT_MOST, 2 * len(names)), package=package)
        return _named(_within(files, most, shown), names, shown)
    if by_suffix(path.name):
        raise JudgeError(
            f"{shown} is a program: a submission to {problem.id} is the answers, {_what(secret)}."
        )
    if len(secret) > 1:
        raise JudgeError(f"{shown}: expected {_what(secret)}, found one file.")
    text = read_file(path, shown, most).decode("utf-8", errors="surrogateescape")
    return _within((SourceFile(f"{secret[0]}.ans", text),), most, shown)


def _what(secret: Sequence[str]) -> str:
    if len(secret) == 1:
        return "a file with the output"
    return (
        f"a folder or zip file with {plural(len(secret), 'file')} like {secret[0].removeprefix(SECRET)}.ans"
    )


def _within(files: tuple[SourceFile, ...], most: int, shown: str) -> tuple[SourceFile, ...]:
    if sum(len(file.content) for file in files) > most:
        raise JudgeError(f"{shown}: the answers are larger than {mebibytes(most)}, the limit of the problem.")
    return files


def _named(files: Sequence[SourceFile], tests: Sequence[str], shown: str) -> tuple[SourceFile, ...]:
    """Each file by the name of its test."""
    found: dict[str, SourceFile] = {}
    for file in files:
        test = _test_of(file.name, tests, shown)
        if test in found:
            raise JudgeError(
                f"{shown}: {found[test].name} and {file.name} are both an answer to {test}. Remove one."
            )
        found[test] = file
    return tuple(SourceFile(f"{test}.ans", found[test].text) for test in sorted(found))


def _test_of(name: str, tests: Sequence[str], shown: str) -> str:
    """The test by its path, in which folders around those of the tests may come first, or by its name alone."""
    path = PurePosixPath(name)
    where = f"{shown}/{name}"
    if path.suffix not in ENDINGS:
        raise JudgeError(f"{where}: expected a name that ends with {' or '.join(ENDINGS)}.")
    parts = path.with_suffix("").parts
    for start in range(len(parts)):
        stem = "/".join(parts[start:])
        for test in (stem, SECRET + stem):
            if test in tests:
                return test
    same = [test for test in tests if test.startswith(SECRET) and PurePosixPath(test).name == parts[-1]]
    if not same or len(parts) > 1:
        known = ", ".join(test.removeprefix(SECRET) for test in tests if test.startswith(SECRET))
        raise JudgeError(f"{where}: no test has this name. The tests are {known}.")
    if len(same) > 1:
        raise JudgeError(
            f"{where} could be an answer to {' or '.join(same)}: put it into a folder of that name."
        )
    return same[0]


def _file_name(test: TestCase) -> str:
    return f"{test.name.removeprefix(SECRET)}.ans"
