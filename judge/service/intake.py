"""What users give: a problem's name, and a file, a folder or standard input with the solution."""

import codecs
import errno
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.base.records import replace
from judge.base.text import one_line
from judge.base.units import some_of
from judge.contest.sources import source_folder
from judge.judging.answers import answers_in
from judge.judging.solutions import Solution, submission
from judge.languages.permitted import require_permitted
from judge.languages.self_test import language_obstacle
from judge.languages.sources import SourceFile, folders_of_authors, read_file, read_folder
from judge.problems.broken import load_one
from judge.problems.formats.find import is_package
from judge.problems.formats.own import problem_ids
from judge.problems.model import Problem
from judge.project.host import JudgeHost
from judge.service.platform_names import ZIP

SOME = 3
"""The most authors who are named in a message."""


def submission_in(
    host: JudgeHost, problem_name: str, file: str, language_id: str | None, author: str | None
) -> Solution:
    """A file or folder as a solution of the problem of this name. Raises JudgeError if a tool of its language is
    missing."""
    solution = solution_in(host, problem_of(host, problem_name), file, language_id, author)
    require_tools(host, solution)
    return solution


def problem_of(host: JudgeHost, name: str) -> Problem:
    if name not in problem_ids(host.installation) and Path(name).is_file() and not is_package(name):
        raise JudgeError(f"'{name}' is a file: name the problem before it.")
    return load_one(host, name)


def solution_in(
    host: JudgeHost, problem: Problem, file: str, language: str | None, author: str | None = None
) -> Solution:
    """The solution in this file or folder: "mine.cpp", or with an author "anna/mine.cpp"."""
    if problem.is_submit_answer:
        return _answers(problem, file, language, author)
    source, file_name = read_source(file, language, problem.limits.code_bytes + 1)
    if not isinstance(source, str):
        _require_one_solution(problem, file, source)
    solution = submission(host, problem, source, file_name, language_id=language)
    if solution.language:
        require_permitted(problem, solution.language)
    return replace(solution, name=one_line(f"{author}/{file_name}" if author else file_name))


def _answers(problem: Problem, file: str, language: str | None, author: str | None) -> Solution:
    if language is not None or file == "-":
        raise JudgeError(
            f"{problem.id} is a submit-answer problem: give a folder, a zip file or a file with the outputs, and no "
            "language."
        )
    path = Path(file)
    if not path.exists():
        raise JudgeError(f"{file}: {os.strerror(errno.ENOENT)}.")
    solution = answers_in(problem, path, file.rstrip("/"))
    name = path.resolve().name
    return replace(solution, name=one_line(f"{author}/{name}" if author else name))


def require_program(problem: Problem, command: str) -> None:
    """Raises JudgeError if there is nothing that `command` could run."""
    if problem.is_submit_answer:
        raise JudgeError(f"{problem.id} is a submit-answer problem: there is no program to {command}.")


def _require_one_solution(problem: Problem, folder: str, files: Sequence[SourceFile]) -> None:
    authors = folders_of_authors(files)
    if not authors:
        return
    some = some_of([*authors], SOME)
    raise JudgeError(
        f"{folder}: expected the files of one solution, found a folder for each of {some}.",
        RunJudge(("submit", problem.id, folder.rstrip("/")), "To judge them as a class"),
    )


def require_tools(host: JudgeHost, solution: Solution) -> None:
    """Raises JudgeError if the language's compiler or interpreter is missing: before anything is built for it.

    A program that needs a GPU may be compiled for the emulated one instead.
    """
    language = solution.language
    if language and language.missing_tools and not solution.device.computes_on_gpu:
        raise JudgeError(language_obstacle(host, language) or "")


def read_source(file: str, language: str | None, most: int) -> tuple[str | Sequence[SourceFile], str]:
    """The source, no more than `most` bytes of it, and its name.

    "-" is standard input, which has no suffix that shows the language. A link is followed: the source is what its
    owner can read there, under the link's name. A zip file is the folder that it was made from, or its only file.
    """
    if file == "-":
        if language is None:
            raise JudgeError(
                "a solution on standard input needs a language option",
                RunJudge(("submit", "PROBLEM", "-", "--language", "cpp"), "For example"),
            )
        try:
            return _text(sys.stdin.buffer.read(most), "standard input"), "stdin"
        except OSError as error:
            raise JudgeError(f"standard input cannot be read: {error.strerror}.") from error
    path = Path(file)
    if path.is_dir():
        return read_folder(path, file.rstrip("/"), most - 1), path.resolve().name
    if path.suffix.lower() == ZIP and path.exists():
        path = source_folder(path)
        if path.is_dir():
            return read_folder(path, file, most - 1), Path(file).stem
    return _text(read_file(path, file, most - 1), file), path.name


def _text(content: bytes, file: str) -> str:
    """The text. Bytes that are not UTF-8 are kept; the compiler will report them."""
    if not content.strip():
        raise JudgeError(f"{file} is empty: there is nothing to judge.")
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise JudgeError(f"{file} is in UTF-16, which compilers do not read: save it as UTF-8.")
    return content.decode("utf-8", errors="surrogateescape")
