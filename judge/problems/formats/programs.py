"""A package's own programs: which of them the judge can compile and run."""

from pathlib import Path

from judge.base.errors import JudgeError
from judge.problems.formats.tree import Tree
from judge.problems.program import Program

GRAMMARS = (".ctd", ".viva")
"""Of Checktestdata and VIVA: descriptions of inputs, which are no programs."""


def output_validators(tree: Tree, folder: str) -> tuple[Program, ...]:
    """Raises JudgeError for one that the judge cannot run: without it nothing can be judged."""
    programs = tree.programs(folder)
    for program in programs:
        if reason := _obstacle(program):
            raise JudgeError(f"{program}: {reason}.")
    return tuple(map(Program, programs))


def only_program(tree: Tree, folder: str) -> tuple[Program, ...]:
    """The folder, output_validator/ say, all of which is one program; empty: there is none. Raises JudgeError."""
    program = tree / folder
    if not tree.below(program.name):
        return ()
    if reason := _obstacle(program):
        raise JudgeError(f"{program}: {reason}.")
    return (Program(program),)


def input_validators(tree: Tree, *folders: str) -> tuple[tuple[Program, ...], tuple[str, ...]]:
    """Those that can be run, and a remark for each other: judging does without."""
    usable, remarks = [], []
    for folder in folders:
        for program in tree.programs(folder):
            if reason := _obstacle(program):
                remarks.append(f"{folder}/{program.name} does not check the inputs: {reason}")
            else:
                usable.append(Program(program))
    if not usable and not remarks:
        remarks.append(f"{folders[0]}/ is missing or empty: the inputs are not checked")
    return tuple(usable), tuple(remarks)


def _obstacle(program: Path) -> str:
    return f"{program.suffix} files are not supported, only programs" if program.suffix in GRAMMARS else ""


def refuse_folder(tree: Tree, folder: str, why: str) -> None:
    """Raises JudgeError if it has files."""
    if files := tree.below(folder):
        raise JudgeError(f"{tree / files[0]}: {folder}/ is not supported: {why}.")
