"""A CUDA program without a problem: any sources, run once on any input."""

from collections.abc import Sequence
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.judging.solutions import submission
from judge.languages.sources import NAME, SourceFile
from judge.languages.table import emulated_language
from judge.problems.model import MIB, Limits, Package, Problem
from judge.problems.submission_rules import SubmissionRules
from judge.problems.time_rule import LimitSource, TimeRule
from judge.project.host import JudgeHost
from judge.service.intake import read_source, require_tools
from judge.service.prepared_problem import SolutionHere, solution_here

SOURCE_BYTES = 16 * MIB
OUTPUT_BYTES = 64 * MIB
LANGUAGE = "cuda"


def lone_program(
    host: JudgeHost, files: Sequence[str], *, time_s: float, memory_bytes: int, emulated: bool
) -> SolutionHere:
    """The program that these files, or the one folder, make, as it runs here. `time_s`: CPU time, on any device;
    `emulated`: even if there is a GPU. Raises JudgeError if it cannot be read, or nothing here can compile it."""
    language = emulated_language(LANGUAGE).id if emulated else LANGUAGE
    source, name = _sources(files, language)
    solution = submission(host, _problem(time_s, memory_bytes), source, name, language_id=language)
    solution = replace(solution, name=name)
    require_tools(host, solution)
    return solution_here(host, solution, language_chosen=emulated)


def _problem(time_s: float, memory_bytes: int) -> Problem:
    """A stand-in for a problem: limits, and no tests."""
    limits = Limits(
        time_s=time_s,
        time_source=LimitSource.OPTION,
        memory_bytes=memory_bytes,
        output_bytes=OUTPUT_BYTES,
        code_bytes=SOURCE_BYTES,
    )
    package = Package("none", (), SubmissionRules({}))
    return Problem("cuda", {"en": "A CUDA program"}, limits, TimeRule(time_s), Path("/"), package=package)


def _sources(files: Sequence[str], language: str) -> tuple[str | Sequence[SourceFile], str]:
    """The text of the only file, or all files of the folder or of the list, and their common name."""
    if len(files) == 1:
        return read_source(files[0], language, SOURCE_BYTES + 1)
    found: dict[str, SourceFile] = {}
    for file in files:
        if Path(file).is_dir():
            raise JudgeError(f"{file}: expected a file among several, found a folder. Give one folder alone.")
        text, name = read_source(file, language, SOURCE_BYTES + 1)
        if not isinstance(text, str):
            raise JudgeError(f"{file}: expected a file among several, found a zip file of a folder.")
        if not NAME.fullmatch(name):
            raise JudgeError(
                f"{file}: expected a name without quotes, $ and \\, that begins with neither - nor @."
            )
        if name in found:
            raise JudgeError(
                f"{file}: expected files of different names, found {name} twice. Give their folder."
            )
        found[name] = SourceFile(name, text)
    return list(found.values()), Path(files[0]).name
