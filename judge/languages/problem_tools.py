"""A problem's generator and validators as programs: those in C++ are built by CMake, those in another language of the
table are compiled, or checked, like a submission."""

from pathlib import Path

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.outside_files import text_of
from judge.base.records import replace
from judge.languages.compile import compile_submission
from judge.languages.scripts import RUN, SCRIPTS, has_scripts, unpacked_program
from judge.languages.self_test import language_obstacle
from judge.languages.sources import SourceFile, language_of_folder, read_folder
from judge.problems.constants import filled
from judge.problems.model import Problem
from judge.problems.program import Program, Protocol
from judge.project.host import JudgeHost

FOLDERS = {
    "generate": "generators",
    "validate-input": "input_validators",
    "validate-output": "output_validator",
}
"""The place of each one's sources in the problem's folder."""
SOURCE_BYTES = 4 << 20


class ToolProgram(Struct, frozen=True):
    command: tuple[str | Path, ...]
    visible: tuple[Path, ...] = ()
    """Files that it needs to see besides the system."""
    source: Path | None = None
    """The file or folder of an interpreted language, which its messages name."""
    protocol: Protocol = Protocol.ICPC


def tool_program(host: JudgeHost, problem: Problem, name: str) -> ToolProgram:
    """The program, one of FOLDERS. Raises JudgeError if there is none, or it does not compile."""
    folder = problem.folder / FOLDERS[name]
    shown = host.installation.show(folder)
    built = host.installation.tool(problem.id, name)
    is_cpp = any(folder.glob("*.cpp"))
    if built.exists() and (is_cpp or not any(folder.glob("*"))):
        return ToolProgram((built,))
    if is_cpp:
        raise JudgeError(f"{shown} is not built: {host.installation.show(built)} is missing.")
    if not any(folder.glob("[!.]*")):
        what = "has no program" if folder.exists() else "is missing"
        wanted = "generate.py" if name == "generate" else "validate.py"
        raise JudgeError(f"{shown} {what}: write {wanted} there, or one in C++; see CONTRIBUTING.md.")
    files = read_folder(folder, shown, SOURCE_BYTES, package=problem.folder)
    compiled = compile_submission(host, files, folder.name, language_of_folder(files, shown), problem.limits)
    if compiled.error is not None:
        raise JudgeError(f"{shown}: {compiled.error}")
    return ToolProgram(compiled.command, compiled.visible, compiled.source)


def require_tools(host: JudgeHost, problem: Problem) -> None:
    """Compiles the programs that judge a problem's solutions. Raises JudgeError if one does not compile."""
    output_validators(host, problem)
    others = (
        problem.interactor,
        problem.package.static_validator if problem.package else None,
        problem.scoring.grader if problem.scoring else None,
    )
    for program in filter(None, others):
        compiled_program(host, problem, program)


def output_validators(host: JudgeHost, problem: Problem) -> list[ToolProgram]:
    """The output validators. Raises JudgeError if one does not compile. None: the default comparison decides."""
    if problem.package is None:
        return [tool_program(host, problem, "validate-output")] if problem.output_validators else []
    return [compiled_program(host, problem, program) for program in problem.output_validators]


def compiled_program(host: JudgeHost, problem: Problem, program: Program) -> ToolProgram:
    """A program of a package, in C, C++, Python or another language of the table."""
    shown = host.installation.show(program.path)
    if program.path.is_dir():
        files: tuple[SourceFile, ...] = read_folder(program.path, shown, SOURCE_BYTES, package=problem.folder)
    else:
        files = tuple(
            SourceFile(path.name, text_of(path, SOURCE_BYTES, errors="surrogateescape"))
            for path in (program.path, *program.beside)
        )
    files = tuple(SourceFile(file.name, filled(file.text, problem.constants)) for file in files)
    if has_scripts({file.name for file in files}):
        language = SCRIPTS
    else:
        language = language_of_folder(files, shown)
        if obstacle := language_obstacle(host, language):
            raise JudgeError(f"{shown}: {obstacle}")
    if any(map(language.has_suffix, language.entry_points)) and program.entry_point:
        language = replace(language, entry_points=(program.entry_point,))
    limits = replace(problem.limits, code_bytes=SOURCE_BYTES)
    compiled = compile_submission(host, files, program.name, language, limits)
    if compiled.error is not None:
        raise JudgeError(f"{shown} does not compile: {compiled.error}")
    if language is SCRIPTS:
        folder = unpacked_program(Path(compiled.command[0]))
        return ToolProgram((folder / RUN,), (folder,), protocol=program.protocol)
    return ToolProgram(compiled.command, compiled.visible, protocol=program.protocol)
