"""A problem's generator and validators as programs: those in C++ are built by CMake, those in another language of the
table are compiled, or checked, like a submission."""

from dataclasses import dataclass
from pathlib import Path

from judge.base.errors import JudgeError
from judge.languages.compile import compile_submission
from judge.languages.sources import language_of_folder, read_folder
from judge.problems.model import Problem
from judge.project.paths import Project

FOLDERS = {
    "generate": "generators",
    "validate-input": "input_validators",
    "validate-output": "output_validator",
}
"""Where the sources of each lie in the problem's folder."""
SOURCE_BYTES = 1 << 20


@dataclass(frozen=True)
class ToolProgram:
    command: tuple[str | Path, ...]
    visible: tuple[Path, ...] = ()
    """What it needs to see besides the system."""


def tool_program(project: Project, problem: Problem, name: str) -> ToolProgram:
    """The program, one of FOLDERS. Raises JudgeError if there is none, or it does not compile."""
    folder = problem.folder / FOLDERS[name]
    shown = project.show(folder)
    built = project.tool(problem.id, name)
    is_cpp = any(folder.glob("*.cpp"))
    if built.exists() and (is_cpp or not any(folder.glob("*"))):
        return ToolProgram((built,))
    if is_cpp:
        raise JudgeError(f"{shown} is not built: {project.show(built)} is missing.")
    if not folder.exists():
        raise JudgeError(f"{shown} is missing: write generate.py or validate.py there; see CONTRIBUTING.md.")
    files = read_folder(folder, shown, SOURCE_BYTES)
    compiled = compile_submission(
        project, files, folder.name, language_of_folder(files, shown), problem.limits
    )
    if compiled.error is not None:
        raise JudgeError(f"{shown}: {compiled.error}")
    return ToolProgram(compiled.command, compiled.visible)
