"""A package's own programs, as far as the judge can compile and run them."""

from collections.abc import Iterator
from pathlib import Path

from judge.base.errors import JudgeError
from judge.problems.formats.tree import Tree
from judge.problems.model import Remark, unused
from judge.problems.program import Program

GRAMMARS = (".ctd", ".viva")
"""Suffixes of Checktestdata and VIVA: descriptions of inputs, which are not programs."""
SCRIPTS = (".sh",)
"""Suffixes of the shell, which authors use to start their validators: no format has such a language."""
HEADERS = (".h", ".hh", ".hpp", ".hxx", ".cuh", ".inc", ".inl")
"""Suffixes of headers such as testlib.h, next to the programs that include them."""
USING = (".c", ".cc", ".cpp", ".cxx", ".c++")
TEMPLATES = (".template",)
"""Suffixes of validators that were never written, as BAPCtools leaves them in a new package."""


NO_PROGRAMS = (
    ".txt", ".md", ".rst", ".html", ".tex", ".pdf", ".log", ".yaml", ".yml", ".json", ".xml", ".toml", ".in", ".ans",
    ".out",
    ".bak", ".orig", ".rej", ".swp", ".old", ".png", ".jpg", ".svg", ".zip", ".o", ".class", ".exe", ".pyc", ".cmake",
    ".db",
    ".ini", ".sln", ".vcxproj", ".iml",
)  # fmt: skip
"""Suffixes of files that may be next to programs; so may those without a suffix, such as README, LICENSE and
Makefile."""


def output_validators(tree: Tree, folder: str) -> tuple[Program, ...]:
    """Raises JudgeError for one that the judge cannot run: nothing can be judged without it."""
    programs = tuple(programs_in(tree, folder))
    for program in programs:
        if reason := _obstacle(program.path):
            raise JudgeError(f"{program.path}: {reason}.")
    return programs


def only_program(tree: Tree, folder: str) -> tuple[Program, ...]:
    """The folder, for example output_validator/, which is one program as a whole; empty: there is none. Raises
    JudgeError."""
    program = tree / folder
    if not tree.below(program.name):
        return ()
    if reason := _obstacle(program):
        raise JudgeError(f"{program}: {reason}.")
    return (Program(program),)


def input_validators(tree: Tree, *folders: str) -> tuple[tuple[Program, ...], tuple[Remark, ...]]:
    """Programs that can be run, and a remark for each other: judging continues without it."""
    usable, remarks = [], []
    for folder in folders:
        for program in programs_in(tree, folder):
            if reason := _obstacle(program.path):
                remarks.append(unused(f"{folder}/{program.name}", f"does not check the inputs: {reason}"))
            else:
                usable.append(program)
    if not usable and not remarks:
        remarks.append(Remark(f"{folders[0]}/ is missing or empty: the inputs are not checked"))
    return tuple(usable), tuple(remarks)


def unused_templates(tree: Tree, *folders: str) -> tuple[Remark, ...]:
    """A remark for each, and for other files that are not programs."""
    return tuple(
        unused(
            f"{folder}/{path.name}",
            "is not used: it is "
            f"{'a template of a validator, not one' if path.suffix in TEMPLATES else 'not a program'}",
        )
        for folder in filter(None, folders)
        for path in tree.programs(folder)
        if path.suffix in TEMPLATES or (_is_beside(path) and path.stem.upper() not in ("README", "LICENSE"))
    )


def _is_beside(path: Path) -> bool:
    """Whether it is a file that is not a program."""
    return path.is_file() and (not path.suffix or path.suffix.lower() in NO_PROGRAMS)


def programs_in(tree: Tree, folder: str) -> Iterator[Program]:
    """Programs: each a folder, or a file with the headers next to it."""
    paths = tree.programs(folder)
    headers = tuple(path for path in paths if path.suffix in HEADERS and path.is_file())
    for path in paths:
        if path not in headers and path.suffix not in TEMPLATES and not _is_beside(path):
            yield Program(path, beside=headers if path.suffix in USING and path.is_file() else ())


def _obstacle(program: Path) -> str:
    is_none = program.suffix in (*GRAMMARS, *SCRIPTS) and program.is_file()
    return f"{program.suffix} files are not supported, only programs" if is_none else ""


def refuse_folder(tree: Tree, folder: str, why: str) -> None:
    """Raises JudgeError if it has files."""
    if files := tree.listed(folder):
        raise JudgeError(f"{tree / files[0]}: {folder}/ is not supported: {why}.")
