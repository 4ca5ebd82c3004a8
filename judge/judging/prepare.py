"""Prepares a solution: finds what prevents it from running on this machine, compiles it, and starts it on a test."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from judge.judging.included import with_included
from judge.judging.solutions import Solution
from judge.languages.compile import Compiled, compile_submission
from judge.languages.language import Language
from judge.languages.self_test import language_obstacle
from judge.languages.sources import SourceFile
from judge.problems.model import TestCase
from judge.project.host import JudgeHost
from judge.sandbox.work_files import visible_with_files, with_files, with_named_files


def obstacle_of(host: JudgeHost, solution: Solution) -> str | None:
    """The reason why it cannot be judged here; None if it can."""
    return language_obstacle(host, solution.language) if solution.language else solution.obstacle


def prepared(host: JudgeHost, solution: Solution, cores: Sequence[int]) -> Compiled:
    """Compiles what needs compiling, on these cores."""
    if solution.language:
        return compiled_as(host, solution, solution.language, cores)
    # Any other solver will do: they are one program, and the toolkit's libraries are loaded with it.
    visible = (
        () if solution.device.is_emulated or solution.is_answers else host.installation.cuda.folders_to_show
    )
    return Compiled(solution.command, visible=visible)


def compiled_as(host: JudgeHost, solution: Solution, language: Language, cores: Sequence[int]) -> Compiled:
    """Compiles a source, with the files of its package, as one in this language, on these cores."""
    submitted: str | Sequence[SourceFile] = solution.files or solution.source
    limits = solution.problem.limits
    given: Sequence[SourceFile] = ()
    if package := solution.problem.package:
        included = with_included(package, submitted, solution.file_name, language, limits)
        submitted, language, limits = included.submitted, included.language, included.limits
        given = included.independent
    return compile_submission(host, submitted, solution.file_name, language, limits, cores, independent=given)


class Started(Struct, frozen=True):
    """How a solution is started on a test."""

    command: tuple[str | Path, ...]
    visible: tuple[Path, ...]
    """The files and folders, besides those of the command, that it sees in the sandbox."""
    has_files: bool
    """Whether it is given files besides standard input."""


def started(solution: Solution, compiled: Compiled, test: TestCase) -> Started:
    """The program as it is started for one test: with the test's arguments and files, and its package's."""
    named = solution.problem.package.named_files if solution.problem.package else None
    command = with_named_files((*compiled.command, *test.args), named)
    return Started(
        with_files(with_files(command, test.files), compiled.files),
        (*compiled.visible, *visible_with_files(compiled.command, test.files, named)),
        bool(test.files or named or compiled.files),
    )
