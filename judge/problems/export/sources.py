"""The sources of a validator for a package."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.problems.export.amalgamation import Amalgamation, is_self_contained
from judge.problems.program import Program, Protocol, files_of
from judge.project.installation import Installation

CPP = ".cpp"
COMPARISON = "runner/validators/compare/main.cpp"
"""The default output validator."""


class Sources(Struct, frozen=True):
    """Its files by their names, relative to its folder. A single file is alone, with the files next to it."""

    name: str
    files: Mapping[str, Path | str]
    """Each as a path, or as text."""
    is_folder: bool = False
    protocol: Protocol = Protocol.ICPC


def package_sources(program: Program) -> Sources:
    """The sources of a program from a package."""
    path = program.path
    if path.is_file():
        files = {file.name: file for file in (path, *program.beside)}
        return Sources(path.name, files, protocol=program.protocol)
    inside = {str(file.relative_to(path)): file for file in files_of(path)}
    return Sources(path.name, inside, is_folder=True, protocol=program.protocol)


def own_sources(installation: Installation, folder: Path) -> Sources:
    """The sources of a program of ours. One in C++ becomes one file, as it is built with the project's headers."""
    files = {str(file.relative_to(folder)): file for file in sorted(folder.rglob("[!.]*")) if file.is_file()}
    sources = [file for file in files.values() if file.suffix == CPP]
    if sources and not all(map(is_self_contained, sources)):
        text = Amalgamation(installation.root).of(sources)
        return Sources(f"validate{CPP}", {f"validate{CPP}": text})
    if len(files) == 1:
        [name] = files
        return Sources(name, files)
    return Sources("validate", files, is_folder=True)


def comparison_sources(installation: Installation) -> Sources:
    """The default output validator, for judges that have another or none. Raises JudgeError."""
    main = installation.root / COMPARISON
    if not main.is_file():
        raise JudgeError(f"{main} is missing: the default comparison cannot be put into the package.")
    return Sources(f"compare{CPP}", {f"compare{CPP}": Amalgamation(installation.root).of([main])})
